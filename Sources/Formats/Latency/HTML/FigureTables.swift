// FigureTables: every figure of the report, as text.

import Latency

struct FigureTables {
    var report: LatencyReport

    var html: String {
        let metrics = HTML.table(
            "All metrics",
            head: ["metric", "count", "min", "mean"] + LatencyReport.percentiles.map(\.name) + [
                "budget", "inside", "verdict",
            ] + (hasExceptions ? ["in part", "stopped"] : []),
            rows: report.lines.map(row))
        let lengths = report.byLength.flatMap { length in
            length.lines.map { line in
                ["\(length.length.rawValue)", "\(length.memos)", line.metric.name, "\(line.distribution.count)"]
                    + percentiles(line.distribution) + [line.inside.map(HTML.percent) ?? "–"]
            }
        }
        let byLength =
            lengths.isEmpty
            ? ""
            : HTML.table(
                "By length of the memo",
                head: ["length", "memos", "metric", "count"] + LatencyReport.percentiles.map(\.name) + ["inside"],
                rows: lengths, words: [0, 2])
        let rtf = report.realtimeFactor
        let factor =
            rtf.count == 0
            ? ""
            : HTML.table(
                "Processing time per second of sound (total.rtf)",
                head: ["", "count"] + LatencyReport.percentiles.map(\.name),
                rows: [["total.rtf", "\(rtf.count)"] + percentiles(rtf)])
        return HTML.section(
            "All figures", "The same as in the pictures, for those who read, search or copy.",
            metrics + byLength + factor)
    }

    /// Whether anything came in part, or was stopped.
    private var hasExceptions: Bool { report.lines.contains { $0.partial + $0.stopped > 0 } }

    private func percentiles(_ distribution: Distribution) -> [String] {
        LatencyReport.percentiles.map { distribution.percentile($0.share).map(Figures.time) ?? "–" }
    }

    private func row(_ line: LatencyReport.Line) -> [String] {
        let isGood = line.verdict == .none ? nil : line.verdict == .within
        let distribution = line.distribution
        return [
            line.metric.name, "\(distribution.count)", distribution.min.map(Figures.time) ?? "–",
            distribution.mean.map(Figures.time) ?? "–",
        ] + percentiles(distribution) + [
            line.budget.map(Figures.time) ?? "–", line.inside.map(HTML.percent) ?? "–",
            line.budget == nil ? "–" : HTML.verdict(isGood, "within", "over", "no samples"),
        ] + (hasExceptions ? ["\(line.partial)", "\(line.stopped)"] : [])
    }
}
