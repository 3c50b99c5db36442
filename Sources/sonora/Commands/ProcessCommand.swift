// process: staged results of each memo, as they arrive.

import Analysis
import ArgumentParser
import Capture
import Formats
import Logging
import Pipeline

struct ProcessCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "process",
        abstract: "Shows the staged results of memos: immediate, transcript placeholder, insights.",
        discussion: """
            A memo that cannot be read costs one line on standard error and exit status 1; the others are done. In JSON \
            {"memo", "error"} stands in its place.

            EXAMPLES
              sonora process memo.wav
              sonora process --format json --output results/ *.wav
              sonora process --format ndjson --budget immediate=50ms memo.flac
              sonora process --follow --format ndjson recording.wav
              arecord -f S16_LE -r 16000 -t raw | sonora process - --raw 16000:1:s16le
            """)

    @Argument(help: "Audio files; - is a WAV or raw stream on standard input.")
    var files: [String]

    @Option(
        help: ArgumentHelp(
            "text, json or ndjson (one event per line, as it happens); usually text. With --output it may be given several times: "
                + "the first is printed, text and ndjson behind it are files NAME.sonora.txt and NAME.sonora.ndjson.",
            valueName: "format"))
    var format: [EventFormat] = []

    @Option(
        name: [.short, .long],
        help: ArgumentHelp("Also write NAME.sonora.json for each memo into this folder.", valueName: "folder"))
    var output: String?

    @Flag(help: "With --output: also replace results of other memos with the same name.")
    var replace = false

    @Option(
        name: [.short, .long], parsing: .unconditional,
        help: ArgumentHelp(
            "Memos worked on at once; they are told in their order, each when it is done.", valueName: "number"))
    var jobs = 1

    @OptionGroup var budgeting: BudgetOption
    @OptionGroup var deadline: LateOption

    @Flag(help: "Hash the file's bytes (contentHash); costs about as much as decoding.")
    var hash = false

    @Flag(help: "For people who ask for less motion: straight lines of 0.1 s instead of springs, and no rings.")
    var reduceMotion = false

    @Flag(help: "Read a file while it is still being written; it ends when its writer closes it.")
    var follow = false

    @Option(
        parsing: .unconditional,
        help: ArgumentHelp(
            "With --follow: also end when nothing has come for this long; usually \(Numbers.argument(Self.usualIdleSeconds)).",
            valueName: "duration"),
        transform: TimeArgument.init(parsing:))
    var idle: TimeArgument?

    @OptionGroup var segmenting: SegmentOptions
    @OptionGroup var raw: RawOption
    @OptionGroup var limit: LimitOption
    @OptionGroup var colouring: ColorOption

    private static let usualIdleSeconds = 10.0

    var formats: [EventFormat] { format.isEmpty ? [.text] : format.withoutRepeats }
    var idleSeconds: Double? { follow ? idle?.seconds ?? Self.usualIdleSeconds : nil }

    func validate() throws {
        if files.isEmpty { throw ValidationError("Name at least one audio file.") }
        _ = try budgeting.budgets()
        if follow && (files.count > 1 || files.contains("-")) {
            throw ValidationError("--follow reads one file; standard input is followed anyway.")
        }
        if idle != nil && !follow {
            throw ValidationError("--idle is for --follow; a file that is whole ends by itself.")
        }
        if replace && output == nil {
            throw ValidationError("--replace is for --output; without it nothing is written.")
        }
        if formats.count > 1 && output == nil {
            throw ValidationError("Several formats are several files; name a folder for them: --output FOLDER")
        }
        if hash && formats == [.text] && output == nil {
            throw ValidationError("--hash: text does not show it; ask for --format json or ndjson, or for --output.")
        }
        if !(1...1024).contains(jobs) { throw ValidationError("--jobs must lie between 1 and 1024.") }
        if jobs > 1 && (follow || files.contains("-")) {
            throw ValidationError("--jobs is for files; a memo that is still recorded is processed alone.")
        }
        try OutputFolder.checkStreams(files)
        if output != nil { try OutputFolder.checkNames(files) }
    }

    func run() async throws {
        var settings = ProcessSettings()
        settings.analysis.segments = segmenting.parameters
        settings.analysis.activityMethod = segmenting.detector
        settings.analysis.reduceMotion = reduceMotion
        // Only documents hold all of it.
        settings.analysis.keepsBloom = formats[0] == .json || output != nil
        settings.budgets = try budgeting.budgets()
        settings.hashesContent = hash
        settings.measuresSteps = true
        settings.late = deadline.late
        if let output { try OutputFolder.make(output) }
        let run = ProcessRun(
            self, processor: MemoProcessor(settings: settings, clock: ContinuousClock(), log: Self.log()))
        try await run.run()
    }

    static func log() -> Logger {
        var log = Logger(label: "sonora")
        log.logLevel = .warning
        guard let name = Terminal.environment("SONORA_LOG"), !name.isEmpty else { return log }
        if let level = Logger.Level(rawValue: name.lowercased()) {
            log.logLevel = level
        } else {
            let names = Logger.Level.allCases.map(\.rawValue).joined(separator: ", ")
            StandardError.note("SONORA_LOG: there is no level “\(name)”; there are \(names)")
        }
        return log
    }
}

extension EventFormat: ExpressibleByArgument {}
