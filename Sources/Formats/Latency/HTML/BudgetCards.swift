// BudgetCards: one card for each budget: the p99, the budget, and how much of it was used.

import Capture
import Latency

struct BudgetCards {
    var lines: [LatencyReport.Line]

    var html: String {
        let cards = lines.filter { $0.budget != nil }.map(card).joined()
        return cards.isEmpty ? "" : "<section class=\"cards\" aria-label=\"Budgets\">\n\(cards)</section>\n"
    }

    private func card(_ line: LatencyReport.Line) -> String {
        let budget = line.budget ?? 0
        let colour = HTML.colour(of: line.metric)
        let isGood = line.verdict == .none ? nil : line.verdict == .within
        var html = """
            <div class="card">
            <div class="top"><h3><span class="key \(colour)"></span>\(line.metric.name)</h3>\
            \(HTML.verdict(isGood, "all in time", "some late", "no samples"))</div>

            """
        guard let p99 = line.distribution.percentile(0.99), let inside = line.inside else {
            return html + "<p class=\"big\">–</p><p class=\"of\">budget \(Figures.time(budget))</p></div>\n"
        }
        html +=
            "<p class=\"big\">\(Figures.time(p99))</p><p class=\"of\">p99, of a budget of \(Figures.time(budget))</p>\n"
        html += bar(line, budget, colour)
        let count = counted(line.distribution.count, "memo")
        html += "<p class=\"small\">\(HTML.percent(inside)) of \(count) inside, the slowest after "
        html += "\(Figures.time(line.distribution.max ?? 0))</p>\n"
        let (partial, stopped) = LatencyWords.exceptions(line)
        if let partial { html += "<p class=\"small\">\(partial)</p>\n" }
        if let stopped { html += "<p class=\"small bad\">\(stopped)</p>\n" }
        return html + "</div>\n"
    }

    /// The median, the p99 and the maximum on the way to the budget.
    private func bar(_ line: LatencyReport.Line, _ budget: Double, _ colour: String) -> String {
        var svg = SVG(width: 240, height: 16)
        let (median, p99) = (line.distribution.percentile(0.5) ?? 0, line.distribution.percentile(0.99) ?? 0)
        let longest = line.distribution.max ?? 0
        // Beyond the budget there is room for what is late.
        let full = max(budget * 1.12, longest * 1.02)
        func place(_ seconds: Double) -> Double { seconds / full * 240 }
        svg.rect(0, 4, 240, 8, "track")
        svg.rect(0, 4, max(2, place(longest)), 8, "fill beyond \(colour)")
        svg.rect(0, 4, max(2, place(p99)), 8, "fill \(colour)")
        svg.line(place(median), 2, place(median), 14, "mark")
        svg.line(place(budget), 0, place(budget), 16, "limit")
        return svg.element(
            "\(line.metric.name) against its budget",
            "median \(Figures.time(median)), p99 \(Figures.time(p99)), maximum \(Figures.time(longest)), "
                + "budget \(Figures.time(budget))")
    }
}
