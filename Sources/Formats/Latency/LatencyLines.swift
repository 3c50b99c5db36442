// LatencyLines: a latency report in a pipe: columns with tabs; the first says what the line is about. Seconds.

import Capture
import Latency

struct LatencyLines {
    let report: LatencyReport

    var text: String {
        var lines = [
            ["memos", "\(report.memos)"], ["hours", Numbers.fixed(report.audioSeconds / 3600, 6)],
        ]
        if report.live > 0 { lines.append(["live", "\(report.live)"]) }
        lines += report.failures.map { ["failed", $0.code.printable, "\($0.count)"] }
        lines += report.lines.map { ["metric", $0.metric.name] + figures($0) }
        for line in report.lines where line.distribution.count > 0 {
            lines.append(
                ["tiers", line.metric.name] + line.tiers.map { "\($0.tier.rawValue) \($0.count)" })
        }
        for length in report.byLength {
            lines += length.lines.filter { $0.distribution.count > 0 }.map {
                ["length", length.length.rawValue, $0.metric.name] + figures($0)
            }
        }
        let factors = LatencyReport.percentiles.map { name, share in
            "\(name) \(number(report.realtimeFactor.percentile(share), decimals: 9))"
        }
        lines.append(["realtimeFactor", "count \(report.realtimeFactor.count)"] + factors)
        for memo in report.worst {
            let stages = memo.stages.map { "\($0.stage.rawValue) \(number($0.elapsed))" }
            let steps = memo.steps.map { "step.\($0.step.rawValue) \(number($0.seconds))" }
            lines.append(
                ["slow", memo.memo.printable, "total \(number(memo.total))", "queue \(number(memo.queueWait))"]
                    + stages + steps)
        }
        return lines.map { $0.joined(separator: "\t") + "\n" }.joined()
    }

    private func figures(_ line: LatencyReport.Line) -> [String] {
        let percentiles = zip(LatencyReport.percentiles, line.percentiles).map { "\($0.name) \(number($1))" }
        return ["count \(line.distribution.count)"] + percentiles + [
            "budget \(number(line.budget))", "inside \(number(line.inside))", line.verdict.rawValue,
        ] + (line.partial > 0 ? ["partial \(line.partial)"] : [])
            + (line.stopped > 0 ? ["stopped \(line.stopped)"] : [])
    }

    private func number(_ value: Double?, decimals: Int = 6) -> String {
        Figures.fixed(value, decimals)
    }
}
