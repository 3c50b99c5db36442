// LatencyCSV: a latency report as one line for each figure: of which memos, of what, which figure, its value in seconds.

import Capture
import Latency

struct LatencyCSV {
    let report: LatencyReport

    /// The scope is `all`, or memos of one length. What does not exist has no line.
    var text: String {
        var text = CSV.line(["scope", "metric", "statistic", "value"])
        text += CSV.line(["all", "memos", "count", "\(report.memos)"])
        text += CSV.line(["all", "audio", "seconds", Numbers.fixed(report.audioSeconds, 6)])
        if report.live > 0 { text += CSV.line(["all", "live", "count", "\(report.live)"]) }
        for failure in report.failures {
            text += CSV.line(["all", "failed", CSV.foreign(failure.code, isSafe: true), "\(failure.count)"])
        }
        for line in report.lines { text += figures(line, of: "all") }
        text += percentiles(report.realtimeFactor, ["all", "realtimeFactor"], decimals: 9)
        for length in report.byLength {
            text += CSV.line([length.length.rawValue, "memos", "count", "\(length.memos)"])
            for line in length.lines { text += figures(line, of: length.length.rawValue) }
        }
        return text
    }

    private func figures(_ line: LatencyReport.Line, of scope: String) -> String {
        let start = [scope, line.metric.name]
        var text = percentiles(line.distribution, start)
        if let budget = line.budget { text += CSV.line(start + ["budget", Numbers.fixed(budget, 6)]) }
        if let inside = line.inside { text += CSV.line(start + ["inside", Numbers.fixed(inside, 6)]) }
        if line.budget != nil { text += CSV.line(start + ["verdict", line.verdict.rawValue]) }
        if line.partial > 0 { text += CSV.line(start + ["partial", "\(line.partial)"]) }
        if line.stopped > 0 { text += CSV.line(start + ["stopped", "\(line.stopped)"]) }
        if line.distribution.count > 0 {
            for tier in line.tiers { text += CSV.line(start + ["tier.\(tier.tier.rawValue)", "\(tier.count)"]) }
        }
        return text
    }

    private func percentiles(_ distribution: Distribution, _ start: [String], decimals: Int = 6) -> String {
        var text = CSV.line(start + ["count", "\(distribution.count)"])
        var values: [(String, Double?)] = [("min", distribution.min), ("mean", distribution.mean)]
        values += LatencyReport.percentiles.map { ($0.name, distribution.percentile($0.share)) }
        for (name, value) in values {
            if let value { text += CSV.line(start + [name, Numbers.fixed(value, decimals)]) }
        }
        return text
    }
}
