// GateScreen: what was asked of a report, and what was found, on a terminal.

import Capture
import Formats
import Latency

struct GateScreen {
    let gate: GateTable

    func table(_ style: Style, columns: Int) -> String {
        let rows = gate.checks.map { (check: $0, asked: $0.requirement.printable, found: GateTable.found($0)) }
        func width(_ title: String, _ cells: [String]) -> Int { max(title.count, cells.map(\.count).max() ?? 0) }
        let asked = width("asked", rows.map(\.asked))
        let found = width("found", rows.map(\.found))
        let count = width("samples", rows.map { "\($0.check.count)" })
        let isWide = 4 + asked + 2 + found + 2 + count <= columns
        var text = ""
        if isWide {
            let head =
                "\(Aligned.left("asked", asked))  \(Aligned.right("found", found))  \(Aligned.right("samples", count))"
            text += "    \(style.dim(head))\n"
        }
        for row in rows {
            let mark =
                switch row.check.verdict {
                case .holds: style.green("✓")
                case .broken: style.red("✗")
                case .none: style.red("?")
                }
            func coloured(_ value: String) -> String { row.check.holds ? value : style.red(value) }
            if isWide {
                text += "  \(mark) \(Aligned.left(row.asked, asked))  \(coloured(Aligned.right(row.found, found)))  "
                text += "\(Aligned.right("\(row.check.count)", count))"
            } else {
                text += TextWrap.lines(row.asked, width: columns, indent: 4, first: "  \(mark) ")
                text += "      \(coloured(row.found)) · \(counted(row.check.count, "sample"))"
            }
            text += note(row.check.note, style, behind: isWide ? 4 + asked + 2 + found + 2 + count : columns, columns)
        }
        text +=
            gate.broken == 0
            ? "  \(style.green(gate.checks.count == 1 ? "it holds" : "all \(gate.checks.count) hold"))\n"
            : "  \(style.red("\(gate.broken) of \(gate.checks.count) \(gate.broken == 1 ? "does" : "do") not hold"))\n"
        if gate.failedMemos > 0 && !gate.checks.contains(where: { $0.subject == .failed }) {
            text += TextWrap.lines(
                "\(gate.failedMemos) of \(counted(gate.memos, "memo")) failed and \(gate.failedMemos == 1 ? "has" : "have") no total",
                width: columns, indent: 2)
        }
        return text
    }

    /// Behind its line where there is room for it, else below.
    private func note(_ note: String?, _ style: Style, behind taken: Int, _ columns: Int) -> String {
        guard let note else { return "\n" }
        if taken + 2 + note.count <= columns { return "  \(style.dim(note))\n" }
        let rows = TextWrap.rows(note, width: columns - 6)
        return "\n" + rows.map { "      \(style.dim($0))\n" }.joined()
    }
}
