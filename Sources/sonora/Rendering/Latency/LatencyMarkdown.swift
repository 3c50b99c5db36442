// LatencyMarkdown: a latency report as tables for a page or a pull request.
// Tables: https://github.github.com/gfm/#tables-extension-

import Capture
import Latency
import Pipeline

struct LatencyMarkdown {
    let report: LatencyReport

    var text: String {
        var text = "# Latency\n\n\(LatencyWords.memos(report.memos)), \(Numbers.clock(report.audioSeconds)) of sound."
        if let factor = report.realtimeFactor.percentile(0.5) {
            text += " Half of the memos take less than \(LatencyWords.realtime(factor)) of their length."
        }
        if let live = LatencyWords.live(report) { text += " \(live)." }
        text += "\n\n## Stages\n\n"
        let names = LatencyReport.percentiles.map(\.name)
        text += Self.table(
            ["metric", "count"] + names + ["budget", "inside", "verdict"],
            report.lines.map { line in
                ["`\(line.metric.name)`", "\(line.distribution.count)"] + line.percentiles.map(LatencyWords.time)
                    + [LatencyWords.time(line.budget), line.insideText, verdict(line.verdict)]
            })
        text += exceptions + "\n## Tiers\n\n"
        text += Self.table(
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
                    + line.percentiles.map(LatencyWords.time) + [line.insideText]
            }
        }
        return "\n## By length\n\n"
            + Self.table(["length", "metric", "count"] + LatencyReport.percentiles.map(\.name) + ["inside"], rows)
    }

    private var worst: String {
        guard !report.worst.isEmpty else { return "" }
        let rows = report.worst.map { memo in
            let stages = memo.stages.map { "\($0.stage.rawValue) \(LatencyWords.time($0.elapsed))" }
            let steps = memo.steps.map { "\($0.step.rawValue) \(LatencyWords.time($0.seconds))" }
            return [
                Self.code(memo.memo), memo.duration.map(Numbers.clock) ?? "–", LatencyWords.time(memo.queueWait),
                LatencyWords.time(memo.total), stages.joined(separator: ", "), steps.joined(separator: ", "),
            ]
        }
        return "\n## The slowest\n\n" + Self.table(["memo", "length", "queue", "total", "stages", "steps"], rows)
    }

    private var failures: String {
        guard !report.failures.isEmpty else { return "" }
        return "\n## Failed\n\n"
            + Self.table(["code", "memos"], report.failures.map { [Self.code($0.code), "\($0.count)"] })
    }

    static func table(_ head: [String], _ rows: [[String]]) -> String {
        // What is not a name is a figure, and stands at the right.
        let words = ["metric", "memo", "length", "verdict", "stages", "steps", "code", "asked", "note", "percentile"]
        let rule = head.map { words.contains($0) ? "---" : "---:" }
        return ([head, rule] + rows).map { "| \($0.joined(separator: " | ")) |\n" }.joined()
    }

    /// A name that may hold anything, as code in a cell: a bar would end the cell, a backtick the code.
    static func code(_ text: String) -> String {
        let ticks = text.unicodeScalars.split(omittingEmptySubsequences: true) { $0 != "`" }.map(\.count).max() ?? 0
        let fence = String(repeating: "`", count: ticks + 1)
        let space = ticks > 0 ? " " : ""
        // In scalars, as a bar and an accent after it are one character.
        let escaped = text.printable.unicodeScalars.map { $0 == "|" ? "\\|" : String($0) }.joined()
        return fence + space + escaped + space + fence
    }
}
