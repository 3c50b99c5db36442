// LatencyFormat: the formats that a latency report is written in.

import Capture
import Latency
import Pipeline

/// How a latency report can be written.
public enum LatencyFormat: String, CaseIterable, Sendable {
    /// Lines with tabs.
    case text
    case markdown, json, csv
    /// Percentiles of one metric, for the plotter of HdrHistogram.
    case hgrm
    /// Single memos, for https://ui.perfetto.dev
    case trace
    /// For a node exporter's textfile collector.
    case prometheus
    /// One page, with pictures, that needs nothing else.
    case html
}

extension LatencyFormat {
    /// Whether there is no place for what changed since a baseline.
    public var isOfOneMeasurement: Bool { [.hgrm, .trace, .prometheus].contains(self) }

    /// What the name of a file in this format ends in.
    public var fileExtension: String {
        switch self {
        case .text: "txt"
        case .markdown: "md"
        case .trace: "trace.json"
        case .prometheus: "prom"
        case .json, .csv, .hgrm, .html: rawValue
        }
    }

    /// Writes the whole document; the destination is not flushed.
    /// - Parameter metric: the one that a format of a single one shows.
    /// - Throws: what the destination throws.
    public func write(
        _ findings: LatencyFindings, metric: Metric = .total, to output: some ByteDestination
    ) throws(CaptureError) {
        let report = findings.report
        let (gate, table) = (findings.gate, findings.table)
        switch self {
        case .text:
            try output.write(LatencyLines(report: report).text)
            if let table { try output.write("\n" + table.plain) }
        case .markdown:
            try output.write(LatencyMarkdown(report: report).text)
            if let gate { try output.write(gate.markdown) }
            if let table { try output.write(table.markdown) }
        case .json: try output.write(bytes: LatencyJSON(report: report, gate: gate, comparison: table).bytes)
        case .csv:
            try output.write(LatencyCSV(report: report).text)
            if let gate { try output.write(gate.csv) }
            if let table { try output.write(table.csv) }
        case .hgrm: try output.write((report[metric]?.distribution ?? Distribution()).percentileText)
        case .trace: try LatencyTrace(findings.records, budgets: findings.budgets).write(to: output)
        case .prometheus: try output.write(LatencyPrometheus(report: report).text)
        case .html:
            try HTMLReport(
                report: report, title: findings.title, checks: findings.checks, comparison: findings.comparison
            ).write(to: output)
        }
    }
}
