// GateTable: what was asked of a report, and what was found: for a terminal, as lines with tabs, JSON, CSV, markdown.

import Capture
import Latency
import Pipeline

struct GateTable {
    var checks: [Check]
    var failedMemos = 0
    var memos = 0

    private var broken: Int { checks.count { !$0.holds } }

    /// For people at a terminal, and for programs anywhere else.
    func text(_ terminal: Terminal) -> String {
        terminal.isInteractive ? table(terminal.style, columns: terminal.width) : plain
    }

    private static func found(_ check: Check) -> String {
        check.found.map { Figures.figure($0, check.unit) } ?? "–"
    }

    // MARK: For people

    func table(_ style: Style, columns: Int) -> String {
        let rows = checks.map { (check: $0, asked: $0.requirement.printable, found: Self.found($0)) }
        func width(_ title: String, _ cells: [String]) -> Int { max(title.count, cells.map(\.count).max() ?? 0) }
        let asked = width("asked", rows.map(\.asked))
        let found = width("found", rows.map(\.found))
        let count = width("samples", rows.map { "\($0.check.count)" })
        let isWide = 4 + asked + 2 + found + 2 + count <= columns
        var text = ""
        if isWide {
            let head =
                "\(Numbers.left("asked", asked))  \(Numbers.right("found", found))  \(Numbers.right("samples", count))"
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
                text += "  \(mark) \(Numbers.left(row.asked, asked))  \(coloured(Numbers.right(row.found, found)))  "
                text += "\(Numbers.right("\(row.check.count)", count))"
            } else {
                text += TextWrap.lines(row.asked, width: columns, indent: 4, first: "  \(mark) ")
                text += "      \(coloured(row.found)) · \(counted(row.check.count, "sample"))"
            }
            text += note(row.check.note, style, behind: isWide ? 4 + asked + 2 + found + 2 + count : columns, columns)
        }
        text +=
            broken == 0
            ? "  \(style.green(checks.count == 1 ? "it holds" : "all \(checks.count) hold"))\n"
            : "  \(style.red("\(broken) of \(checks.count) \(broken == 1 ? "does" : "do") not hold"))\n"
        if failedMemos > 0 && !checks.contains(where: { $0.subject == .failed }) {
            text += TextWrap.lines(
                "\(failedMemos) of \(counted(memos, "memo")) failed and \(failedMemos == 1 ? "has" : "have") no total",
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

    // MARK: For programs

    /// One line for each check: check, verdict, requirement, found, samples, note. One more where memos failed: how many,
    /// of how many.
    var plain: String {
        let lines = checks.map { check in
            "check\t\(check.verdict.rawValue)\t\(check.requirement.printable)\t\(Self.found(check))\t\(check.count)\t"
                + "\(check.note ?? "")\n"
        }
        return lines.joined() + (failedMemos > 0 ? "failed\t\(failedMemos)\t\(memos)\n" : "")
    }

    /// Lines of `LatencyCSV`; the metric is the requirement.
    var csv: String {
        checks.map { check in
            var figures = [("verdict", check.verdict.rawValue), ("samples", "\(check.count)")]
            if let found = check.found { figures.append(("found", Numbers.fixed(found, 9))) }
            figures.append(("limit", Numbers.fixed(check.limit, 9)))
            if let note = check.note { figures.append(("note", note)) }
            return figures.map { CSV.line(["check", check.requirement, $0.0, $0.1]) }.joined()
        }.joined()
    }

    var markdown: String {
        let rows = checks.map { check in
            let verdict =
                switch check.verdict {
                case .holds: "holds"
                case .broken: "**broken**"
                case .none: "**cannot be told**"
                }
            return [
                LatencyMarkdown.code(check.requirement), Self.found(check), "\(check.count)", verdict,
                check.note?.replacing("|", with: "\\|") ?? "",
            ]
        }
        let sum =
            broken == 0 ? "All of it holds." : "\(broken) of \(checks.count) \(broken == 1 ? "does" : "do") not hold."
        return "\n## Requirements\n\n\(sum)\n\n"
            + LatencyMarkdown.table(["asked", "found", "samples", "verdict", "note"], rows)
    }

    /// `{"holds": …, "failedMemos": …, "asked": […]}`, as the value of a key.
    func write(to json: inout JSONWriter) {
        json.object { json in
            json.field("holds", broken == 0 && !checks.isEmpty)
            json.field("failedMemos", failedMemos)
            json.array("asked", checks) { json, check in
                json.object { json in
                    json.field("requirement", check.requirement)
                    json.field("verdict", check.verdict.rawValue)
                    json.field("unit", check.unit.rawValue)
                    json.field("comparison", check.comparison.rawValue)
                    json.field("limit", check.limit, decimals: 9)
                    json.field("found", check.found, decimals: 9)
                    json.field("samples", check.count)
                    json.field("note", check.note)
                }
            }
        }
    }
}
