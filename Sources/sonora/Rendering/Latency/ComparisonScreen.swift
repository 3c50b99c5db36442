// ComparisonScreen: a report beside its baseline, on a terminal.

import Capture
import Formats
import Latency

struct ComparisonScreen {
    /// A row with all that there is takes so much.
    private static let wide = 80

    let comparison: Comparison

    func table(_ style: Style, columns: Int) -> String {
        func paragraph(_ text: String, _ colour: (String) -> String) -> String {
            TextWrap.rows(text.printable, width: columns - 2).map { "  \(colour($0))\n" }.joined()
        }
        var text = comparison.memos?.difference.map { paragraph($0, style.yellow) } ?? ""
        for line in comparison.lines {
            text += heading(line, style, columns)
            for shift in line.shifts { text += row(shift, style, columns) }
        }
        return text + paragraph(ComparisonTable.explanation, style.dim)
    }

    private func heading(_ line: Comparison.Line, _ style: Style, _ columns: Int) -> String {
        let name = line.metric.name
        // A probability stays in one piece.
        let summary = ComparisonTable.summary(line).replacing("p < ", with: "p\u{A0}<\u{A0}").replacing(
            "p = ", with: "p\u{A0}=\u{A0}")
        var rows = TextWrap.rows("\(name) \(summary)", width: columns - 4)
        guard let first = rows.first else { return "" }
        rows[0] = "  \(style.bold(name))\(style.dim(String(first.dropFirst(name.count))))"
        return rows.enumerated().map { $0 == 0 ? "\($1)\n" : "    \(style.dim($1))\n" }.joined()
    }

    private func row(_ shift: Comparison.Shift, _ style: Style, _ columns: Int) -> String {
        let change = Aligned.right(shift.relative.map(Figures.change) ?? "–", 9)
        let isWide = columns >= Self.wide
        let size = isWide ? "\(Aligned.right(Figures.signedTime(shift.absolute), 9)) \(change)" : change
        let words = isWide ? ComparisonTable.words(shift) : Self.shortWords(shift, columns)
        return "    \(Aligned.left(shift.name, 6)) \(Aligned.right(Figures.time(shift.before), 8)) → "
            + "\(Aligned.right(Figures.time(shift.after), 8)) \(colour(size, shift.verdict, style))  "
            + "\(colour(words, shift.verdict, style))\n"
    }

    private func colour(_ text: String, _ verdict: Comparison.Verdict, _ style: Style) -> String {
        switch verdict {
        case .slower: style.red(text)
        case .faster: style.green(text)
        case .noise: text
        case .tooFew, .untested: style.dim(text)
        }
    }

    /// The same for a narrow window.
    private static func shortWords(_ shift: Comparison.Shift, _ columns: Int) -> String {
        let needed = Comparison.fewest(for: shift.share)
        return switch shift.verdict {
        case .tooFew: columns < 56 ? "n < \(needed)" : "\(needed) needed"
        case .untested: "–"
        case .slower, .faster, .noise: ComparisonTable.words(shift)
        }
    }
}
