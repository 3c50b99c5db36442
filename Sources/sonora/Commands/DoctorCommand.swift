// doctor: what works on this machine.

import Analysis
import ArgumentParser
import Capture
import Formats
import Pipeline

struct DoctorCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "doctor",
        abstract: "Shows versions, the formats that can be read here, and whether helpers are there.",
        discussion: """
            EXAMPLES
              sonora doctor
            """)

    @OptionGroup var colouring: ColorOption

    func run() throws {
        let output = StandardOutput()
        let style = Terminal(descriptor: 1).style
        func line(_ name: String, _ text: String) throws {
            try output.write("\(style.bold(Aligned.left(name, 12)))\(text)\n")
        }
        try line("sonora", versionText)
        try line("libsndfile", SoundFile.libraryVersion)
        try line("fftw", AnalysisLibraries.fftwVersion)
        let (usual, others) = Self.readableEndings()
        try line("reads", usual.joined(separator: " "))
        try line("and also", others.joined(separator: " "))
        let phones = "m4a qta mp4 mov 3gp aac amr webm wma avi"
        if let found = FFmpeg.find("ffmpeg") {
            try line("with ffmpeg", phones)
            try line("ffmpeg", "\(style.green("found")) at \(found.printable)")
        } else {
            try line("not here", phones)
            try line("ffmpeg", "\(style.yellow("not found")); it reads what phones record: apt install ffmpeg")
        }
        let probe = FFmpeg.find("ffprobe").map { "\(style.green("found")) at \($0.printable)" }
        try line("ffprobe", probe ?? "\(style.yellow("not found")); it tells when such a memo was recorded")
        try line("self-test", Self.hearsATone() ? style.green("ok") : style.red("failed"))
        try output.flush()
        if !Self.hearsATone() { throw CommandFailure() }
    }

    /// What people have, and the rest. The library names its formats by one ending each, and old ones at that.
    private static func readableEndings() -> (usual: [String], others: [String]) {
        let found = Set(SoundFile.readableFormats().map(\.fileExtension))
        let names = [
            ("wav", "wav"), ("rf64", "rf64"), ("w64", "w64"), ("aiff", "aiff"), ("caf", "caf"), ("flac", "flac"),
            ("oga", "ogg opus"), ("m1a", "mp3"),
        ]
        let others = found.subtracting(names.map(\.0)).sorted()
        return (names.filter { found.contains($0.0) }.map(\.1), others)
    }

    /// A second of silence and a second of a tone of −20 dBFS must measure as just that.
    private static func hearsATone() -> Bool {
        let rate = 16_000
        guard var analyzer = try? Analyzer(sampleRate: rate, channels: 1) else { return false }
        let tone = (0..<2 * rate).map { index -> Float in
            index < rate ? 0 : (index / 20).isMultiple(of: 2) ? 0.1 : -0.1
        }
        analyzer.push(tone, frames: tone.count)
        let heard = analyzer.finish()
        guard let peak = heard.levels.peak, let onset = heard.onsets.first else { return false }
        return abs(peak + 20) < 0.01 && abs(onset.time - 1) < 0.03 && heard.onsets.count <= 2
    }
}
