// Regression: whether what became slower than the baseline became too much slower, or fails more often.

import Capture

extension Comparison {
    /// The percentiles that a gate looks at.
    static let gated = ["p50", "p95", "p99"]
    /// What two quotients of times may differ by through rounding alone.
    private static let rounding = 1e-12

    /// One check for each gated percentile of the stages and of the total that can be judged. It is broken where the
    /// percentile became slower by more than `limit` (0.1 is 10 %), and that is more than noise; the last one says which
    /// percentiles could not be judged. A metric that only one side has samples of, or too few of for any percentile, cannot
    /// pass. Where memos failed, they must not fail more often than before.
    public func checks(maximumRegression limit: Double) -> [Check] {
        let lines = lines.filter { $0.metric.isGated }
        let failures = [failureCheck].compactMap { $0 }
        guard !lines.isEmpty else { return [Self.unknown(.total, limit, 0, "no samples")] + failures }
        return lines.flatMap { checks(of: $0, limit) } + failures
    }

    private func checks(of line: Line, _ limit: Double) -> [Check] {
        if line.countBefore == 0 { return [Self.unknown(line.metric, limit, 0, "no samples in the baseline")] }
        if line.countAfter == 0 { return [Self.unknown(line.metric, limit, 0, "no samples")] }
        let fewer = min(line.countBefore, line.countAfter)
        let shifts = line.shifts.filter { Self.gated.contains($0.name) }
        var checks = shifts.filter { $0.interval != nil }.map { Self.check($0, of: line.metric, limit, fewer) }
        guard let last = checks.indices.last else {
            let note =
                "too few to tell: \(line.countBefore) and \(line.countAfter), \(needed(RankTest.fewest)) are needed"
            return [Self.unknown(line.metric, limit, fewer, note)]
        }
        let unjudged = shifts.filter { $0.interval == nil }.map { shift in
            "\(shift.name) is not judged: of \(line.countBefore) and \(line.countAfter) samples, "
                + "\(needed(Self.fewest(for: shift.share))) are needed on each side"
        }
        let notes = [checks[last].note].compactMap { $0 } + unjudged
        checks[last].note = notes.isEmpty ? nil : notes.joined(separator: "; ")
        return checks
    }

    /// `100 (25 runs of 4 memos)`.
    private func needed(_ samples: Int) -> String {
        guard let count = memos?.count, count > 0 else { return "\(samples)" }
        let runs = (samples + count - 1) / count
        return "\(samples) (\(counted(runs, "run")) of \(counted(count, "memo")))"
    }

    /// `nil` where nothing failed on either side.
    private var failureCheck: Check? {
        guard failures.before + failures.after > 0 else { return nil }
        func share(_ failed: Int, _ all: Int) -> Double? { all > 0 ? Double(failed) / Double(all) : nil }
        let before = share(failures.before, processings.before)
        let after = share(failures.after, processings.after)
        var check = Check(
            requirement: "failed no more often than before", unit: .share, comparison: .atMost, limit: before ?? 0,
            found: after, count: processings.after, verdict: .none,
            note: "\(failures.before) of \(processings.before) before, \(failures.after) of \(processings.after) now",
            subject: .failed)
        if let before, let after { check.verdict = after <= before ? .holds : .broken }
        return check
    }

    private static func check(_ shift: Shift, of metric: Metric, _ limit: Double, _ count: Int) -> Check {
        // What took no time at all and now does is infinitely slower.
        let relative = shift.relative ?? (shift.absolute > 0 ? .infinity : 0)
        let isTooSlow = relative > limit + rounding
        let note: String? =
            switch shift.verdict {
            case .slower: isTooSlow ? "more than noise" : "slower by more than noise, but not by that much"
            case .noise where isTooSlow: "not more than noise"
            default: nil
            }
        return Check(
            requirement: text("\(metric.name).\(shift.name)", limit), unit: .change, comparison: .atMost, limit: limit,
            found: relative, count: count, verdict: isTooSlow && shift.verdict == .slower ? .broken : .holds, note: note
        )
    }

    private static func unknown(_ metric: Metric, _ limit: Double, _ count: Int, _ note: String) -> Check {
        Check(
            requirement: text(metric.name, limit), unit: .change, comparison: .atMost, limit: limit, found: nil,
            count: count, verdict: .none, note: note)
    }

    private static func text(_ figure: String, _ limit: Double) -> String {
        "\(figure) at most \(Numbers.short(limit * 100, 3))% slower"
    }
}

extension Metric {
    fileprivate var isGated: Bool {
        switch self {
        case .stage, .total: true
        case .queue, .response, .step: false
        }
    }
}
