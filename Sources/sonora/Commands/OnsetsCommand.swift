// onsets: when events begin.

import Analysis
import ArgumentParser
import Capture
import Pipeline

struct OnsetsCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "onsets",
        abstract: "Prints when events begin: one time in seconds per line.",
        usage: "sonora onsets <file> [--strength] [--words | --kind] [--raw <format>]",
        discussion: """
            Times come out while the memo is read, at most 0.23 s behind the sound; words
            and kinds, which wait for what is known of speech, at most 1.1 s. Ctrl-C ends
            a stream, and what was heard of it is told.

            EXAMPLES
              sonora onsets clicks.flac
              sonora onsets --strength drums.wav | sort -k2 -n
              sonora onsets --words memo.wav
              sonora onsets --kind song.flac | grep sound
            """)

    @Argument(help: "An audio file, or - for a WAV or raw stream on standard input.")
    var file: String

    @Flag(help: "Print the strength of each onset, in dB, as a second column.")
    var strength = false

    @Flag(help: "Print where spoken words, or phrases that run together, begin. One that fades in has no strength (–).")
    var words = false

    @Flag(help: "Print what begins there as the last column: word, speech (within it) or sound (anything else).")
    var kind = false

    @OptionGroup var raw: RawOption
    @OptionGroup var limit: LimitOption

    func validate() throws {
        if words && kind { throw ValidationError("--words and --kind exclude each other: --words prints words alone.") }
    }

    func run() throws {
        let output = StandardOutput()
        var parameters = AnalysisParameters()
        parameters.keepsBloom = false
        let recording = RecordingSwitch()
        if file == "-" { Interruption.recording.withLock { $0 = recording } }
        var memo = Memo(path: file, raw: raw.raw, until: file == "-" ? recording : nil, decoder: .thisProgram)
        memo.maximumSamples = limit.maxSamples
        let reader = try MemoReader(memo, parameters: parameters)
        var lines = OnsetLines(view: words ? .words : kind ? .kinds : .onsets, hasStrength: strength)
        while try reader.step() {
            try Task.checkCancellation()
            let new = lines.take(from: reader.analyzer)
            if new.isEmpty { continue }
            try output.write(new)
            if reader.isLive { try output.flush() }
        }
        let measurements = try reader.finish()
        try output.write(lines.take(from: measurements))
        try output.flush()
        noteOddities(of: file, salvage: reader.source.salvage, measurements: measurements)
        if recording.isOff {
            StandardError.note("the recording was ended by Ctrl-C; all its onsets are told")
            throw CommandFailure(status: ExitStatus.interrupted)
        }
    }
}
