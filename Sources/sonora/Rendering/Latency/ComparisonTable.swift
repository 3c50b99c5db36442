// ComparisonTable: a report beside its baseline, for a terminal; see ComparisonLines for programs.

import Capture
import Latency
import Pipeline

struct ComparisonTable {
    /// A row with all that there is takes so much.
    private static let wide = 80

    var comparison: Comparison

    static let explanation =
        "Shifts of percentiles are judged by 99 % bootstrap intervals, whole metrics by a Mann–Whitney U test at "
        + "p < 0.01. From 8 samples on each side a median can be told from noise, from 100 a p99, from 1000 a p99.9; "
        + "a maximum never."

    func text(_ terminal: Terminal) -> String {
        terminal.isInteractive ? table(terminal.style, columns: min(terminal.width, 120)) : plain
    }

    func table(_ style: Style, columns: Int) -> String {
        func paragraph(_ text: String, _ colour: (String) -> String) -> String {
            TextWrap.rows(text.printable, width: columns - 2).map { "  \(colour($0))\n" }.joined()
        }
        var text = comparison.memos?.difference.map { paragraph($0, style.yellow) } ?? ""
        for line in comparison.lines {
            text += heading(line, style, columns)
            for shift in line.shifts { text += row(shift, style, columns) }
        }
        return text + paragraph(Self.explanation, style.dim)
    }

    private func heading(_ line: Comparison.Line, _ style: Style, _ columns: Int) -> String {
        let name = line.metric.name
        // A probability stays in one piece.
        let summary = Self.summary(line).replacing("p < ", with: "p\u{A0}<\u{A0}").replacing(
            "p = ", with: "p\u{A0}=\u{A0}")
        var rows = TextWrap.rows("\(name) \(summary)", width: columns - 4)
        guard let first = rows.first else { return "" }
        rows[0] = "  \(style.bold(name))\(style.dim(String(first.dropFirst(name.count))))"
        return rows.enumerated().map { $0 == 0 ? "\($1)\n" : "    \(style.dim($1))\n" }.joined()
    }

    private func row(_ shift: Comparison.Shift, _ style: Style, _ columns: Int) -> String {
        let change = Numbers.right(shift.relative.map(Figures.change) ?? "–", 9)
        let isWide = columns >= Self.wide
        let size = isWide ? "\(Numbers.right(Figures.signedTime(shift.absolute), 9)) \(change)" : change
        let words = isWide ? Self.words(shift) : Self.shortWords(shift, columns)
        return "    \(Numbers.left(shift.name, 6)) \(Numbers.right(Figures.time(shift.before), 8)) → "
            + "\(Numbers.right(Figures.time(shift.after), 8)) \(colour(size, shift.verdict, style))  "
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

    /// `200 and 200 · slower: 71 % of pairs, p < 0.0001`.
    static func summary(_ line: Comparison.Line) -> String {
        let counts = "\(line.countBefore) and \(line.countAfter)"
        guard let test = line.rankTest else {
            let missing = line.countBefore == 0 ? "nothing in the baseline" : "nothing now"
            return "\(counts) · \(line.shifts.isEmpty ? missing : "too few to tell")"
        }
        let word = line.verdict == .noise ? "no more than noise" : "\(line.verdict.rawValue) as a whole"
        return "\(counts) · \(word): now slower in \(Figures.percent(test.superiority)) of pairs, "
            + Figures.probability(test.p)
    }

    static func words(_ shift: Comparison.Shift) -> String {
        switch shift.verdict {
        case .slower, .faster: shift.verdict.rawValue
        case .noise: "noise"
        case .tooFew: "too few to tell: \(Comparison.fewest(for: shift.share)) needed"
        case .untested: "not judged"
        }
    }

    /// The same for a narrow window.
    private static func shortWords(_ shift: Comparison.Shift, _ columns: Int) -> String {
        let needed = Comparison.fewest(for: shift.share)
        return switch shift.verdict {
        case .tooFew: columns < 56 ? "n < \(needed)" : "\(needed) needed"
        case .untested: "–"
        case .slower, .faster, .noise: words(shift)
        }
    }
}
