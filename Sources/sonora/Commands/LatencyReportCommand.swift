// latency report: recorded processings as figures: percentiles against budgets, tiers, the slowest memos.

import ArgumentParser
import Capture
import Latency
import Pipeline

struct LatencyReportCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "report",
        abstract: "Reports the latency of a batch, of result files, of event streams, of saved measurements.",
        discussion: """
            What a file is, its content says. Of a folder its index is read, and where there is none, all *.sonora.json and
            *.ndjson in it. hgrm is what the plotter of HdrHistogram reads, trace what https://ui.perfetto.dev opens.

            EXAMPLES
              sonora latency report results/
              sonora latency report results/ --format markdown --budget immediate=50ms
              sonora process --format ndjson *.wav | sonora latency report -
              sonora latency report measured.ndjson --format hgrm --metric insights > insights.hgrm
            """)

    @Argument(help: "Output folders of: sonora batch, and files; - is standard input.")
    var sources: [String]

    @Option(help: ArgumentHelp("One of \(LatencyFormat.names).", valueName: "format"))
    var format: LatencyFormat = .text

    @Option(
        help: ArgumentHelp(
            "What hgrm shows: queue, a stage, total, response, or step.NAME; usually total.", valueName: "name"))
    var metric: String?

    @OptionGroup var budgeting: BudgetOption

    func validate() throws {
        if sources.isEmpty { throw ValidationError("Name an output folder, a file, or - for standard input.") }
        if sources.count(where: { $0 == "-" }) > 1 { throw ValidationError("Standard input can be read only once.") }
        if metric != nil && format != .hgrm { throw ValidationError("--metric is for --format hgrm.") }
        _ = try chosenMetric()
        _ = try budgeting.budgets()
    }

    private func chosenMetric() throws -> Metric {
        guard let name = metric else { return .total }
        guard let metric = Metric(name: name) else {
            let names = Metric.all.map(\.name).joined(separator: ", ")
            throw ValidationError("--metric: there is no “\(name)”; there are \(names).")
        }
        return metric
    }

    func run() throws {
        let records = try RecordSources.read(sources) { StandardError.note($0) }
        let findings = LatencyFindings(records, budgets: try budgeting.budgets())
        try show(findings)
    }

    private func show(_ findings: LatencyFindings) throws {
        let metric = try chosenMetric()
        if format == .hgrm && findings.report[metric]?.distribution.count ?? 0 == 0 {
            StandardError.note("nothing was recorded of \(metric.name)")
        }
        let output = StandardOutput()
        try format.write(findings, metric: metric, to: output)
        try output.flush()
    }
}
