// LatencyScreen: a latency report on a terminal, in its columns.

import Capture
import Formats
import Latency
import Pipeline

struct LatencyScreen {
    /// From here on there is room for everything.
    private static let wide = 80

    let report: LatencyReport
    let style: Style
    private let columns: Int

    /// - Parameter columns: of the terminal; fewer than 48 cannot hold a table, more than 120 are hard to read.
    init(report: LatencyReport, style: Style, columns: Int) {
        (self.report, self.style) = (report, style)
        self.columns = min(max(48, columns), 120)
    }

    /// All that was found, apart from what was asked for, which is told beside the report.
    static func text(of findings: LatencyFindings, on terminal: Terminal) -> String {
        let report = LatencyScreen(report: findings.report, style: terminal.style, columns: terminal.width).text
        guard let comparison = findings.comparison else { return report }
        let table = ComparisonScreen(comparison: comparison)
        return report + "\n" + table.table(terminal.style, columns: min(terminal.width, 120))
    }

    private var text: String { headline + stages + tiers + byLength + worst + failures + live }

    /// Those of a list that fit beside each other, the ones that matter most if not all do, in the order of the list.
    private func fitting<Column: Equatable>(
        _ all: [Column], width: Int, behind taken: Int, most: [Column]
    ) -> [Column] {
        let kept = most.prefix(max(1, (columns - taken) / width))
        return all.filter(kept.contains)
    }

    /// A sentence in as many lines as it takes.
    private func dimmed(_ text: String) -> String {
        TextWrap.rows(text, width: columns - 4).map { "    \(style.dim($0))\n" }.joined()
    }

    private var headline: String {
        let verdicts = report.lines.map(\.verdict)
        let mark =
            verdicts.contains(.over)
            ? style.red("●") : verdicts.contains(.within) ? style.green("●") : style.yellow("●")
        let memos = counted(report.memos, "memo")
        var facts = " · \(Numbers.clock(report.audioSeconds)) of sound"
        if let half = report.realtimeFactor.percentile(0.5), let slowest = report.realtimeFactor.max {
            let factor = "\(Figures.realtime(half)) × real time, at most \(Figures.realtime(slowest))"
            facts += 2 + memos.count + facts.count + 3 + factor.count <= columns ? " · \(factor)" : "\n  \(factor)"
        }
        let rows = facts.split(separator: "\n").map { style.dim(String($0)) }
        return "\(mark) \(style.bold(memos))\(rows.joined(separator: "\n"))\n"
    }

    // MARK: Percentiles

    private var stages: String {
        let shown = fitting(
            LatencyReport.percentiles.map(\.name), width: 8, behind: 32,
            most: ["p99", "p50", "max", "p95", "p90", "p99.9"])
        let names = shown.map { Aligned.right($0, 8) }
        var text = "\n" + style.dim("    \(Aligned.left("", 14))      n\(names.joined()) inside") + "\n"
        for line in report.lines {
            let figures = zip(LatencyReport.percentiles, line.percentiles).filter { shown.contains($0.0.name) }
                .map { Aligned.right(Figures.duration($0.1), 8) }.joined()
            let inside = Aligned.right(line.budget == nil ? "" : line.insideText.replacing(" ", with: ""), 7)
            text += "  \(mark(line.verdict)) \(Aligned.left(line.metric.name, 14))"
            text += "\(Aligned.right("\(line.distribution.count)", 7))\(figures)\(coloured(inside, line.verdict))\n"
            guard let budget = line.budget else {
                text += exceptions(line)
                continue
            }
            let limit = " \(Figures.duration(budget))"
            guard line.distribution.count > 0 else {
                text += dimmed("nothing was recorded, so there is no verdict on\(limit)")
                continue
            }
            let bar = PercentileBar(distribution: line.distribution, budget: budget)
                .text(columns: columns - 4 - 9)
            text += "    \(coloured(bar, line.verdict))\(style.dim(Aligned.right(limit, 9)))\n"
            text += exceptions(line)
        }
        return report.lines.contains { $0.budget != nil } ? text + dimmed(PercentileBar.legend) : text
    }

    private func exceptions(_ line: LatencyReport.Line) -> String {
        let (partial, stopped) = LatencyWords.exceptions(line)
        return (partial.map(dimmed) ?? "") + (stopped.map { "    \(style.red($0))\n" } ?? "")
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
        let width = columns < Self.wide ? (columns - 18) / Tier.allCases.count : 12
        let head = Tier.allCases.map { Aligned.right(columns < Self.wide ? $0.shortRange : $0.range, width) }.joined()
        var text = "\n" + style.dim("    \(Aligned.left("tier", 14))\(head)") + "\n"
        for line in shown {
            let counts = line.tiers.map { tier in
                let cell = Aligned.right(tier.count == 0 ? "·" : "\(tier.count)", width)
                return tier.count == 0 ? style.dim(cell) : cell
            }
            text += "    \(Aligned.left(line.metric.name, 14))\(counts.joined())\n"
        }
        return text
    }

    private var byLength: String {
        guard report.byLength.count > 0 else { return "" }
        let metrics = fitting(
            [Metric.stage(.immediate), .stage(.transcript), .stage(.insights), .total], width: 12, behind: 27,
            most: [.stage(.immediate), .stage(.insights), .total, .stage(.transcript)])
        let head = metrics.map { Aligned.right($0.name, 12) }.joined()
        var text = "\n" + style.dim("    \(Aligned.left("p99 by length", 16))  memos\(head)") + "\n"
        for length in report.byLength {
            let cells = metrics.map { metric in
                let line = length.lines.first { $0.metric == metric }
                let cell = Aligned.right(Figures.duration(line?.distribution.percentile(0.99)), 12)
                return line.map { coloured(cell, $0.verdict == .over ? .over : .none) } ?? cell
            }
            text += "    \(Aligned.left(length.length.rawValue, 16))\(Aligned.right("\(length.memos)", 7))"
            text += "\(cells.joined())\n"
        }
        return text
    }

    // MARK: Memos

    private var worst: String {
        guard let longest = report.worst.first?.total, longest > 0 else { return "" }
        // The name takes what the bar leaves; what took most is said where there is room for it.
        let isWide = columns >= Self.wide
        let bars = isWide ? 18 : 10
        let room = columns - 14 - bars
        var text = "\n" + dimmed("slowest   █ immediate ▓ transcript ▒ insights ░ rest")
        for memo in report.worst {
            let time = Aligned.right(Figures.duration(memo.total), 9)
            let most = memo.steps.max { $0.seconds < $1.seconds }.map {
                "\($0.step.rawValue) \(Figures.duration($0.seconds))"
            }
            let tells = most != nil && isWide
            let name = Self.end(of: memo.memo.printable, tells ? room - 24 : room)
            let bar = Aligned.left(SpanBar.text(of: memo, longest: longest, columns: bars), bars)
            text += "  \(time)  \(style.cyan(bar)) \(Aligned.left(name, tells ? room - 24 : 0))"
            if let most, tells { text += " \(style.dim("most: \(most)"))" }
            text += "\n"
        }
        return text
    }

    /// The end of a long name tells more than its start.
    private static func end(of text: String, _ width: Int) -> String {
        text.count > width ? "…\(text.suffix(width - 1))" : text
    }

    private var live: String {
        LatencyWords.live(report).map { "\n" + dimmed($0) } ?? ""
    }

    private var failures: String {
        guard !report.failures.isEmpty else { return "" }
        let list = report.failures.map { "\($0.count) \($0.code.printable)" }.joined(separator: ", ")
        let rows = TextWrap.rows("failed \(list)", width: columns - 4)
        let text = rows.map { "    \($0)\n" }.joined()
        return "\n    \(style.red("failed"))\(text.dropFirst(10))"
    }
}

extension Tier {
    /// Where it ends, for a narrow window.
    fileprivate var shortRange: String {
        switch self {
        case .immediate: "≤0.1s"
        case .quick: "≤0.3s"
        case .acceptable: "≤1s"
        case .patient: "≤3s"
        case .extended: ">3s"
        }
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
