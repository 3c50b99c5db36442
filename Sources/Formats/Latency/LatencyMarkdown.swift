// LatencyMarkdown: a latency report as tables for a page or a pull request.

import Capture
import Latency
import Pipeline

struct LatencyMarkdown {
    let report: LatencyReport

    var text: String {
        var text = "# Latency\n\n\(counted(report.memos, "memo")), \(Numbers.clock(report.audioSeconds)) of sound."
        if let factor = report.realtimeFactor.percentile(0.5) {
            text += " Half of the memos take less than \(Figures.realtime(factor)) of their length."
        }
        if let live = LatencyWords.live(report) { text += " \(live)." }
        text += "\n\n## Stages\n\n"
        let names = LatencyReport.percentiles.map(\.name)
        text += Markdown.table(
            ["metric", "count"] + names + ["budget", "inside", "verdict"],
            report.lines.map { line in
                ["`\(line.metric.name)`", "\(line.distribution.count)"] + line.percentiles.map(Figures.duration)
                    + [Figures.duration(line.budget), line.insideText, verdict(line.verdict)]
            })
        text += exceptions + "\n## Tiers\n\n"
        text += Markdown.table(
            ["metric"] + Tier.allCases.map(\.range),
            report.lines.filter { $0.distribution.count > 0 }.map { line in
                ["`\(line.metric.name)`"] + line.tiers.map { "\($0.count)" }
            })
        text += byLength + worst + failures
        return text
    }

    /// What came in part, or never.
    private var exceptions: String {
        let items = report.lines.flatMap { line in
            let (partial, stopped) = LatencyWords.exceptions(line)
            return [partial, stopped].compactMap { $0 }.map { "- `\(line.metric.name)`: \($0)\n" }
        }
        return items.isEmpty ? "" : "\n" + items.joined()
    }

    private func verdict(_ verdict: Verdict) -> String {
        switch verdict {
        case .within: "within"
        case .over: "**over**"
        case .none: "–"
        }
    }

    private var byLength: String {
        guard !report.byLength.isEmpty else { return "" }
        let rows = report.byLength.flatMap { length in
            length.lines.filter { $0.distribution.count > 0 }.map { line in
                [length.length.rawValue, "`\(line.metric.name)`", "\(line.distribution.count)"]
                    + line.percentiles.map(Figures.duration) + [line.insideText]
            }
        }
        return "\n## By length\n\n"
            + Markdown.table(["length", "metric", "count"] + LatencyReport.percentiles.map(\.name) + ["inside"], rows)
    }

    private var worst: String {
        guard !report.worst.isEmpty else { return "" }
        let rows = report.worst.map { memo in
            let stages = memo.stages.map { "\($0.stage.rawValue) \(Figures.duration($0.elapsed))" }
            let steps = memo.steps.map { "\($0.step.rawValue) \(Figures.duration($0.seconds))" }
            return [
                Markdown.code(memo.memo), memo.duration.map(Numbers.clock) ?? "–", Figures.duration(memo.queueWait),
                Figures.duration(memo.total), stages.joined(separator: ", "), steps.joined(separator: ", "),
            ]
        }
        return "\n## The slowest\n\n" + Markdown.table(["memo", "length", "queue", "total", "stages", "steps"], rows)
    }

    private var failures: String {
        guard !report.failures.isEmpty else { return "" }
        return "\n## Failed\n\n"
            + Markdown.table(["code", "memos"], report.failures.map { [Markdown.code($0.code), "\($0.count)"] })
    }
}
