// batch: folders of memos, each memo once, whatever happens on the way.

import Analysis
import ArgumentParser
import Capture
import Files
import Formats
import Library
import Pipeline

struct BatchCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "batch",
        abstract: "Processes folders of memos: a result for each, an index, a summary.",
        discussion: """
            Each memo's result is FOLDER/<its name>.sonora.json; an index of all, for sonora library, is \
            FOLDER/sonora.sqlite. A run may be stopped and started again at any moment: what is done is not done \
            again, a memo that was moved is known by its sound, and one bad file costs one line.

            Patterns: * ? [a-z]; one without a slash is matched with a name, one with a slash with the path below the \
            folder; --exclude wins. Further files for --write: segments, activity, turns (text csv json srt vtt rttm \
            audacity textgrid), levels (text csv json audiowaveform audiowaveform-dat), onsets (text).

            EXAMPLES
              sonora batch memos/ --output results/
              sonora batch memos/ --output results/ --dry-run
              sonora batch memos/ --output results/ --write segments:srt
              sonora batch memos/ --output results/ --exclude 'drafts*'
              find . -name '*.wav' -print0 | sonora batch --files-from - -o results/
              sonora batch memos/ --output results/ --retry-failed
              sonora batch memos/ --output memos/.results --watch

            Exit status: 0 all done, 1 a memo failed (also in an earlier run, where it has not changed), 64 wrong \
            usage, 130 Ctrl-C.
            """)

    @Argument(help: "Folders, walked with all that is in them, and single files.")
    var folders: [String] = []

    @Option(name: [.short, .long], help: ArgumentHelp("The folder of the results.", valueName: "folder"))
    var output: String

    @Option(
        help: ArgumentHelp(
            "Also the files named in this list, ended by line breaks or NULs; - is standard input.", valueName: "list"))
    var filesFrom: String?

    @Option(
        help: ArgumentHelp(
            "Only files that match, like '*.wav' or '2024/*'; may be given several times.", valueName: "pattern"))
    var include: [String] = []

    @Option(
        help: ArgumentHelp("No files and folders that match; may be given several times.", valueName: "pattern"))
    var exclude: [String] = []

    @Flag(help: "Show what would be done, and why, and do nothing.")
    var dryRun = false

    @Option(
        help: ArgumentHelp(
            "Further files for each memo, like segments:srt,levels:audiowaveform.", valueName: "kind:format,…"))
    var write: [String] = []

    @Flag(help: "Do memos again that are done.")
    var force = false

    @Flag(help: "Take only the memos that failed before.")
    var retryFailed = false

    @Flag(help: "Forget memos of these folders that are gone from the disk, and remove their results.")
    var prune = false

    @Option(
        name: [.short, .long], parsing: .unconditional,
        help: ArgumentHelp("Memos worked on at once.", valueName: "number"))
    var jobs = Processors.available

    @Flag(help: "Report memos in the order of the plan; the same run then prints the same lines.")
    var ordered = false

    @Flag(help: "Go on, and take new memos as they appear and settle, until Ctrl-C.")
    var watch = false

    @Option(help: "What goes to standard output: the summary as text or json, or ndjson: every event of every memo.")
    var format: EventFormat = .text

    @OptionGroup var budgeting: BudgetOption
    @OptionGroup var deadline: LateOption

    @Flag(help: "For people who ask for less motion: straight lines of 0.1 s instead of springs, and no rings.")
    var reduceMotion = false

    @OptionGroup var segmenting: SegmentOptions
    @OptionGroup var limit: LimitOption

    @OptionGroup var colouring: ColorOption

    func validate() throws {
        if folders.isEmpty && filesFrom == nil { throw ValidationError("Name a folder, or a list with --files-from.") }
        if folders.contains("-") {
            throw ValidationError("- is no folder; for a list of files on standard input write --files-from -")
        }
        if !(1...1024).contains(jobs) { throw ValidationError("--jobs must lie between 1 and 1024.") }
        if force && retryFailed { throw ValidationError("--force and --retry-failed exclude each other.") }
        if watch && (dryRun || retryFailed || ordered) {
            throw ValidationError("--watch goes on for ever; leave --dry-run, --retry-failed and --ordered out.")
        }
        _ = try WriteOption.parse(write)
        _ = try budgeting.budgets()
    }

    func settings() throws -> BatchSettings {
        var settings = BatchSettings()
        settings.jobs = jobs
        settings.force = force
        settings.onlyFailed = retryFailed
        settings.prunes = prune
        settings.retries.waitsForWriters = watch
        settings.isOrdered = ordered
        settings.formats = try WriteOption.parse(write)
        settings.decoder = DecoderHost.thisProgram.forMany
        settings.runner = ProcessRunner(arguments: FileName.arguments())
        settings.process.budgets = try budgeting.budgets()
        settings.maximumSamples = limit.maxSamples
        settings.process.measuresSteps = true
        settings.process.late = deadline.late
        settings.process.analysis.segments = segmenting.parameters
        settings.process.analysis.activityMethod = segmenting.detector
        settings.process.analysis.reduceMotion = reduceMotion
        if settings.formats.contains(where: { $0.name.hasPrefix("levels:audiowaveform") }) {
            settings.process.analysis.samplesPerPixel = LevelsFormat.usualSamplesPerPixel
        }
        return settings
    }

    private var filter: MemoFilter { MemoFilter(include: include, exclude: exclude) }

    private func names() throws -> [String] {
        try folders + (filesFrom.map { try telling(FileList.names(in: $0)) } ?? [])
    }

    private func plan(
        _ names: [String], onSkip: @escaping (String, SkipReason) -> Void = { _, _ in }
    ) throws -> MemoPlan {
        do {
            return try Planner.plan(names, filter: filter, output: output, onSkip: onSkip)
        } catch let collision as PlanCollision {
            StandardError.say(collision)
            throw CommandFailure(status: ExitStatus.usage)
        }
    }

    func run() async throws {
        let settings = try settings()
        let names = try names()
        if dryRun {
            return try DryRun(output: output, settings: settings, format: format).show {
                try self.plan(names, onSkip: $0)
            }
        }
        StandardError.progress("looking for memos")
        let plan = try self.plan(names)
        StandardError.clearProgress()
        // A name that was mistyped makes no folder of results.
        if plan.memos.isEmpty && !plan.failures.isEmpty {
            for failure in plan.failures { StandardError.say(failure) }
            throw CommandFailure()
        }
        let library = try OutputLibrary(folder: output)
        var work = try BatchWork(plan, folder: output, index: library.index, settings: settings)
        if plan.memos.isEmpty && !watch {
            StandardError.note("no memo was found; --dry-run shows what was left aside, and why")
        }
        for failure in work.planFailures { StandardError.say(failure) }

        let watching = watch ? begin(plan, of: names, &work, library, settings) : nil
        let stdout = SharedOutput()
        let screen = BatchView.forStandardError(work, settings: settings)
        let observer: any BatchObserver =
            format == .ndjson ? BatchEvents(screen.observer, output: stdout) : screen.observer
        let run = BatchRun(settings: settings, clock: ContinuousClock(), log: ProcessCommand.log())
        let summary =
            if let watching {
                try await run.run(work, in: library, observer: observer, watch: watching, say: screen.note)
            } else {
                try await run.run(work, in: library, observer: observer)
            }
        screen.end()
        try report(summary, stdout)
    }

    /// Begins to watch, and says so: whatever comes after this line is found.
    private func begin(
        _ plan: MemoPlan, of names: [String], _ work: inout BatchWork, _ library: OutputLibrary,
        _ settings: BatchSettings
    ) -> MemoWatch {
        let watch = MemoWatch(
            plan, of: names, work: &work, filter: filter, output: output, index: library.index, settings: settings)
        let method =
            switch watch.method {
            case .inotify: "inotify"
            case .looking: "looking every 2 s"
            }
        StandardError.note("watching \(folders.joined(separator: ", ")) (\(method)); Ctrl-C ends it")
        return watch
    }

    /// The summary as a file and on standard output, and the exit status.
    private func report(_ summary: BatchSummary, _ stdout: SharedOutput) throws {
        let json = JSONWriter.document(summary.write)
        if let stop = summary.stop { StandardError.say(stop) }
        do {
            let file = try telling(StagedFile(path: "\(output)/summary.json"))
            try telling(file.write(json))
            try telling(file.commit())
        } catch {
            if summary.stop == nil { StandardError.say(error) }
        }
        switch format {
        case .text:
            let text = StandardOutput()
            do throws(CaptureError) {
                try SummaryScreen(summary: summary, output: output, terminal: Terminal(descriptor: 1)).write(to: text)
                try text.flush()
            } catch {
                if error.code != .outputClosed { throw error }
            }
        case .json: stdout.write(line: json)
        case .ndjson: break
        }
        // Nobody reads any more, but the work is done, and how it ended stays true.
        if let failure = stdout.failure, failure.code != .outputClosed { throw failure }
        if summary.state == .interrupted {
            StandardError.say(
                watch
                    ? "the watch has ended; what was finished is kept"
                    : "interrupted; what was finished is kept, and the next run goes on from here")
            throw CommandFailure(status: ExitStatus.interrupted)
        }
        let old = summary.failures.count { $0.isOld }
        if old > 0 {
            StandardError.note(
                "\(old) \(old == 1 ? "memo that failed before has" : "memos that failed before have") not changed and "
                    + "would fail again; replace them, or leave them out with --exclude")
        }
        if summary.hasFailures { throw CommandFailure() }
    }
}
