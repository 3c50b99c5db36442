// levels: bloom and waveform data, for screens and waveform viewers.

import Analysis
import ArgumentParser
import Capture
import Pipeline

struct LevelsCommand: ParsableCommand {
    enum Format: String, CaseIterable, ExpressibleByArgument {
        case text, json, csv, audiowaveform
        case audiowaveformDat = "audiowaveform-dat"
    }

    static let configuration = CommandConfiguration(
        commandName: "levels",
        abstract: "Prints the bloom (levels for the recording animation) or waveform data.",
        discussion: """
            text and csv print one line per bloom frame; json the levels of the result document; audiowaveform and
            audiowaveform-dat min/max pairs as the program audiowaveform writes them, for peaks.js.

            EXAMPLES
              sonora levels memo.wav --format csv
              sonora levels memo.wav --fps 30 --reduce-motion --format json
              sonora levels memo.wav --format audiowaveform-dat --samples-per-pixel 512 > memo.dat
            """)

    @Argument(help: "An audio file, or - for a WAV or raw stream on standard input.")
    var file: String

    @Option(help: "Bloom frames per second, 1 to 240.")
    var fps = BloomTrack.usualFramesPerSecond

    @Option(help: "text, json, csv, audiowaveform or audiowaveform-dat.")
    var format: Format = .text

    @Option(help: "Samples per min/max pair of the audiowaveform formats.")
    var samplesPerPixel = 256

    @Option(help: "Bits per value of the audiowaveform formats: 8 or 16.")
    var bits = 16

    @Flag(help: "For people who ask for less motion: straight lines of 0.1 s instead of springs, and no rings.")
    var reduceMotion = false

    @OptionGroup var raw: RawOption
    @OptionGroup var limit: LimitOption

    func validate() throws {
        guard BloomTrack.framesPerSecondRange.contains(fps) else {
            throw ValidationError("--fps must lie between 1 and 240.")
        }
        guard (2...1_000_000).contains(samplesPerPixel) else {
            throw ValidationError("--samples-per-pixel must lie between 2 and 1000000.")
        }
        if format == .audiowaveformDat && Terminal(descriptor: 1).isInteractive {
            throw ValidationError("audiowaveform-dat is binary; send it to a file: … > memo.dat")
        }
        guard bits == 8 || bits == 16 else { throw ValidationError("--bits must be 8 or 16.") }
    }

    func run() throws {
        var parameters = AnalysisParameters()
        parameters.bloomFramesPerSecond = fps
        parameters.reduceMotion = reduceMotion
        let wantsPairs = format == .audiowaveform || format == .audiowaveformDat
        parameters.keepsBloom = !wantsPairs
        parameters.samplesPerPixel = wantsPairs ? samplesPerPixel : nil
        let measurements = try measure(file, raw: raw.raw, maximumSamples: limit.maxSamples, parameters: parameters)
        let output = StandardOutput()
        switch format {
        case .text:
            try BloomText.write(measurements.bloom, to: output, terminal: Terminal(descriptor: 1))
        case .csv: try BloomText.writeCSV(measurements, to: output)
        case .json: try LevelsDocument(path: file, measurements: measurements).write(to: output)
        case .audiowaveform: try waveform(measurements).writeJSON(to: output)
        case .audiowaveformDat: try waveform(measurements).writeBinary(to: output)
        }
        try output.flush()
    }

    private func waveform(_ measurements: Measurements) -> WaveformFile {
        WaveformFile(
            pairs: measurements.waveform ?? WaveformPairs(samplesPerPixel: samplesPerPixel),
            sampleRate: measurements.sampleRate, bits: bits)
    }
}
