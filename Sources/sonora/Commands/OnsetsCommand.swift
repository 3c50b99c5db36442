// onsets: when events begin.

import Analysis
import ArgumentParser
import Capture
import Files
import Formats
import Pipeline

struct OnsetsCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "onsets",
        abstract: "Prints when events begin: one time in seconds per line.",
        discussion: """
            Times come out while the memo is read, at most 0.23 s behind the sound; words and kinds, which wait for what \
            is known of speech, at most 1.1 s. Ctrl-C ends a stream, and what was heard of it is told. Of several memos, \
            text has a line before each, and csv a last column that names it; json is an array.

            EXAMPLES
              sonora onsets clicks.flac
              sonora onsets --strength drums.wav | sort -k2 -n
              sonora onsets --threshold 12 --minimum-gap 200ms drums.wav
              sonora onsets --words memo.wav
              sonora onsets --kind song.flac | grep sound
              sonora onsets --format csv *.wav > onsets.csv
            """)

    @Argument(help: "Audio files; - is a WAV or raw stream on standard input.")
    var files: [String]

    @Option(
        help: ArgumentHelp(
            "text, json or csv; usually text; with --output it may be given several times.", valueName: "format"))
    var format: [TableFormat] = []

    @OptionGroup var writing: OutputOption

    @Flag(help: "Print the strength of each onset, in dB, as a second column; json and csv always have it.")
    var strength = false

    @Flag(help: "Print where spoken words, or phrases that run together, begin. One that fades in has no strength (–).")
    var words = false

    @Flag(help: "Print what begins there as the last column: word, speech (within it) or sound (anything else).")
    var kind = false

    @Option(
        parsing: .unconditional,
        help: ArgumentHelp("Leave out what is weaker than so many dB, or has no strength.", valueName: "decibels"))
    var threshold: Double?

    @Option(
        parsing: .unconditional,
        help: ArgumentHelp("Leave out what comes sooner than this after the one before.", valueName: "duration"),
        transform: TimeArgument.init(parsing:))
    var minimumGap: TimeArgument?

    @OptionGroup var raw: RawOption
    @OptionGroup var limit: LimitOption
    @OptionGroup var cells: CSVOption
    @OptionGroup var colouring: ColorOption

    private var formats: [TableFormat] { format.isEmpty ? [.text] : format.withoutRepeats }
    private var view: OnsetLines.View { words ? .words : kind ? .kinds : .onsets }
    private var name: String { words ? "words" : "onsets" }

    func validate() throws {
        if files.isEmpty { throw ValidationError("Name at least one audio file.") }
        if words && kind { throw ValidationError("--words and --kind exclude each other: --words prints words alone.") }
        if strength && !formats.contains(.text) {
            throw ValidationError("--strength is for text; json and csv always have it, so leave it out.")
        }
        if let threshold, !threshold.isFinite { throw ValidationError("--threshold must be a number of decibels.") }
        if files.contains("-") && files.count > 1 {
            throw ValidationError("Standard input is followed as it comes; read it alone.")
        }
        try writing.check(files, formats: formats.map(\.rawValue)) { _ in true }
        try cells.check(isUsed: formats.contains(.csv) && files.count > 1, "--format csv of several memos")
    }

    func run() throws {
        let output = StandardOutput()
        let recording = RecordingSwitch()
        if files.contains("-") { Interruption.recording.withLock { $0 = recording } }
        var series = MemoSeries(files, output: output, safeCells: cells.isSafe)
        if formats == [.json] && writing.output == nil { series.beginDocuments() }
        try series.each { (file, series) in
            let staged = try writing.files(
                file, suffixes: formats.map { ".\(name).\($0 == .text ? "txt" : $0.rawValue)" })
            if staged.isEmpty {
                try print(file, until: recording, to: output, &series)
            } else {
                let table = OnsetTable(
                    path: file, view: view, rows: try read(file, until: recording) { _, _ in })
                for (format, staged) in zip(formats, staged) {
                    try telling(staged.write(Array(table.render(format, hasStrength: strength).utf8)))
                    try telling(staged.commit())
                }
            }
        }
        if recording.isOff {
            StandardError.note("the recording was ended by Ctrl-C; all its onsets are told")
            throw CommandFailure(status: ExitStatus.interrupted)
        }
    }

    /// Text and CSV as it becomes known, JSON at the end.
    private func print(
        _ file: String, until recording: RecordingSwitch, to output: StandardOutput, _ series: inout MemoSeries
    ) throws {
        var hasBegun = false
        func begin() throws(CaptureError) {
            guard !hasBegun else { return }
            hasBegun = true
            switch formats[0] {
            case .text: try series.beginText(of: file)
            case .csv: try series.write(row: OnsetTable.header(of: view), isHeader: true, of: file)
            case .json: break
            }
        }
        let rows = try read(file, until: recording) { rows, isLive in
            if rows.isEmpty || formats == [.json] { return }
            try begin()
            for row in rows {
                if formats == [.csv] {
                    try series.write(row: row.cells, isHeader: false, of: file)
                } else {
                    try output.write(row.line(hasStrength: strength))
                }
            }
            if isLive { try output.flush() }
        }
        try begin()
        if formats == [.json] { try series.append(OnsetTable(path: file, view: view, rows: rows).write) }
        try output.flush()
    }

    /// All rows of a memo.
    /// - Parameter news: takes them as they become known, and whether the memo is live.
    private func read(
        _ file: String, until recording: RecordingSwitch, news: ([OnsetRow], Bool) throws -> Void
    ) throws -> [OnsetRow] {
        var parameters = AnalysisParameters()
        parameters.keepsBloom = false
        var memo = Memo(path: file, raw: raw.raw, until: file == "-" ? recording : nil, decoder: .thisProgram)
        memo.maximumSamples = limit.maxSamples
        let reader = try MemoReader(memo, parameters: parameters)
        var lines = OnsetLines(view: view)
        lines.threshold = threshold
        lines.minimumGap = minimumGap?.seconds ?? 0
        // A live memo may go on for ever; only what is printed at its end is kept.
        let isKept = writing.output != nil || formats == [.json]
        var all: [OnsetRow] = []
        while try reader.step() {
            try Task.checkCancellation()
            let new = lines.take(from: reader.analyzer)
            if isKept { all += new }
            try news(new, reader.isLive)
        }
        let measurements = try reader.finish()
        let new = lines.take(from: measurements)
        try news(new, false)
        noteOddities(of: file, salvage: reader.source.salvage, measurements: measurements)
        return all + new
    }
}

extension TableFormat: ExpressibleByArgument {}
