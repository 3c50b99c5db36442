// GateTable: what was asked of a report, and what was found: as lines with tabs, JSON, CSV, markdown.

import Capture
import Latency
import Pipeline

package struct GateTable {
    package let checks: [Check]
    package let failedMemos: Int
    package let memos: Int

    package var broken: Int { checks.count { !$0.holds } }

    package static func found(_ check: Check) -> String {
        check.found.map { Figures.figure($0, check.unit) } ?? Figures.none
    }

    /// One line for each check: check, verdict, requirement, found, samples, note. One more where memos failed: how many,
    /// of how many.
    package var plain: String {
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
                Markdown.code(check.requirement), Self.found(check), "\(check.count)", verdict,
                check.note?.replacing("|", with: "\\|") ?? "",
            ]
        }
        let sum =
            broken == 0 ? "All of it holds." : "\(broken) of \(checks.count) \(broken == 1 ? "does" : "do") not hold."
        return "\n## Requirements\n\n\(sum)\n\n"
            + Markdown.table(["asked", "found", "samples", "verdict", "note"], rows)
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
