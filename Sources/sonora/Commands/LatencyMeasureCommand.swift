// latency measure: the real pipeline on memos, again and again.

import ArgumentParser
import Capture
import Files
import Latency
import Library
import Pipeline

struct LatencyMeasureCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "measure",
        abstract: "Measures when the results of memos arrive, many times, and reports it.",
        discussion: """
            Waiting and working are told apart: with --rate memos are due at fixed times, whether or not earlier ones are \
            done, and queue is how long each waited. Without it the next memo is taken when the last is done.

            EXAMPLES
              sonora latency measure memo.wav
              sonora latency measure samples/ --runs 200 --check
              sonora latency measure samples/ --runs 50 --jobs 2 --rate 40
              sonora latency measure samples/ --cold --save cold.ndjson
              sonora latency measure samples/ --baseline before.ndjson --max-regression 10%
            """)

    @Argument(help: "Audio files, and folders of them.")
    var memos: [String]

    @Option(parsing: .unconditional, help: ArgumentHelp("How often each memo is processed.", valueName: "number"))
    var runs = 10

    @Option(parsing: .unconditional, help: ArgumentHelp("How often before that, unrecorded.", valueName: "number"))
    var warmup = 1

    @Option(
        name: [.short, .long], parsing: .unconditional,
        help: ArgumentHelp("Memos worked on at once.", valueName: "number"))
    var jobs = 1

    @Option(
        parsing: .unconditional,
        help: ArgumentHelp("Memos due each second, whether or not earlier ones are done.", valueName: "number"))
    var rate: Double?

    @Flag(help: "Drop a file's cached pages before each run, and say whether that worked.")
    var cold = false

    @Option(
        help: ArgumentHelp("Keep every single measurement in this file, for: sonora latency report", valueName: "file"))
    var save: String?

    @OptionGroup var deadline: LateOption
    @OptionGroup var limit: LimitOption
    @OptionGroup var reporting: ReportOptions

    @OptionGroup var colouring: ColorOption

    func validate() throws {
        if memos.isEmpty { throw ValidationError("Name audio files, or folders of them.") }
        if memos.contains("-") { throw ValidationError("A stream cannot be measured twice; name audio files.") }
        if !(1...1_000_000).contains(runs) { throw ValidationError("--runs must lie between 1 and 1000000.") }
        if !(0...1_000_000).contains(warmup) { throw ValidationError("--warmup must lie between 0 and 1000000.") }
        if !(1...1024).contains(jobs) { throw ValidationError("--jobs must lie between 1 and 1024.") }
        if let rate, !(rate >= 0.001 && rate <= 1e6) {
            throw ValidationError("--rate must lie between 0.001 and 1000000.")
        }
        if let save { try checkSaving(to: save) }
    }

    /// A measurement replaces nothing but an earlier one, and not the one that it is compared with.
    private func checkSaving(to path: String) throws {
        if path == "-" { throw ValidationError("--save needs a file; standard output has the report.") }
        let isSame = { (other: String) in
            FileIdentity(of: path) != nil && FileIdentity(of: path) == FileIdentity(of: other)
        }
        if let baseline = reporting.gating.baseline, isSame(baseline) {
            throw ValidationError("--save would replace the baseline; save to another file.")
        }
        guard try telling(FolderEntry(path: path)) != nil else { return }
        let head = try telling(FilePieces(path, from: 0).next()) ?? []
        guard head.isEmpty || head.starts(with: "{\"sonoraLatency\":".utf8) else {
            throw ValidationError("--save: \(path.printable) is there and is no measurement; choose another name.")
        }
    }

    func run() async throws {
        // Whatever is wrong with the options is told now, not after an hour of measuring.
        let basis = try reporting.prepare()
        if let save { _ = try telling(StagedFile(path: save)) }
        let plan = try Planner.plan(memos)
        for failure in plan.failures { StandardError.say(failure) }
        let paths = plan.memos.map { plan.path(of: $0) }
        if paths.isEmpty {
            if plan.failures.isEmpty { StandardError.say("no memo was found; see: sonora batch --dry-run") }
            throw CommandFailure()
        }
        var settings = MeasureSettings()
        (settings.runs, settings.warmup, settings.jobs, settings.rate) = (runs, warmup, jobs, rate)
        settings.isCold = cold
        settings.decoder = DecoderHost.thisProgram.forMany
        settings.maximumSamples = limit.maxSamples
        settings.process.late = deadline.late
        settings.process.budgets = basis.budgets
        let measured = await MeasureRun(settings: settings, clock: ContinuousClock()).run(paths) { done, count in
            StandardError.progress("\(done) of \(count) measured")
        }
        StandardError.clearProgress()
        if measured.records.isEmpty {
            StandardError.say("interrupted before anything was measured")
            throw CommandFailure(status: ExitStatus.interrupted)
        }
        if cold { tellOfCold(measured) }
        if let save {
            let header = SavedRecords.Header(
                startedAt: measured.startedAt, command: ["sonora"] + FileName.arguments(),
                notes: [("runs", "\(runs)"), ("warmup", "\(warmup)"), ("jobs", "\(jobs)")]
                    + (measured.isInterrupted ? [("interrupted", "after \(measured.records.count)")] : []))
            try SavedRecords.write(measured.records, header: header, to: save)
        }
        let title =
            "\(counted(paths.count, "memo")), \(counted(runs, "run")) each"
            + (measured.isInterrupted ? ", interrupted after \(measured.records.count)" : "")
        do {
            try reporting.conclude(measured.records, title: title, basis: basis)
        } catch let failure as CommandFailure {
            // Whoever interrupted it knows that this is not the whole answer.
            if !measured.isInterrupted { throw failure }
        }
        if measured.isInterrupted {
            StandardError.say(
                "interrupted; \(measured.records.count) of \(measured.planned) "
                    + (measured.records.count == 1 ? "was measured and is " : "were measured and are ")
                    + (save.map { "reported, and kept in \($0.printable)" } ?? "reported"))
            throw CommandFailure(status: ExitStatus.interrupted)
        }
        if !plan.failures.isEmpty || measured.records.contains(where: { $0.errorCode != nil }) {
            throw CommandFailure()
        }
    }

    private func tellOfCold(_ measured: Measured) {
        let (warm, all) = (measured.warmRuns, measured.records.count)
        StandardError.note(
            warm == 0
                ? "the files' pages were dropped before \(all == 1 ? "the run" : "each of \(all) runs")"
                : "in \(warm) of \(counted(all, "run")) the file stayed in memory, or nobody can tell: those were not cold"
        )
    }
}
