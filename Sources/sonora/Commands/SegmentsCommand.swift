// segments: where somebody speaks, in the formats that other programs read.

import Analysis
import ArgumentParser
import Capture
import Files
import Formats
import Pipeline

struct SegmentsCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "segments",
        abstract: "Prints the active stretches of memos, padded and bounded for a transcriber.",
        discussion: """
            Of several memos, text has a line before each, and CSV a last column that names it; JSON is an array.

            EXAMPLES
              sonora segments memo.wav
              sonora segments memo.wav --format srt > memo.srt
              sonora segments *.wav --format srt --format json --output subtitles/
              sonora segments memo.wav --split parts/ --split-format flac
              sonora segments meeting.wav --turns --format rttm
              sonora segments memo.wav --explain
              sonora segments memo.wav --plot memo.svg
            """)

    @Argument(help: "Audio files; - is a WAV or raw stream on standard input.")
    var files: [String]

    @Option(
        help: ArgumentHelp(
            "One of \(SegmentFormat.names); usually text; with --output it may be given several times.",
            valueName: "format"))
    var format: [SegmentFormat] = []

    @OptionGroup var writing: OutputOption

    @Flag(help: "Print the detected stretches themselves, without padding, joining or cutting.")
    var activity = false

    @Flag(help: "Print turns: stretches joined over gaps up to 0.7 s, with 0.1 s at both ends.")
    var turns = false

    @Option(help: ArgumentHelp("Write each stretch as an audio file into this folder.", valueName: "folder"))
    var split: String?

    @Option(help: ArgumentHelp("wav or flac; usually wav.", valueName: "format"))
    var splitFormat: SoundFileWriter.Container?

    @Flag(
        help: ArgumentHelp(
            "Print, for each stretch and each pause, what was heard: level above the room, harmonicity, swing of the level at the "
                + "pace of syllables, probability of speech."))
    var explain = false

    @Option(
        help: ArgumentHelp(
            "Draw waveform, spectrogram, probability, activity, segments, onsets and bloom into this SVG file.",
            valueName: "file"))
    var plot: String?

    @OptionGroup var segmenting: SegmentOptions
    @OptionGroup var raw: RawOption
    @OptionGroup var limit: LimitOption
    @OptionGroup var cells: CSVOption
    @OptionGroup var colouring: ColorOption

    private var formats: [SegmentFormat] { format.isEmpty ? [.text] : format.withoutRepeats }
    private var kind: SegmentTable.Kind { activity ? .activity : turns ? .turns : .segments }
    private var suffixes: [String] {
        formats.map { ".\(explain ? "explained-" : "")\(kind.rawValue).\($0.fileExtension)" }
    }

    func validate() throws {
        if files.isEmpty { throw ValidationError("Name at least one audio file.") }
        if activity && turns { throw ValidationError("--activity and --turns exclude each other.") }
        if explain && !formats.allSatisfy({ [.text, .json, .csv].contains($0) }) {
            throw ValidationError("--explain prints text, json or csv.")
        }
        try writing.check(files, formats: formats.map(\.rawValue)) { SegmentFormat(rawValue: $0)?.holdsMany == true }
        // A picture shows segments beside whatever is printed.
        if kind != .segments && plot == nil { try segmenting.checkUse(besides: "--\(kind.rawValue)") }
        if splitFormat != nil && split == nil {
            throw ValidationError("--split-format is for --split; without it no audio is written.")
        }
        try cells.check(isUsed: formats.contains(.csv) && files.count > 1, "--format csv of several memos")
        if let plot { try check(plot: plot) }
        if split != nil {
            if files.contains("-") || raw.raw != nil {
                throw ValidationError("--split needs an audio file, as a stream can be read only once.")
            }
            try OutputFolder.checkNames(files, name: MemoName.base)
        }
    }

    func run() throws {
        for file in files where split != nil {
            let memo = Memo(path: file)
            if memo.exists && !memo.isRegularFile && (try? FolderEntry(path: file))?.kind != .folder {
                throw ValidationError("--split needs an audio file, as a stream can be read only once.")
            }
        }
        // Whether the picture's place can be written is known before pieces are; the hidden file goes at once. A folder that is
        // made for the pieces may take the picture, too.
        if let plot, split.map({ !plot.hasPrefix($0.hasSuffix("/") ? $0 : $0 + "/") }) ?? true {
            _ = try telling(StagedFile(path: plot))
        }
        let output = StandardOutput()
        var series = MemoSeries(files, output: output, safeCells: cells.isSafe)
        if formats == [.json] && writing.output == nil { series.beginDocuments() }
        try series.each { (file, series) in
            let staged = try writing.files(file, suffixes: suffixes)
            let measurements = try measure(
                file, raw: raw.raw, maximumSamples: limit.maxSamples, parameters: parameters)
            let table = SegmentTable(kind, of: measurements, path: file)
            try writeSideFiles(of: file, table, measurements)
            if staged.isEmpty {
                try show(table, measurements, to: output, &series)
            } else {
                for (format, file) in zip(formats, staged) {
                    try telling(file.write(Array(document(format, table, measurements).utf8)))
                    try telling(file.commit())
                }
            }
            try output.flush()
        }
    }

    private var parameters: AnalysisParameters {
        var parameters = AnalysisParameters()
        parameters.segments = segmenting.parameters
        parameters.activityMethod = segmenting.detector
        parameters.keepsBloom = plot != nil
        parameters.keepsEvidence = explain || plot != nil
        parameters.keepsSpectrogram = plot != nil
        return parameters
    }

    /// Pieces of audio, and the picture.
    private func writeSideFiles(of file: String, _ table: SegmentTable, _ measurements: Measurements) throws {
        if let split {
            let count = try SegmentSplitter(folder: split, container: splitFormat ?? .wav).split(file, table: table)
            StandardError.note("\(counted(count, "file")) written to \(split)")
        }
        if let plot {
            let staged = try telling(StagedFile(path: plot))
            try telling(staged.write(Array(MemoPlot(measurements, path: file).document().utf8)))
            try telling(staged.commit())
            StandardError.note("the picture is in \(FileName.display(plot))")
        }
    }

    private func show(
        _ table: SegmentTable, _ measurements: Measurements, to output: StandardOutput, _ series: inout MemoSeries
    ) throws {
        let evidence = evidence(of: table, measurements)
        switch formats[0] {
        case .json:
            try series.append { json in
                guard let evidence else { return table.write(to: &json) }
                evidence.write(table, detector: segmenting.detector, to: &json)
            }
        case .csv:
            for (index, row) in (evidence?.csvRows ?? table.csvRows).enumerated() {
                try series.write(row: row, isHeader: index == 0, of: table.path)
            }
        case .text: try series.write(text: document(.text, table, measurements), of: table.path)
        case let format: try output.write(format.render(table))
        }
    }

    private func document(_ format: SegmentFormat, _ table: SegmentTable, _ measurements: Measurements) -> String {
        guard let evidence = evidence(of: table, measurements) else { return format.render(table) }
        switch format {
        case .json:
            let json = JSONWriter.document { evidence.write(table, detector: segmenting.detector, to: &$0) }
            return String(decoding: json, as: UTF8.self)
        case .csv: return evidence.csvRows.map(CSV.line).joined()
        default: return evidence.text
        }
    }

    private func evidence(of table: SegmentTable, _ measurements: Measurements) -> SegmentEvidence? {
        guard explain, let track = measurements.evidence else { return nil }
        return SegmentEvidence(table, track: track)
    }

    /// A picture never takes the place of a memo, and where it cannot be written is told before anything is done.
    private func check(plot: String) throws {
        if files.count > 1 { throw ValidationError("--plot draws one memo; name one.") }
        guard plot.lowercased().hasSuffix(".svg") else {
            throw ValidationError("--plot writes SVG; give it a name that ends in .svg.")
        }
        if files != ["-"], let target = FolderListing.realPath(plot), target == FolderListing.realPath(files[0]) {
            throw ValidationError("--plot would replace the memo; give the picture another name.")
        }
        let target = Memo(path: plot)
        if target.exists && !target.isRegularFile {
            throw ValidationError("--plot writes a file, but \(FileName.display(plot)) is none; give it another name.")
        }
    }
}

extension SoundFileWriter.Container: ExpressibleByArgument {}

extension SegmentFormat: ExpressibleByArgument {
    static let names = allCases.map(\.rawValue).joined(separator: ", ")
}

extension Array where Element: Equatable {
    /// Each once, where it stands first.
    var withoutRepeats: [Element] { reduce(into: []) { if !$0.contains($1) { $0.append($1) } } }
}
