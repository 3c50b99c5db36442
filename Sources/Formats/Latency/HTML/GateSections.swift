// GateSections: on the page: what was asked for, and what changed since the baseline.

import Capture
import Latency

struct CheckSection {
    var checks: [Check]

    var html: String {
        let broken = checks.count { !$0.holds }
        let rows = checks.map { check in
            let isGood: Bool? = check.verdict == .none ? nil : check.holds
            return [
                "<code>\(HTML.escape(check.requirement))</code>",
                HTML.verdict(isGood, "holds", "broken", "cannot be told, so not held"),
                check.found.map { HTML.escape(Figures.figure($0, check.unit)) } ?? "–", "\(check.count)",
                HTML.escape(check.note ?? ""),
            ]
        }
        let title =
            broken == 0
            ? "<span class=\"good\">✓</span> All that was asked for holds"
            : "<span class=\"bad\">✗</span> \(broken) of \(counted(checks.count, "requirement")) \(broken == 1 ? "does" : "do") not hold"
        return HTML.section(
            title, "What was asked of these memos, and what was found.",
            HTML.table(
                "Requirements", head: ["asked", "verdict", "found", "samples", "note"], rows: rows, words: [0, 1, 4]))
    }
}

struct ComparisonSection {
    var comparison: Comparison

    var html: String {
        let rows = comparison.lines.flatMap { line in
            // Of steps the ends are for those who ask for JSON; the page stays readable.
            line.shifts.filter { !line.metric.isStep || ["p50", "p95", "p99"].contains($0.name) }.enumerated().map {
                index, shift in
                let isGood: Bool? =
                    switch shift.verdict {
                    case .slower: false
                    case .faster: true
                    default: nil
                    }
                return [
                    index == 0 ? line.metric.name : "<span class=\"none\">\(line.metric.name)</span>", shift.name,
                    Figures.time(shift.before), Figures.time(shift.after), Figures.signedTime(shift.absolute),
                    shift.relative.map(Figures.change) ?? "–",
                    shift.interval.map {
                        "\(Figures.signedTime($0.lowerBound)) … \(Figures.signedTime($0.upperBound))"
                    } ?? "–",
                    HTML.verdict(isGood, "faster", "slower", ComparisonTable.words(shift)),
                ]
            }
        }
        let wholes = comparison.lines.map { [$0.metric.name, HTML.escape(ComparisonTable.summary($0))] }
        let difference = comparison.memos?.difference.map { "<p class=\"lead bad\">\(HTML.escape($0))</p>\n" } ?? ""
        return HTML.section(
            "Compared with the baseline", ComparisonTable.explanation.replacing("<", with: "&lt;"),
            difference
                + HTML.table(
                    "Metrics as a whole", head: ["metric", "memos before and now"], rows: wholes, words: [0, 1])
                + HTML.table(
                    "Percentiles",
                    head: [
                        "metric", "percentile", "before", "now", "shift", "change", "99 % interval", "more than noise?",
                    ],
                    rows: rows, words: [0, 1, 7]))
    }
}

extension Metric {
    fileprivate var isStep: Bool {
        if case .step = self { true } else { false }
    }
}
