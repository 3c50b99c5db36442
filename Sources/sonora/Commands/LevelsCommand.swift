// levels: bloom and waveform data, for screens and waveform viewers.

import Analysis
import ArgumentParser
import Capture
import Files
import Formats

struct LevelsCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "levels",
        abstract: "Prints the bloom (levels for the recording animation) or waveform data.",
        discussion: """
            text and csv print one line per bloom frame; json the levels of the result document; audiowaveform and \
            audiowaveform-dat min/max pairs as the program audiowaveform writes them, for peaks.js. Of several memos, \
            text has a line before each, and csv a last column that names it; json is an array.

            EXAMPLES
              sonora levels memo.wav --format csv
              sonora levels memo.wav --fps 30 --reduce-motion --format json
              sonora levels memo.wav --format audiowaveform-dat --samples-per-pixel 512 > memo.dat
              sonora levels *.wav --format csv --format audiowaveform-dat --output levels/
            """)

    @Argument(help: "Audio files; - is a WAV or raw stream on standard input.")
    var files: [String]

    @Option(
        parsing: .unconditional,
        help: "Bloom frames per second, 1 to 240; usually \(BloomTrack.usualFramesPerSecond).")
    var fps: Int?

    @Option(
        help: ArgumentHelp(
            "text, json, csv, audiowaveform or audiowaveform-dat; usually text; with --output it may be given several times.",
            valueName: "format"))
    var format: [LevelsFormat] = []

    @OptionGroup var writing: OutputOption

    @Option(
        parsing: .unconditional,
        help: "Samples per min/max pair of the audiowaveform formats; usually \(LevelsFormat.usualSamplesPerPixel).")
    var samplesPerPixel: Int?

    @Option(parsing: .unconditional, help: "Bits per value of the audiowaveform formats: 8 or 16; usually 16.")
    var bits: Int?

    @Flag(help: "For people who ask for less motion: straight lines of 0.1 s instead of springs, and no rings.")
    var reduceMotion = false

    @OptionGroup var raw: RawOption
    @OptionGroup var limit: LimitOption
    @OptionGroup var cells: CSVOption
    @OptionGroup var colouring: ColorOption

    private var formats: [LevelsFormat] { format.isEmpty ? [.text] : format.withoutRepeats }
    private var wantsPairs: Bool { formats.contains(where: \.isPairs) }
    private var wantsBloom: Bool { !formats.allSatisfy(\.isPairs) }

    func validate() throws {
        if files.isEmpty { throw ValidationError("Name at least one audio file.") }
        if let fps, !BloomTrack.framesPerSecondRange.contains(fps) {
            throw ValidationError("--fps must lie between 1 and 240.")
        }
        if let samplesPerPixel, !(2...1_000_000).contains(samplesPerPixel) {
            throw ValidationError("--samples-per-pixel must lie between 2 and 1000000.")
        }
        if let bits, bits != 8 && bits != 16 { throw ValidationError("--bits must be 8 or 16.") }
        for (name, isGiven) in [("--fps", fps != nil), ("--reduce-motion", reduceMotion)] where isGiven && !wantsBloom {
            throw ValidationError("\(name) is for the bloom; the audiowaveform formats show none, so leave it out.")
        }
        for (name, isGiven) in [("--samples-per-pixel", samplesPerPixel != nil), ("--bits", bits != nil)]
        where isGiven && !wantsPairs {
            throw ValidationError(
                "\(name) is for the formats audiowaveform and audiowaveform-dat; others have no such values.")
        }
        try writing.check(files, formats: formats.map(\.rawValue)) { LevelsFormat(rawValue: $0)?.isPairs == false }
        try cells.check(isUsed: formats.contains(.csv) && files.count > 1, "--format csv of several memos")
        if formats.contains(.audiowaveformDat) && writing.output == nil && Terminal(descriptor: 1).isInteractive {
            throw ValidationError("audiowaveform-dat is binary; send it to a file: … > memo.dat")
        }
    }

    func run() throws {
        var parameters = AnalysisParameters()
        if let fps { parameters.bloomFramesPerSecond = fps }
        parameters.reduceMotion = reduceMotion
        parameters.keepsBloom = wantsBloom
        parameters.samplesPerPixel = wantsPairs ? samplesPerPixel ?? LevelsFormat.usualSamplesPerPixel : nil
        let output = StandardOutput()
        var series = MemoSeries(files, output: output, safeCells: cells.isSafe)
        if formats == [.json] && writing.output == nil { series.beginDocuments() }
        try series.each { (file, series) in
            let staged = try writing.files(file, suffixes: formats.map { ".levels.\($0.fileExtension)" })
            let measurements = try measure(
                file, raw: raw.raw, maximumSamples: limit.maxSamples, parameters: parameters)
            for (format, staged) in zip(formats, staged) {
                let output = StagedOutput(staged)
                try format.write(measurements, path: file, bits: bits ?? 16, to: output)
                try output.flush()
                try telling(staged.commit())
            }
            if staged.isEmpty { try show(measurements, of: file, to: output, &series) }
            try output.flush()
        }
    }

    private func show(
        _ measurements: Measurements, of file: String, to output: StandardOutput, _ series: inout MemoSeries
    ) throws {
        switch formats[0] {
        case .text:
            try series.beginText(of: file)
            try BloomScreen.write(measurements.bloom, to: output, terminal: Terminal(descriptor: 1))
        case .json: try series.append { LevelsDocument(path: file, measurements: measurements).write(to: &$0) }
        case .csv:
            var isHeader = true
            try BloomLines.csvRows(of: measurements) { (row) throws(CaptureError) in
                try series.write(row: row, isHeader: isHeader, of: file)
                isHeader = false
            }
        case let format: try format.write(measurements, path: file, bits: bits ?? 16, to: output)
        }
    }
}

extension LevelsFormat: ExpressibleByArgument {}
