// SummaryScreen: how a run went, on a terminal.

import Capture
import Formats
import Library

struct SummaryScreen {
    let summary: BatchSummary
    /// The folder of the results.
    let output: String
    let terminal: Terminal

    func write(to destination: some ByteDestination) throws(CaptureError) {
        try destination.write(terminal.isInteractive ? pretty : summary.plain)
    }

    private var style: Style { terminal.style }

    private var pretty: String {
        var text = TextWrap.lines(
            headline, width: max(30, terminal.width - 1), indent: 2, first: "\(mark) ")
        if let speed = summary.speed {
            let sound = "\(Numbers.clock(summary.audioSeconds)) of sound · \(Numbers.fixed(speed, 0))× real time"
            text += style.dim("  \(sound) · \(counted(summary.jobs, "worker"))\n")
        }
        if !summary.measured.isEmpty { text += "\n" + stageTable }
        if summary.slowest.count > 1 {
            text += "\n  \(style.dim("slowest"))\n"
            for slow in summary.slowest {
                let time = Aligned.right(Figures.duration(slow.total), 9)
                let length = "(\(Numbers.clock(slow.seconds)))"
                let name = TextCut.middle(slow.path.printable, max(16, terminal.width - 15 - length.count))
                text += "  \(time)  \(name) \(style.dim(length))\n"
            }
        }
        text += connections + failures
        let leftAside = SkipReason.allCases.compactMap { reason in
            summary.leftAside[reason].map { "\($0) \(reason.words)" }
        }
        if !leftAside.isEmpty {
            text += "\n" + style.dim(wrap("left aside: " + leftAside.joined(separator: ", ")))
        }
        text += pruned
        if summary.gone > 0 {
            let (gone, them) =
                summary.gone == 1
                ? ("1 memo of the library is", "it") : ("\(summary.gone) memos of the library are", "them")
            text += "\n" + style.dim(wrap("\(gone) gone from the disk; --prune forgets \(them)"))
        }
        return text
    }

    private var mark: String {
        switch summary.state {
        case .completed: summary.hasFailures ? style.yellow("●") : style.green("●")
        default: style.red("●")
        }
    }

    private var headline: String {
        let names = ["done", "salvaged", "known", "skipped", "failed", "failedBefore", "vanished"]
        let parts = summary.counts.filter { names.contains($0.0) && $0.1 > 0 }
            .map { "\($0.1) \(Self.words[$0.0] ?? $0.0)" }
        let memos = counted(summary.planned, "memo")
        let verb = summary.state == .completed ? "" : ", \(summary.state.rawValue)"
        let result = parts.isEmpty ? "nothing to do" : parts.joined(separator: ", ")
        return "\(memos) in \(Numbers.clock(summary.elapsed))\(verb): \(result)"
    }

    private static let words = [
        "failedBefore": "failed before", "skipped": "unchanged", "salvaged": "of them damaged",
        "known": "known by their sound",
    ]

    private var stageTable: String {
        // Where the window is narrow, the middle of the field can be done without.
        let shown = terminal.width < 80 ? BatchSummary.percentiles.suffix(2) : BatchSummary.percentiles[...]
        let names = shown.map { Aligned.right($0.0, 10) }.joined()
        var text = style.dim("  \(Aligned.left("stage", 11)) \(Aligned.right("budget", 8))\(names)   inside\n")
        for stage in summary.measured {
            let figures = shown.map { _, share in
                Aligned.right(Figures.duration(stage.percentile(share)), 10)
            }
            let inside = "\(stage.within)/\(stage.within + stage.over)"
            let verdict = stage.over > 0 ? style.red(inside) : stage.budget == nil ? "–" : style.green(inside)
            let budget = Aligned.right(stage.budget.map(Figures.duration) ?? "–", 8)
            text += "  \(Aligned.left(stage.stage.rawValue, 11)) \(budget)\(figures.joined())   \(verdict)\n"
        }
        return text
    }

    private var connections: String {
        guard let connections = summary.connections, !connections.isEmpty else { return "" }
        var text = "\n  \(style.dim("in common"))\n"
        for connection in connections.prefix(3) {
            text += wrap("\(connection.title): \(connection.detail.printable)", mark: "◆")
        }
        if connections.count > 3 {
            text += style.dim("  and \(connections.count - 3) more: sonora library \(output.printable) connections\n")
        }
        return text
    }

    /// What was removed has to be told.
    private var pruned: String {
        guard !summary.pruned.isEmpty else { return "" }
        let count = summary.pruned.count
        var text = "\n  \(style.dim("pruned"))\n"
        text += wrap(
            count == 1
                ? "1 memo is gone from the disk, and its result was removed:"
                : "\(count) memos are gone from the disk, and their results were removed:")
        for name in summary.pruned.prefix(20) {
            text += "  \(style.yellow("−")) \(TextCut.middle(name.printable, terminal.textWidth - 4))\n"
        }
        if count > 20 { text += style.dim("  and \(count - 20) more\n") }
        return text
    }

    private var failures: String {
        guard !summary.failures.isEmpty else { return "" }
        var text = "\n  \(style.red("failed"))\n"
        for failure in summary.failures.prefix(20) {
            let reason = failure.failure
            let advice =
                failure.isOld ? "as before; replace it, or leave it out with --exclude" : reason.advice.printable
            text += wrap("\(reason.path.printable): \(reason.problem.printable); \(advice)", mark: "✗")
        }
        if summary.failures.count > 20 {
            text += style.dim(
                "  and \(summary.failures.count - 20) more: sonora library \(output.printable) --failed\n")
        }
        return text
    }

    private func wrap(_ text: String, mark: String = "") -> String {
        return TextWrap.lines(
            text, width: terminal.textWidth, indent: mark.isEmpty ? 2 : 4,
            first: mark.isEmpty ? nil : "  \(style.yellow(mark)) ")
    }
}
