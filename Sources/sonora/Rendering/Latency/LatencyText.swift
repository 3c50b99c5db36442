// LatencyText: a latency report for people at a terminal, in 80 columns.

import Capture
import Latency
import Pipeline

struct LatencyText {
    private static let columns = 80

    let report: LatencyReport
    let terminal: Terminal
    private var style: Style { terminal.style }

    var text: String { headline + stages + tiers + byLength + worst + failures + live }

    private var headline: String {
        let verdicts = report.lines.map(\.verdict)
        let mark =
            verdicts.contains(.over)
            ? style.red("●") : verdicts.contains(.within) ? style.green("●") : style.yellow("●")
        var text = "\(mark) \(style.bold(LatencyWords.memos(report.memos)))"
        text += style.dim(" · \(Numbers.clock(report.audioSeconds)) of sound")
        if let half = report.realtimeFactor.percentile(0.5), let slowest = report.realtimeFactor.max {
            text += style.dim(
                " · \(LatencyWords.realtime(half)) × real time, at most \(LatencyWords.realtime(slowest))")
        }
        return text + "\n"
    }

    // MARK: Percentiles

    private var stages: String {
        let names = LatencyReport.percentiles.map { Numbers.right($0.name, 8) }
        var text = "\n" + style.dim("    \(Numbers.left("", 14))      n\(names.joined()) inside") + "\n"
        for line in report.lines {
            let figures = line.percentiles.map { Numbers.right(LatencyWords.time($0), 8) }.joined()
            let inside = Numbers.right(line.budget == nil ? "" : line.insideText.replacing(" ", with: ""), 7)
            text += "  \(mark(line.verdict)) \(Numbers.left(line.metric.name, 14))"
            text += "\(Numbers.right("\(line.distribution.count)", 7))\(figures)\(coloured(inside, line.verdict))\n"
            guard let budget = line.budget else { continue }
            let limit = " \(LatencyWords.time(budget))"
            guard line.distribution.count > 0 else {
                text += style.dim("    nothing was recorded, so there is no verdict on\(limit)") + "\n"
                continue
            }
            let bar = PercentileBar(distribution: line.distribution, budget: budget)
                .text(columns: Self.columns - 4 - 9)
            text += "    \(coloured(bar, line.verdict))\(style.dim(Numbers.right(limit, 9)))\n"
            if line.partial > 0 {
                text += style.dim("    \(line.partial) told in part, as known at the deadline") + "\n"
            }
            if line.stopped > 0 { text += "    \(style.red("\(line.stopped) stopped as too late")), and never there\n" }
        }
        return report.lines.contains { $0.budget != nil } ? text + "    \(style.dim(PercentileBar.legend))\n" : text
    }

    private func mark(_ verdict: Verdict) -> String {
        switch verdict {
        case .within: style.green("✓")
        case .over: style.red("✗")
        case .none: " "
        }
    }

    private func coloured(_ text: String, _ verdict: Verdict) -> String {
        switch verdict {
        case .within: style.green(text)
        case .over: style.red(text)
        case .none: text
        }
    }

    // MARK: Tables

    private var tiers: String {
        let shown = report.lines.filter { line in
            if case .step = line.metric { false } else { line.distribution.count > 0 }
        }
        guard !shown.isEmpty else { return "" }
        let head = Tier.allCases.map { Numbers.right($0.range, 12) }.joined()
        var text = "\n" + style.dim("    \(Numbers.left("tier", 14))\(head)") + "\n"
        for line in shown {
            let counts = line.tiers.map { tier in
                let cell = Numbers.right(tier.count == 0 ? "·" : "\(tier.count)", 12)
                return tier.count == 0 ? style.dim(cell) : cell
            }
            text += "    \(Numbers.left(line.metric.name, 14))\(counts.joined())\n"
        }
        return text
    }

    private var byLength: String {
        guard report.byLength.count > 0 else { return "" }
        let metrics: [Metric] = [.stage(.immediate), .stage(.transcript), .stage(.insights), .total]
        let head = metrics.map { Numbers.right($0.name, 12) }.joined()
        var text = "\n" + style.dim("    \(Numbers.left("p99 by length", 16))  memos\(head)") + "\n"
        for length in report.byLength {
            let cells = metrics.map { metric in
                let line = length.lines.first { $0.metric == metric }
                let cell = Numbers.right(LatencyWords.time(line?.distribution.percentile(0.99)), 12)
                return line.map { coloured(cell, $0.verdict == .over ? .over : .none) } ?? cell
            }
            text += "    \(Numbers.left(length.length.rawValue, 16))\(Numbers.right("\(length.memos)", 7))"
            text += "\(cells.joined())\n"
        }
        return text
    }

    // MARK: Memos

    private var worst: String {
        guard let longest = report.worst.first?.total, longest > 0 else { return "" }
        var text = "\n" + style.dim("    slowest   █ immediate ▓ transcript ▒ insights ░ rest") + "\n"
        for memo in report.worst {
            let time = Numbers.right(LatencyWords.time(memo.total), 9)
            let most = memo.steps.max { $0.seconds < $1.seconds }.map {
                "\($0.step.rawValue) \(LatencyWords.time($0.seconds))"
            }
            let name = Self.end(of: memo.memo.printable, most == nil ? 48 : 24)
            let bar = Numbers.left(SpanBar.text(of: memo, longest: longest, columns: 18), 18)
            text += "  \(time)  \(style.cyan(bar)) \(Numbers.left(name, most == nil ? 0 : 24))"
            if let most { text += " \(style.dim("most: \(most)"))" }
            text += "\n"
        }
        return text
    }

    /// The end of a long name tells more than its start.
    private static func end(of text: String, _ width: Int) -> String {
        text.count > width ? "…\(text.suffix(width - 1))" : text
    }

    private var live: String {
        guard report.live > 0 else { return "" }
        return style.dim("\n    live: \(LatencyWords.memos(report.live)), in no total, × real time or read") + "\n"
    }

    private var failures: String {
        guard !report.failures.isEmpty else { return "" }
        let list = report.failures.map { "\($0.count) \($0.code.printable)" }.joined(separator: ", ")
        return "\n    \(style.red("failed")) \(list)\n"
    }
}

/// The way of one memo to its last result, a stage in each shade.
enum SpanBar {
    private static let shades: [Stage: Character] = [
        .immediate: "█", .transcript: "▓", .text: "▓", .insights: "▒", .extended: "░",
    ]

    static func text(of memo: RecordedMemo, longest: Double, columns: Int) -> String {
        let total = memo.total ?? 0
        let width = min(columns, max(1, Int((total / longest * Double(columns)).rounded())))
        let spans = LatencyWords.spans(of: memo)
        return String(
            (0..<width).map { column in
                let time = (Double(column) + 0.5) / Double(width) * total
                return spans.first { time < $0.end }.flatMap { shades[$0.stage] } ?? "░"
            })
    }
}
