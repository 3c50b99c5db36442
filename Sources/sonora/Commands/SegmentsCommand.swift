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

    @OptionGroup var segmenting: SegmentOptions
    @OptionGroup var raw: RawOption

    func validate() throws {
        if activity && turns { throw ValidationError("--activity and --turns exclude each other.") }
        if split != nil && (file == "-" || raw.raw != nil) {
            throw ValidationError("--split needs an audio file, as a stream can be read only once.")
        }
    }

    func run() throws {
        let memo = Memo(path: file)
        if split != nil && memo.exists && !memo.isRegularFile {
            throw ValidationError("--split needs an audio file, as a stream can be read only once.")
        }
        var parameters = AnalysisParameters()
        parameters.segments = segmenting.parameters
        parameters.keepsBloom = false
        let measurements = try measure(file, raw: raw.raw, parameters: parameters)
        let table = SegmentTable(activity ? .activity : turns ? .turns : .segments, of: measurements, path: file)
        if let split {
            let files = try SegmentSplitter(folder: split, container: splitFormat).split(file, table: table)
            StandardError.note("\(files) \(files == 1 ? "file" : "files") written to \(split)")
        }
        let output = StandardOutput()
        try output.write(format.render(table))
        try output.flush()
    }
}

extension SoundFileWriter.Container: ExpressibleByArgument {}
