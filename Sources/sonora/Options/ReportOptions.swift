// ReportOptions: what becomes of measurements: a report in some format, a comparison, a verdict.

import ArgumentParser
import Capture
import Files
import Formats
import Latency
import Pipeline

struct ReportOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "One of \(LatencyFormat.names); usually text; with --output it may be given several times.",
            valueName: "format"))
    var format: [LatencyFormat] = []

    @Option(
        name: [.short, .long],
        help: ArgumentHelp(
            "Write the report into this folder, as latency.md or latency.html, one file for each format, and print nothing.",
            valueName: "folder"))
    var output: String?

    @Option(
        help: ArgumentHelp(
            "What hgrm shows: queue, a stage, total, response, or step.NAME; usually total.", valueName: "name"))
    var metric: String?

    @OptionGroup var budgeting: BudgetOption
    @OptionGroup var gating: GateOptions

    func validate() throws {
        if metric != nil && !formats.contains(.hgrm) { throw ValidationError("--metric is for --format hgrm.") }
        if formats.count > 1 && output == nil {
            throw ValidationError("Several formats are several files; name a folder for them: --output FOLDER")
        }
        _ = try chosenMetric()
        _ = try budgeting.budgets()
    }

    private var formats: [LatencyFormat] { format.isEmpty ? [.text] : format.withoutRepeats }

    private func chosenMetric() throws -> Metric {
        guard let name = metric else { return .total }
        guard let metric = Metric(name: name) else {
            let names = Metric.all.map(\.name).joined(separator: ", ")
            throw ValidationError("--metric: there is no “\(name)”; there are \(names).")
        }
        return metric
    }

    /// What a report needs besides the records.
    struct Basis {
        var budgets: Budgets
        /// What to compare with.
        var baseline: [RecordedMemo]?
    }

    /// Reads what the options name, before anybody measures for an hour only to learn of a misspelt name.
    func prepare() throws -> Basis {
        Basis(
            budgets: try gating.budgets(replacing: budgeting),
            baseline: try gating.baseline.map { baseline in
                try RecordSources.read([baseline]) { StandardError.note($0) }
            })
    }

    /// Shows what was measured, and says what of it does not hold.
    /// - Parameter basis: what `prepare()` read, where that was done before.
    /// - Throws: `CommandFailure` with status 3.
    func conclude(_ records: [RecordedMemo], title: String, basis: Basis? = nil) throws {
        let basis = try basis ?? prepare()
        let budgets = basis.budgets
        // A trace shows memos, and needs no figures of all of them unless something is asked of these.
        let isTraceAlone = formats == [.trace] && gating.asksNothing
        var findings = LatencyFindings(records, title: title, budgets: budgets, hasReport: !isTraceAlone)
        if let baseline = gating.baseline, let before = basis.baseline {
            let memos = MemoSets(records, baseline: before)
            if let difference = memos.difference { StandardError.note("\(FileName.display(baseline)): \(difference)") }
            findings.comparison = Comparison(
                findings.report, baseline: LatencyReport(before, budgets: budgets), memos: memos)
            for format in formats where format.isOfOneMeasurement {
                StandardError.note("\(format.rawValue) has no place for what changed since the baseline")
            }
        }
        findings.checks = try gating.checks(of: findings.report, findings.comparison)
        let metric = try chosenMetric()
        let hasHistogram = formats.contains(.hgrm)
        if hasHistogram && findings.report[metric]?.distribution.count ?? 0 == 0 {
            StandardError.note("nothing was recorded of \(metric.name)")
        }
        if let beyond = findings.report[metric]?.distribution.beyond.count, beyond > 0, hasHistogram {
            StandardError.note(
                "\(counted(beyond, "sample")) of \(metric.name) took more than an hour, and count as that in hgrm"
            )
        }
        do {
            try write(findings, metric: metric)
        } catch let error as CaptureError where error.code == .outputClosed {
            // Whoever has read enough still learns from the status what does not hold.
        }
        try gating.gate(findings.gate)
    }

    private func write(_ findings: LatencyFindings, metric: Metric) throws {
        guard let folder = output else {
            let output = StandardOutput()
            let terminal = Terminal(descriptor: 1)
            if formats == [.text] && terminal.isInteractive {
                try output.write(LatencyScreen.text(of: findings, on: terminal))
            } else {
                try formats[0].write(findings, metric: metric, to: output)
            }
            return try output.flush()
        }
        try OutputFolder.make(folder)
        for format in formats {
            let file = try telling(StagedFile(path: "\(folder)/latency.\(format.fileExtension)"))
            let output = StagedOutput(file)
            try format.write(findings, metric: metric, to: output)
            try output.flush()
            try telling(file.commit())
        }
    }
}

extension LatencyFormat: ExpressibleByArgument {
    static let names = allCases.map(\.rawValue).joined(separator: ", ")
}
