// Regression: whether what became slower than the baseline became too much slower.

import Pipeline

extension Comparison {
    /// The percentiles that a gate looks at.
    static let gated = ["p50", "p95", "p99"]

    /// One check for each gated percentile of the stages and of the total that can be judged. It is broken where the
    /// percentile became slower by more than `limit` (0.1 is 10 %), and that is more than noise. A metric that only one
    /// side has samples of, or too few of for any percentile, cannot pass.
    public func checks(maximumRegression limit: Double) -> [Check] {
        let lines = lines.filter { $0.metric.isGated }
        guard !lines.isEmpty else { return [Self.unknown(.total, limit, 0, "no samples")] }
        return lines.flatMap { line in
            if line.countBefore == 0 { return [Self.unknown(line.metric, limit, 0, "no samples in the baseline")] }
            if line.countAfter == 0 { return [Self.unknown(line.metric, limit, 0, "no samples")] }
            let fewer = min(line.countBefore, line.countAfter)
            let shifts = line.shifts.filter { Self.gated.contains($0.name) && $0.interval != nil }
            guard !shifts.isEmpty else {
                return [
                    Self.unknown(
                        line.metric, limit, fewer,
                        "too few to tell: \(line.countBefore) and \(line.countAfter), \(RankTest.fewest) are needed")
                ]
            }
            return shifts.map { Self.check($0, of: line.metric, limit, fewer) }
        }
    }

    private static func check(_ shift: Shift, of metric: Metric, _ limit: Double, _ count: Int) -> Check {
        // What took no time at all and now does is infinitely slower.
        let relative = shift.relative ?? (shift.absolute > 0 ? .infinity : 0)
        let isTooSlow = relative > limit
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
        var percent: [UInt8] = []
        JSONWriter.append(limit * 100, decimals: 3, to: &percent)
        return "\(figure) at most \(String(decoding: percent, as: UTF8.self))% slower"
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
