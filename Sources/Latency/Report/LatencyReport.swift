// LatencyReport: recorded memos as figures: percentiles against budgets, tiers, lengths, the worst.

import Pipeline

/// All that a report says, whatever it is written as.
public struct LatencyReport: Sendable {
    /// The percentiles that are shown.
    public static let percentiles: [(name: String, share: Double)] = [
        ("p50", 0.5), ("p90", 0.9), ("p95", 0.95), ("p99", 0.99), ("p99.9", 0.999), ("max", 1),
    ]
    private static let worstShown = 10
    /// What a histogram tells apart, in seconds.
    private static let resolution = 1e-6

    public struct Line: Sendable {
        public var metric: Metric
        public var distribution: Distribution
        /// In seconds.
        public var budget: Double?
        /// How many arrived in part, as what was known at the deadline.
        public var partial = 0
        /// How many were stopped as this was late. They never arrived; they count as later than the budget, and at least as
        /// late as they were stopped.
        public var stopped = 0

        /// Which share (0…1) stayed inside the budget; `nil` where there is no budget or nothing was recorded.
        public var inside: Double? { budget.flatMap { distribution.share(within: $0) } }
        /// Never `within` where nothing was recorded.
        public var verdict: Verdict {
            guard let budget, let longest = distribution.max else { return .none }
            return longest <= budget ? .within : .over
        }
        /// How many arrived in each tier.
        public var tiers: [(tier: Tier, count: Int)] {
            var earlier = 0
            return Tier.allCases.map { tier in
                let reached = tier.end.map { distribution.count(within: $0) } ?? distribution.count
                defer { earlier = reached }
                return (tier, reached - earlier)
            }
        }
    }

    public struct LengthLine: Sendable {
        public var length: LengthClass
        public var memos: Int
        /// Of the total, and of the stages that a person waits for.
        public var lines: [Line]
    }

    /// Processings, the failed ones included.
    public var memos: Int
    public var failures: [(code: String, count: Int)]
    /// Memos that were heard while they were recorded: they are in no total, no real time and no reading.
    public var live: Int
    /// Metrics of which anything was recorded, and stages with a budget of which nothing was.
    public var lines: [Line]
    public var byLength: [LengthLine]
    /// Processing time per second of sound.
    public var realtimeFactor: Distribution
    /// Seconds of sound.
    public var audioSeconds: Double
    /// The slowest memos, the slowest first.
    public var worst: [RecordedMemo]

    public init(_ records: [RecordedMemo], budgets: Budgets = Budgets()) {
        memos = records.count
        live = records.count(where: \.isLive)
        lines = Metric.all.compactMap { Self.line($0, records, budgets) }
        let classes = Dictionary(grouping: records.filter { $0.duration != nil }) {
            LengthClass(of: $0.duration ?? 0)
        }
        byLength = LengthClass.allCases.compactMap { length in
            guard let records = classes[length] else { return nil }
            let metrics: [Metric] = [.stage(.immediate), .stage(.transcript), .stage(.insights), .total]
            return LengthLine(
                length: length, memos: records.count, lines: metrics.compactMap { Self.line($0, records, budgets) })
        }
        realtimeFactor = Distribution(records.lazy.compactMap(\.realtimeFactor), unit: .billionths)
        audioSeconds = records.reduce(0) { $0 + ($1.total == nil ? 0 : $1.duration ?? 0) }
        worst = Array(
            records.filter { $0.total != nil && !$0.isLive }.sorted {
                ($0.total ?? 0, $1.memo) > ($1.total ?? 0, $0.memo)
            }
            .prefix(Self.worstShown))
        let codes = Dictionary(grouping: records.compactMap(\.errorCode)) { $0 }
        failures = codes.map { (code: $0.key, count: $0.value.count) }.sorted {
            ($1.count, $0.code) < ($0.count, $1.code)
        }
    }

    public subscript(metric: Metric) -> Line? { lines.first { $0.metric == metric } }

    private static func line(_ metric: Metric, _ records: [RecordedMemo], _ budgets: Budgets) -> Line? {
        let budget = metric.budget(in: budgets)
        let stopped = records.filter(metric.isStopped)
        var distribution = Distribution(
            stopped.isEmpty
                ? records.compactMap(metric.seconds)
                : records.filter { !metric.isStopped($0) }.compactMap(metric.seconds))
        // Never inside a budget, whatever that is now: the answer did not come.
        for memo in stopped { distribution.record(max(memo.late?.elapsed ?? 0, (budget ?? 0) + Self.resolution)) }
        // A promise of which nothing is known is shown as such; an engine that writes words may simply not be there.
        let isPromised = budget != nil && metric != .stage(.text)
        guard distribution.count > 0 || isPromised else { return nil }
        return Line(
            metric: metric, distribution: distribution, budget: budget, partial: records.count(where: metric.isPartial),
            stopped: stopped.count)
    }
}
