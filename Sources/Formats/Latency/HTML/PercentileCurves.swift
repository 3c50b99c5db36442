// PercentileCurves: how long how many memos took, out to the rare ones, against the budgets.

import Foundation
import Latency

/// As HdrHistogram's plots: each nine of a percentile takes the same width, and so does each power of ten of a time.
struct PercentileCurves {
    var lines: [LatencyReport.Line]

    private static let (width, height) = (1060.0, 430.0)
    private static let (left, right, top, bottom) = (64.0, 905.0, 14.0, 386.0)

    /// Nines that are drawn: as far as the samples reach.
    private var nines: Double {
        let count = lines.map(\.distribution.count).max() ?? 1
        return min(5, max(1, log10(Double(count))))
    }

    private func x(_ share: Double) -> Double {
        let passed = share >= 1 ? nines : min(nines, -log10(1 - share))
        return Self.left + (Self.right - Self.left) * passed / nines
    }

    var html: String {
        let budgets = lines.compactMap(\.budget)
        let times = lines.flatMap { [$0.distribution.min ?? 1, $0.distribution.max ?? 1] } + budgets
        let axis = LogAxis(times.min() ?? 1e-3, times.max() ?? 1, from: Self.bottom, to: Self.top)
        var svg = SVG(width: Self.width, height: Self.height)
        grid(axis, &svg)
        var labels: [(y: Double, text: String, colour: String)] = []
        var limits: [(y: Double, text: String, colour: String)] = []
        for line in lines {
            let colour = HTML.colour(of: line.metric)
            if let budget = line.budget {
                let y = axis.place(budget)
                svg.line(Self.left, y, Self.right, y, "budget \(colour)")
                limits.append((y, "budget \(line.metric.name) \(Figures.time(budget))", colour))
            }
            let points = curve(line.distribution, axis)
            svg.path(points, "curve \(colour)")
            let longest = line.distribution.max ?? 0
            labels.append((points.last?.y ?? 0, "\(line.metric.name) \(Figures.time(longest))", colour))
        }
        // Above the curves, which begin where these stand.
        for limit in limits { svg.text(Self.left + 8, limit.y - 5, limit.text, "tint \(limit.colour)") }
        for label in Self.spread(labels) { svg.text(Self.right + 10, label.y + 4, label.text, "tint \(label.colour)") }
        let description = lines.map { line in
            let figures = LatencyReport.percentiles.map { percentile in
                "\(percentile.name) \(line.distribution.percentile(percentile.share).map(Figures.time) ?? "–")"
            }
            return "\(line.metric.name): \(figures.joined(separator: ", "))"
        }
        let picture = svg.element("Time by percentile", description.joined(separator: "; "), "wide")
        return HTML.section(
            "Percentiles against the budgets",
            "Each curve climbs from the fastest memo at the left to the slowest at the right, which is named. Both scales "
                + "are logarithmic. A curve that stays under the dotted line of its colour keeps its budget.",
            "<div class=\"pan\">\(picture)</div>\n")
    }

    private func grid(_ axis: LogAxis, _ svg: inout SVG) {
        for time in axis.ticks {
            let y = axis.place(time)
            svg.line(Self.left, y, Self.right, y, "grid")
            svg.text(Self.left - 10, y + 4, LogAxis.label(time), anchor: "end")
        }
        let shares: [(Double, String)] = [
            (0, "0"), (0.5, "50 %"), (0.75, "75 %"), (0.9, "90 %"), (0.99, "99 %"), (0.999, "99.9 %"),
            (0.9999, "99.99 %"), (0.99999, "99.999 %"),
        ]
        for (share, label) in shares where -log10(1 - share) <= nines + 0.001 {
            svg.line(x(share), Self.top, x(share), Self.bottom, "grid")
            svg.text(x(share), Self.bottom + 20, label, anchor: "middle")
        }
        // Beyond the last label, and where it would not touch it.
        if nines - floor(nines) > 0.3 {
            svg.line(Self.right, Self.top, Self.right, Self.bottom, "grid")
            svg.text(Self.right, Self.bottom + 20, "slowest", anchor: "middle")
        }
        svg.line(Self.left, Self.bottom, Self.right, Self.bottom, "base")
        svg.text(
            (Self.left + Self.right) / 2, Self.bottom + 40, "share of memos that had their answer", anchor: "middle")
    }

    private func curve(_ distribution: Distribution, _ axis: LogAxis) -> [(x: Double, y: Double)] {
        let count = Double(distribution.count)
        let steps = 160
        // Beyond the last sample there is nothing to draw.
        let end = min(nines, log10(max(count, 1.0)))
        var points = (0...steps).map { step in
            let share = 1 - pow(10, -end * Double(step) / Double(steps))
            return (x: x(share), y: axis.place(distribution.percentile(share) ?? 0))
        }
        points.append((x: points.last?.x ?? 0, y: axis.place(distribution.max ?? 0)))
        return points
    }

    /// Moves labels apart that would lie on each other.
    private static func spread(_ labels: [(y: Double, text: String, colour: String)]) -> [(
        y: Double, text: String, colour: String
    )] {
        var sorted = labels.sorted { $0.y < $1.y }
        let distance = 16.0
        for index in sorted.indices.dropFirst() {
            sorted[index].y = max(sorted[index].y, sorted[index - 1].y + distance)
        }
        var lowest = bottom - 4
        for index in sorted.indices.reversed() {
            sorted[index].y = min(sorted[index].y, lowest)
            lowest = sorted[index].y - distance
        }
        return sorted
    }
}
