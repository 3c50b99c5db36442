// onsets: when events begin.

import Analysis
import ArgumentParser
import Capture
import Pipeline

struct OnsetsCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "onsets",
        abstract: "Prints when events begin: one time in seconds per line.",
        discussion: """
            Times come out while the memo is read, at most 0.23 s behind the sound.

            EXAMPLES
              sonora onsets clicks.flac
              sonora onsets --strength drums.wav | sort -k2 -n
            """)

    @Argument(help: "An audio file, or - for a WAV or raw stream on standard input.")
    var file: String

    @Flag(help: "Print the strength of each onset, in dB, as a second column.")
    var strength = false

    @OptionGroup var raw: RawOption

    func run() throws {
        let output = StandardOutput()
        var parameters = AnalysisParameters()
        parameters.keepsBloom = false
        let reader = try MemoReader(Memo(path: file, raw: raw.raw, decoder: .thisProgram), parameters: parameters)
        var printed = 0
        while try reader.step() {
            try Task.checkCancellation()
            guard reader.analyzer.onsets.count > printed else { continue }
            try write(reader.analyzer.onsets[printed...], to: output)
            printed = reader.analyzer.onsets.count
            if reader.isLive { try output.flush() }
        }
        let measurements = try reader.finish()
        try write(measurements.onsets.dropFirst(printed), to: output)
        try output.flush()
        noteOddities(of: file, salvage: reader.source.salvage, measurements: measurements)
    }

    private func write(_ onsets: ArraySlice<Onset>, to output: StandardOutput) throws {
        for onset in onsets {
            let time = Numbers.fixed(onset.time, 6)
            try output.write(strength ? "\(time)\t\(Numbers.fixed(onset.strength, 3))\n" : "\(time)\n")
        }
    }
}
