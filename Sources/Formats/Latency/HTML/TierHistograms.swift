// TierHistograms: for each stage, how many memos took how long, over the tiers of response.

import Foundation
import Latency

struct TierHistograms {
    var lines: [LatencyReport.Line]

    private static let (width, height) = (520.0, 190.0)
    private static let (left, right, top, bottom) = (8.0, 512.0, 46.0, 162.0)
    private static let bins = 84

    /// The same for all stages, so that they can be compared by eye; it always holds all tiers.
    private var axis: LogAxis {
        let shortest = lines.compactMap(\.distribution.min).min() ?? 1e-3
        let longest = lines.compactMap(\.distribution.max).max() ?? 1
        return LogAxis(min(shortest, 0.02), max(longest, 8), from: Self.left, to: Self.right)
    }

    var html: String {
        let axis = axis
        let pictures = lines.map { "<div>\(heading($0))\(picture($0, axis))</div>\n" }.joined()
        let rows = lines.map { line in
            [line.metric.name]
                + line.tiers.map { tier in
                    tier.count == 0
                        ? "0" : "\(tier.count) <span class=\"none\">(\(share(tier.count, of: line)))</span>"
                }
        }
        let table = HTML.table(
            "Memos in each tier", head: ["stage"] + Tier.allCases.map { "\($0.rawValue)<br/>\($0.range)" }, rows: rows)
        return HTML.section(
            "How long, and how often",
            "The shaded bands are the tiers of response: what feels immediate, quick, acceptable, patient, and longer. "
                + "The dashed line is the budget; what came later is red.",
            "<div class=\"multiples\">\n\(pictures)</div>\n\(table)")
    }

    private func heading(_ line: LatencyReport.Line) -> String {
        let budget = line.budget.map { " <small class=\"none\">budget \(Figures.time($0))</small>" } ?? ""
        return "<h3><span class=\"key \(HTML.colour(of: line.metric))\"></span>\(line.metric.name)\(budget)</h3>\n"
    }

    private func share(_ count: Int, of line: LatencyReport.Line) -> String {
        HTML.percent(Double(count) / Double(max(1, line.distribution.count)))
    }

    private func picture(_ line: LatencyReport.Line, _ axis: LogAxis) -> String {
        var svg = SVG(width: Self.width, height: Self.height)
        var start = axis.low
        for (index, tier) in line.tiers.enumerated() {
            let end = min(tier.tier.end ?? axis.high, axis.high)
            let (from, to) = (axis.place(start), axis.place(end))
            if index % 2 == 0 { svg.rect(from, Self.top - 28, to - from, Self.bottom - Self.top + 28, "band") }
            let middle = (from + to) / 2
            svg.text(
                middle, Self.top - 14, tier.tier.rawValue, "fine", anchor: "middle")
            if tier.count > 0 {
                svg.text(middle, Self.top, share(tier.count, of: line), "strong", anchor: "middle")
            }
            start = end
        }
        bars(line, axis, &svg)
        for time in axis.ticks {
            let x = axis.place(time)
            svg.line(x, Self.bottom, x, Self.bottom + 4, "base")
            svg.text(
                x, Self.bottom + 18, LogAxis.label(time),
                anchor: x < Self.left + 20 ? "start" : x > Self.right - 20 ? "end" : "middle")
        }
        svg.line(Self.left, Self.bottom, Self.right, Self.bottom, "base")
        if let budget = line.budget {
            svg.line(axis.place(budget), Self.top + 6, axis.place(budget), Self.bottom, "limit")
        }
        let tiers = line.tiers.map { "\($0.tier.range): \($0.count)" }.joined(separator: ", ")
        return svg.element("\(line.metric.name) by tier", tiers)
    }

    private func bars(_ line: LatencyReport.Line, _ axis: LogAxis, _ svg: inout SVG) {
        var counts = [Int](repeating: 0, count: Self.bins)
        let ratio = log(axis.high / axis.low)
        for value in line.distribution.values {
            let share = log(max(value, axis.low) / axis.low) / ratio
            counts[min(Self.bins - 1, Int(share * Double(Self.bins)))] += 1
        }
        let tallest = Double(counts.max() ?? 1)
        let width = (Self.right - Self.left) / Double(Self.bins)
        let colour = HTML.colour(of: line.metric)
        for (bin, count) in counts.enumerated() where count > 0 {
            // A single memo among thousands is still to be seen.
            let height = max(2, Double(count) / tallest * (Self.bottom - Self.top - 10))
            let from = axis.low * exp(ratio * Double(bin) / Double(Self.bins))
            let isLate = line.budget.map { from >= $0 * 0.999 } ?? false
            svg.rect(
                Self.left + Double(bin) * width + 0.5, Self.bottom - height, width - 1, height,
                isLate ? "late" : "fill \(colour)",
                title: "\(Figures.time(from)) and longer: \(count)")
        }
    }
}
