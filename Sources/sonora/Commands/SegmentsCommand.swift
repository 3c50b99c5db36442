// segments: where somebody speaks, in the formats that other programs read.

import Analysis
import ArgumentParser
import Capture
import Pipeline

struct SegmentsCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "segments",
        abstract: "Prints the active stretches of a memo, padded and bounded for a transcriber.",
        discussion: """
            EXAMPLES
              sonora segments memo.wav
              sonora segments memo.wav --format srt > memo.srt
              sonora segments memo.wav --split parts/ --split-format flac
              sonora segments meeting.wav --turns --format rttm
              sonora segments memo.wav --explain
              sonora segments memo.wav --plot memo.svg
            """)

    @Argument(help: "An audio file, or - for a WAV or raw stream on standard input.")
    var file: String

    @Option(help: ArgumentHelp("One of \(SegmentFormat.names).", valueName: "format"))
    var format: SegmentFormat = .text

    @Flag(help: "Print the detected stretches themselves, without padding, joining or cutting.")
    var activity = false

    @Flag(help: "Print turns: stretches joined over gaps up to 0.7 s, with 0.1 s at both ends.")
    var turns = false

    @Option(help: ArgumentHelp("Write each stretch as an audio file into this folder.", valueName: "folder"))
    var split: String?

    @Option(help: ArgumentHelp("wav or flac.", valueName: "format"))
    var splitFormat: SoundFileWriter.Container = .wav

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

    func validate() throws {
        if activity && turns { throw ValidationError("--activity and --turns exclude each other.") }
        if explain && ![.text, .json, .csv].contains(format) {
            throw ValidationError("--explain prints text, json or csv.")
        }
        if let plot { try check(plot: plot) }
        if split != nil && (file == "-" || raw.raw != nil) {
            throw ValidationError("--split needs an audio file, as a stream can be read only once.")
        }
    }

    func run() throws {
        let memo = Memo(path: file)
        if split != nil && memo.exists && !memo.isRegularFile {
            throw ValidationError("--split needs an audio file, as a stream can be read only once.")
        }
        // Whether the picture's place can be written is known before pieces are; the hidden file goes at once. A folder that is
        // made for the pieces may take the picture, too.
        if let plot, split.map({ !plot.hasPrefix($0.hasSuffix("/") ? $0 : $0 + "/") }) ?? true {
            _ = try StagedFile(path: plot)
        }
        var parameters = AnalysisParameters()
        parameters.segments = segmenting.parameters
        parameters.activityMethod = segmenting.detector
        parameters.keepsBloom = plot != nil
        parameters.keepsEvidence = explain || plot != nil
        parameters.keepsSpectrogram = plot != nil
        let measurements = try measure(file, raw: raw.raw, maximumSamples: limit.maxSamples, parameters: parameters)
        let table = SegmentTable(activity ? .activity : turns ? .turns : .segments, of: measurements, path: file)
        if let split {
            let files = try SegmentSplitter(folder: split, container: splitFormat).split(file, table: table)
            StandardError.note("\(files) \(files == 1 ? "file" : "files") written to \(split)")
        }
        if let plot {
            let staged = try StagedFile(path: plot)
            try staged.write(Array(MemoPlot(measurements, path: file).document().utf8))
            try staged.commit()
            StandardError.note("the picture is in \(FileName.display(plot))")
        }
        let output = StandardOutput()
        try output.write(explanation(of: table, measurements) ?? format.render(table))
        try output.flush()
    }

    private func explanation(of table: SegmentTable, _ measurements: Measurements) -> String? {
        guard explain, let track = measurements.evidence else { return nil }
        let evidence = SegmentEvidence(table, track: track)
        switch format {
        case .json: return evidence.json(table, detector: segmenting.detector)
        case .csv: return evidence.csv
        default: return evidence.text
        }
    }

    /// A picture never takes the place of a memo, and where it cannot be written is told before anything is done.
    private func check(plot: String) throws {
        guard plot.lowercased().hasSuffix(".svg") else {
            throw ValidationError("--plot writes SVG; give it a name that ends in .svg.")
        }
        if file != "-", let target = FolderListing.realPath(plot), target == FolderListing.realPath(file) {
            throw ValidationError("--plot would replace the memo; give the picture another name.")
        }
        let target = Memo(path: plot)
        if target.exists && !target.isRegularFile {
            throw ValidationError("--plot writes a file, but \(FileName.display(plot)) is none; give it another name.")
        }
    }
}

extension SoundFileWriter.Container: ExpressibleByArgument {}
