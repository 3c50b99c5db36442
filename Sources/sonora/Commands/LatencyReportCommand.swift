// latency report: recorded processings as figures: percentiles against budgets, tiers, the slowest memos.

import ArgumentParser
import Capture
import Files
import Latency
import Pipeline

struct LatencyReportCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "report",
        abstract: "Reports the latency of a batch, of result files, of event streams, of saved measurements.",
        discussion: """
            What a file is, its content says. Of a folder its index is read, and where there is none, all *.sonora.json \
            and *.ndjson in it. hgrm is what the plotter of HdrHistogram reads, trace what https://ui.perfetto.dev opens.

            EXAMPLES
              sonora latency report results/
              sonora latency report results/ --format markdown --budget immediate=50ms
              sonora process --format ndjson *.wav | sonora latency report -
              sonora latency report measured.ndjson --format hgrm --metric insights > insights.hgrm
              sonora latency report results/ --format html > latency.html
              sonora latency report results/ --require 'immediate.p99 < 100ms' --require 'failed.count == 0'
              sonora latency report new.ndjson --baseline old.ndjson --max-regression 10%
            """)

    @Argument(help: "Output folders of: sonora batch, and files; - is standard input.")
    var sources: [String]

    @OptionGroup var reporting: ReportOptions

    @OptionGroup var colouring: ColorOption

    func validate() throws {
        if sources.isEmpty { throw ValidationError("Name an output folder, a file, or - for standard input.") }
        if sources.count(where: { $0 == "-" }) > 1 { throw ValidationError("Standard input can be read only once.") }
        if reporting.gating.baseline == "-" && sources.contains("-") {
            throw ValidationError("Standard input can be read only once.")
        }
    }

    func run() throws {
        let records = try RecordSources.read(sources) { StandardError.note($0) }
        // A report of nothing would look like one of memos that are all well.
        guard !records.isEmpty else {
            let names = sources.map(FileName.display).joined(separator: ", ")
            StandardError.say("no memo is recorded in \(names); name what sonora batch or latency measure wrote")
            throw CommandFailure()
        }
        try reporting.conclude(records, title: sources.map(FileName.display).joined(separator: ", "))
    }
}
