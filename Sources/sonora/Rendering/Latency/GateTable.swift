// GateTable: what was asked of a report, and what was found: a table, lines with tabs, JSON.

import Capture
import Latency
import Pipeline

struct GateTable {
    var checks: [Check]
    var failedMemos = 0
    var memos = 0

    private var broken: Int { checks.count { !$0.holds } }

    /// For people at a terminal, and for programs anywhere else.
    func text(_ terminal: Terminal) -> String { terminal.isInteractive ? table(terminal.style) : plain }

    /// One line for each check: check, verdict, requirement, found, samples, note.
    var plain: String {
        checks.map { check in
            let found = check.found.map { Figures.figure($0, check.unit) } ?? "–"
            return "check\t\(check.verdict.rawValue)\t\(check.requirement.printable)\t\(found)\t\(check.count)\t"
                + "\(check.note ?? "")\n"
        }.joined()
    }

    func table(_ style: Style) -> String {
        let rows = checks.map { check in
            (
                check: check, asked: check.requirement.printable,
                found: check.found.map { Figures.figure($0, check.unit) } ?? "–", count: "\(check.count)"
            )
        }
        func width(_ title: String, _ cells: [String]) -> Int { max(title.count, cells.map(\.count).max() ?? 0) }
        let asked = width("asked", rows.map(\.asked))
        let found = width("found", rows.map(\.found))
        let count = width("samples", rows.map(\.count))
        var text =
            "  "
            + style.dim(
                "  \(Numbers.left("asked", asked))  \(Numbers.right("found", found))  \(Numbers.right("samples", count))"
            )
            + "\n"
        for row in rows {
            let mark =
                switch row.check.verdict {
                case .holds: style.green("✓")
                case .broken: style.red("✗")
                case .none: style.red("?")
                }
            let note = row.check.note.map { "  \(style.dim($0))" } ?? ""
            let value = Numbers.right(row.found, found)
            text +=
                "  \(mark) \(Numbers.left(row.asked, asked))  \(row.check.holds ? value : style.red(value))  "
                + "\(Numbers.right(row.count, count))\(note)\n"
        }
        text +=
            broken == 0
            ? "  \(style.green(checks.count == 1 ? "it holds" : "all \(checks.count) hold"))\n"
            : "  \(style.red("\(broken) of \(checks.count) \(broken == 1 ? "does" : "do") not hold"))\n"
        if failedMemos > 0 && !checks.contains(where: { $0.requirement.contains("failed") }) {
            text += style.dim("  \(failedMemos) of \(memos) memos failed and are in no time above") + "\n"
        }
        return text
    }

    /// `{"holds": …, "checks": […]}`, as the value of a key or of a document.
    func write(to json: inout JSONWriter) {
        json.object { json in
            json.field("holds", broken == 0 && !checks.isEmpty)
            json.array("checks", checks) { json, check in
                json.object { json in
                    json.field("requirement", check.requirement)
                    json.field("verdict", check.verdict.rawValue)
                    json.field("unit", check.unit.rawValue)
                    json.field("comparison", check.comparison.rawValue)
                    json.field("limit", check.limit, decimals: 6)
                    json.field("found", check.found, decimals: 6)
                    json.field("samples", check.count)
                    json.field("note", check.note)
                }
            }
        }
    }
}
