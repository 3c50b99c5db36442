// LatencyFormat: what a latency report can be written as.

import ArgumentParser
import Capture
import Latency
import Pipeline

enum LatencyFormat: String, CaseIterable, ExpressibleByArgument {
    case text, markdown, json, csv, hgrm, trace, prometheus, html

    static let names = allCases.map(\.rawValue).joined(separator: ", ")
}

/// A report and all that it was made from, for a format that shows single memos.
struct LatencyFindings {
    var records: [RecordedMemo]
    var budgets: Budgets
    var report: LatencyReport
    /// Where they come from, for people.
    var title: String
    var checks: [Check] = []
    var comparison: Comparison?

    /// - Parameter hasReport: whether anybody will look at the report; else it is one of nothing.
    init(_ records: [RecordedMemo], title: String, budgets: Budgets, hasReport: Bool = true) {
        self.records = records
        self.title = title
        self.budgets = budgets
        report = LatencyReport(hasReport ? records : [], budgets: budgets)
    }
}

extension LatencyFindings {
    /// `nil` where nothing was asked for.
    var gate: GateTable? {
        checks.isEmpty ? nil : GateTable(checks: checks, failedMemos: report.failed, memos: report.memos)
    }

    var table: ComparisonTable? { comparison.map { ComparisonTable(comparison: $0) } }
}

extension LatencyFormat {
    /// Whether there is no place for what changed since a baseline.
    var isOfOneMeasurement: Bool { [.hgrm, .trace, .prometheus].contains(self) }

    /// What the name of a file in this format ends in.
    var fileExtension: String {
        switch self {
        case .text: "txt"
        case .markdown: "md"
        case .trace: "trace.json"
        case .prometheus: "prom"
        case .json, .csv, .hgrm, .html: rawValue
        }
    }

    /// - Parameters:
    ///   - metric: the one that a format of a single one shows.
    ///   - terminal: what the text is for; `nil` for a file.
    func write(
        _ findings: LatencyFindings, metric: Metric, to output: some ByteDestination, terminal: Terminal?
    ) throws {
        let report = findings.report
        switch self {
        case .text:
            if let terminal, terminal.isInteractive {
                try output.write(LatencyText(report: report, style: terminal.style, columns: terminal.width).text)
            } else {
                try output.write(LatencyLines(report: report).text)
            }
            if let table = findings.table { try output.write("\n" + (terminal.map(table.text) ?? table.plain)) }
        case .markdown:
            try output.write(LatencyMarkdown(report: report).text)
            if let gate = findings.gate { try output.write(gate.markdown) }
            if let table = findings.table { try output.write(table.markdown) }
        case .json:
            try output.write(bytes: LatencyJSON(report: report, gate: findings.gate, comparison: findings.table).bytes)
        case .csv:
            try output.write(LatencyCSV(report: report).text)
            if let gate = findings.gate { try output.write(gate.csv) }
            if let table = findings.table { try output.write(table.csv) }
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
