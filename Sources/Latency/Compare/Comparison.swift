// Comparison: a report beside a baseline: how far each figure moved, and whether that is more than noise.

import Pipeline

/// What changed between two sets of recorded memos.
///
/// Two questions, two tests. Whether a metric as a whole became slower is asked of all its values by a rank test
/// (`RankTest`, p < 0.01). Whether a percentile moved is asked of that percentile by a bootstrap interval (99 %): it is more
/// than noise where the interval lies wholly on one side of zero. Both take the memos as independent of each other.
public struct Comparison: Sendable {
    /// A difference that is likelier than this without any cause is noise.
    public static let significance = 0.01
    static let seed: UInt64 = 0x50_4E_4F_52_41

    public enum Verdict: String, Sendable {
        case slower, faster
        /// Not more than what two measurements of the same thing differ by.
        case noise
        /// Too few samples for this figure, on either side.
        case tooFew
        /// Nothing says how far it moves by itself.
        case untested
    }

    /// One percentile on both sides. Times are seconds.
    public struct Shift: Sendable {
        public var name: String
        /// 0…1.
        public var share: Double
        public var before: Double
        public var after: Double
        /// Of the shift, in seconds; `nil` where there are too few samples.
        public var interval: ClosedRange<Double>?
        public var verdict: Verdict

        public var absolute: Double { after - before }
        /// As a share of what it was; `nil` where that was nothing.
        public var relative: Double? { before > 0 ? absolute / before : nil }
    }

    public struct Line: Sendable {
        public var metric: Metric
        public var countBefore: Int
        public var countAfter: Int
        /// `nil` where there are too few samples.
        public var rankTest: RankTest?
        public var verdict: Verdict
        /// Empty where a side has no samples.
        public var shifts: [Shift]

        public subscript(name: String) -> Shift? { shifts.first { $0.name == name } }
    }

    /// Metrics that either side has samples of.
    public var lines: [Line]
    /// How often memos were processed, and how often that failed.
    public let processings: (before: Int, after: Int)
    public let failures: (before: Int, after: Int)
    /// Which memos were measured; `nil` where nobody said.
    public let memos: MemoSets?

    public init(_ report: LatencyReport, baseline: LatencyReport, memos: MemoSets? = nil) {
        self.memos = memos
        processings = (baseline.memos, report.memos)
        failures = (baseline.failed, report.failed)
        lines = Metric.all.compactMap { metric in
            let before = baseline[metric]?.distribution.values ?? []
            let after = report[metric]?.distribution.values ?? []
            guard !before.isEmpty || !after.isEmpty else { return nil }
            return Self.line(metric, before.sorted(), after.sorted())
        }
    }

    public subscript(metric: Metric) -> Line? { lines.first { $0.metric == metric } }

    /// From how many samples on each side a percentile can be told from noise: `RankTest.fewest` for any, and enough for one
    /// of them to lie beyond it.
    public static func fewest(for share: Double) -> Int {
        max(RankTest.fewest, Int((1 / max(1 - share, 1e-9) - 1e-6).rounded(.up)))
    }

    static func line(_ metric: Metric, _ before: [Double], _ after: [Double]) -> Line {
        var line = Line(
            metric: metric, countBefore: before.count, countAfter: after.count, rankTest: nil, verdict: .tooFew,
            shifts: [])
        guard !before.isEmpty, !after.isEmpty else { return line }
        let fewer = min(before.count, after.count)
        if fewer >= RankTest.fewest, let test = RankTest(sorted: before, after) {
            line.rankTest = test
            line.verdict = test.p >= significance ? .noise : test.superiority > 0.5 ? .slower : .faster
        }
        line.shifts = LatencyReport.percentiles.map { percentile in
            shift(percentile.name, percentile.share, before, after, isJudged: fewer >= fewest(for: percentile.share))
        }
        return line
    }

    private static func shift(
        _ name: String, _ share: Double, _ before: [Double], _ after: [Double], isJudged: Bool
    ) -> Shift {
        var shift = Shift(
            name: name, share: share, before: before[Bootstrap.rank(share, of: before.count) - 1],
            after: after[Bootstrap.rank(share, of: after.count) - 1], interval: nil,
            verdict: share < 1 ? .tooFew : .untested)
        guard isJudged, share < 1 else { return shift }
        var bootstrap = Bootstrap(seed: seed)
        let interval = bootstrap.shift(share, sorted: before, after)
        shift.interval = interval
        shift.verdict = interval.lowerBound > 0 ? .slower : interval.upperBound < 0 ? .faster : .noise
        return shift
    }
}
