// process: staged results of each memo, as they arrive.

import Analysis
import ArgumentParser
import Capture
import Logging
import Pipeline

struct ProcessCommand: AsyncParsableCommand {
    enum Format: String, CaseIterable, ExpressibleByArgument {
        case text, json, ndjson
    }

    static let configuration = CommandConfiguration(
        commandName: "process",
        abstract: "Shows the staged results of memos: immediate, transcript placeholder, insights.",
        discussion: """
            A memo that cannot be read costs one line on standard error and exit status 1; the others are done.

            EXAMPLES
              sonora process memo.wav
              sonora process --format json --output results/ *.wav
              sonora process --format ndjson --budget immediate=50ms memo.flac
              sonora process --follow --format ndjson recording.wav
              arecord -f S16_LE -r 16000 -t raw | sonora process - --raw 16000:1:s16le
            """)

    @Argument(help: "Audio files; - is a WAV or raw stream on standard input.")
    var files: [String]

    @Option(help: "text, json or ndjson (one event per line, as it happens).")
    var format: Format = .text

    @Option(
        name: [.short, .long],
        help: ArgumentHelp("Also write NAME.sonora.json for each memo into this folder.", valueName: "folder"))
    var output: String?

    @OptionGroup var budgeting: BudgetOption
    @OptionGroup var deadline: LateOption

    @Flag(help: "Hash the file's bytes (contentHash); costs about as much as decoding.")
    var hash = false

    @Flag(help: "For people who ask for less motion: straight lines of 0.1 s instead of springs, and no rings.")
    var reduceMotion = false

    @Flag(help: "Read a file while it is still being written; it ends when its writer closes it.")
    var follow = false

    @Option(
        help: ArgumentHelp("With --follow: also end when nothing has come for this long.", valueName: "duration"))
    var idle = TimeArgument(seconds: 10)

    @OptionGroup var segmenting: SegmentOptions
    @OptionGroup var raw: RawOption
    @OptionGroup var limit: LimitOption

    func validate() throws {
        if files.isEmpty { throw ValidationError("Name at least one audio file.") }
        _ = try budgeting.budgets()
        if follow && (files.count > 1 || files.contains("-")) {
            throw ValidationError("--follow reads one file; standard input is followed anyway.")
        }
        if output != nil {
            // By their bytes: Strings are equal where an accent is written in two ways, files are not.
            let names = Dictionary(grouping: files, by: { FileName.bytes(of: OutputFolder.name($0)) })
            if let clash = names.first(where: { $0.value.count > 1 }) {
                let files = clash.value.map(\.printable).joined(separator: " and ")
                throw ValidationError("\(files) would write the same result; process them separately.")
            }
        }
    }

    func run() async throws {
        var settings = ProcessSettings()
        settings.analysis.segments = segmenting.parameters
        settings.analysis.activityMethod = segmenting.detector
        settings.analysis.reduceMotion = reduceMotion
        // Only documents hold all of it.
        settings.analysis.keepsBloom = format == .json || output != nil
        settings.budgets = try budgeting.budgets()
        settings.hashesContent = hash
        settings.measuresSteps = true
        settings.late = deadline.late
        if let output { try OutputFolder.make(output) }

        let processor = MemoProcessor(settings: settings, clock: ContinuousClock(), log: Self.log())
        let stdout = StandardOutput()
        let audience = makeSink(stdout)
        let tolerant = output.map { _ in TolerantSink(audience) }
        let sink: any EventSink = tolerant ?? audience
        var documents = DocumentList(output: stdout, isArray: files.count > 1)
        let recording = RecordingSwitch()
        if files.contains("-") || follow {
            Interruption.recording.withLock { $0 = recording }
            if Terminal.isStandardInputInteractive && !follow {
                StandardError.note("waiting for sound on standard input")
            }
        }
        var failures = 0
        for file in files {
            do {
                let result = try await processor.process(memo(file, until: recording), to: sink)
                StandardError.clearProgress()
                noteOddities(of: file, salvage: result.salvage, measurements: result.measurements)
                if let output, !save(result, to: output) { failures += 1 }
                if format == .json && tolerant?.failure == nil {
                    do {
                        try documents.append(result)
                    } catch let error as CaptureError {
                        guard let tolerant else { throw error }
                        tolerant.failure = error
                    }
                }
            } catch let failure as MemoFailure {
                StandardError.clearProgress()
                StandardError.say(failure)
                failures += 1
            } catch is CancellationError {
                // What was finished stays readable: the array is closed.
                if format == .json { try documents.end() }
                try stdout.flush()
                throw CancellationError()
            }
        }
        if let failure = tolerant?.failure { throw failure }
        if format == .json { try documents.end() }
        try stdout.flush()
        if recording.isOff {
            if failures == 0 { StandardError.note("the recording was ended by Ctrl-C; its results are complete") }
            throw CommandFailure(status: ExitStatus.interrupted)
        }
        if failures > 0 {
            if files.count > 1 { StandardError.note("\(failures) of \(files.count) memos failed") }
            throw CommandFailure()
        }
    }

    private func memo(_ file: String, until recording: RecordingSwitch) -> Memo {
        let isLive = file == "-" || follow
        var memo = Memo(path: file, raw: raw.raw, until: isLive ? recording : nil, decoder: .thisProgram)
        memo.maximumSamples = limit.maxSamples
        memo.followIdleSeconds = follow ? idle.seconds : nil
        return memo
    }

    private func makeSink(_ output: StandardOutput) -> any EventSink {
        let terminal = Terminal(descriptor: 1)
        return switch format {
        case .json: QuietSink()
        case .ndjson: EventLines(output: output)
        case .text: terminal.isInteractive ? MemoScreen(output: output, terminal: terminal) : MemoLines(output: output)
        }
    }

    /// Writes a memo's document, or says why it cannot be written, which is no reason to give up the other memos.
    private func save(_ result: MemoResult, to folder: String) -> Bool {
        do {
            try writeDocument(result, to: folder)
            return true
        } catch {
            StandardError.say(error)
            return false
        }
    }

    private func writeDocument(_ result: MemoResult, to folder: String) throws(CaptureError) {
        let staged = try StagedFile(path: "\(folder)/\(OutputFolder.name(result.path)).sonora.json")
        let drain = ByteDrain { (bytes) throws(CaptureError) in try staged.write(bytes) }
        var json = JSONWriter { drain.take(&$0) }
        result.write(to: &json)
        json.endLine()
        try drain.check()
        try staged.commit()
    }

    static func log() -> Logger {
        var log = Logger(label: "sonora")
        log.logLevel = Terminal.environment("SONORA_LOG").flatMap(Logger.Level.init(rawValue:)) ?? .warning
        return log
    }
}

/// One document for one memo, an array for several.
private struct DocumentList {
    private let output: StandardOutput
    private let isArray: Bool
    private var count = 0

    init(output: StandardOutput, isArray: Bool) {
        self.output = output
        self.isArray = isArray
    }

    mutating func append(_ result: MemoResult) throws {
        if isArray { try output.write(count == 0 ? "[\n" : ",\n") }
        count += 1
        let output = output
        let drain = ByteDrain { (bytes) throws(CaptureError) in try output.write(bytes: bytes) }
        var json = JSONWriter { drain.take(&$0) }
        result.write(to: &json)
        if isArray { json.flush() } else { json.endLine() }
        try drain.check()
        try output.flush()
    }

    func end() throws {
        if isArray { try output.write(count == 0 ? "[]\n" : "\n]\n") }
    }
}
