// DecoderService: the helper's side: decodes one memo from standard input and pours it out, whatever it may do to the
// library that parses it.

import Files

/// The job of the helper process. It reads a file that is its standard input, and may be killed at any time.
public enum DecoderService {
    /// The word that makes the command a helper.
    public static let command = "decode-for-sonora"

    /// The argument of a helper that is told later what to decode.
    static let spare = "spare"

    private static let longestName = 1 << 16
    private static let pieceSamples = 1 << 14
    private static let mostMemoryBytes: UInt = 1 << 29

    /// Decodes to standard output until all is said.
    /// - Parameter arguments: nothing, or the length of a stretch and the frames where stretches begin.
    public static func run(_ arguments: [String]) -> Int32 {
        if arguments.first == spare && !takeOrder() { return 0 }
        let numbers = arguments.compactMap(Int64.init)
        do throws(CaptureError) {
            try decode(
                stretch: numbers.first.map { Int(clamping: $0) }, starts: Array(numbers.dropFirst()),
                to: Descriptor.standardOutput())
            return 0
        } catch {
            return 1
        }
    }

    /// Waits for the name of a memo and makes that its standard input. `false` when none comes any more.
    private static func takeOrder() -> Bool {
        let input = Descriptor.standardInput()
        func bytes(_ count: Int) -> [UInt8]? {
            var bytes = [UInt8](repeating: 0, count: count)
            var done = 0
            while done < count {
                let got = bytes.withUnsafeMutableBytes { (try? input.read(into: .init(rebasing: $0[done...]))) ?? 0 }
                if got == 0 { return nil }
                done += got
            }
            return bytes
        }
        guard let head = bytes(4), case let count = Int(head.uint32(at: 0)), (1...longestName).contains(count),
            let name = bytes(count)
        else { return false }
        return Descriptor.makeStandardInput(FileName.text(name))
    }

    private static func decode(stretch: Int?, starts: [Int64], to output: Descriptor) throws(CaptureError) {
        let input = Descriptor.standardInput()
        // A minute to begin with, and a second for each hundred kilobytes: far more than honest decoding takes.
        let seconds = try 60 + UInt(clamping: telling(input.status()).bytes / 100_000)
        ChildProcess.limit(memoryBytes: mostMemoryBytes, computingSeconds: seconds)
        let source: SoundFile
        do {
            source = try SoundFile(path: "-", descriptor: input)
        } catch {
            let refusal = DecoderGreeting.refused(code: error.code, problem: error.problem, advice: error.advice)
            return try telling(output.write(refusal.words.bytes, path: "-"))
        }
        let greeting = DecoderGreeting.ready(source.format, tags: source.tags, canLookAround: source.canLookAround)
        try telling(output.write(greeting.words.bytes, path: "-"))
        let frames = stretch ?? max(1, pieceSamples / source.format.channels)
        guard (1...1 << 20).contains(frames) else { return }
        var block = AudioBlock(capacity: frames, channels: source.format.channels)
        var ending = DecoderFarewell.words(nil)
        if stretch == nil {
            do {
                // As it comes: whoever reads it here counts what is no sound.
                while try source.decode(into: &block) > 0 { try write(block, to: output) }
                ending = DecoderFarewell.words(source.salvage)
            } catch {
                if error.code == .outputClosed { throw error }
                ending = DecoderFarewell.words(failure: error)
            }
        } else {
            for start in starts {
                block.frames = 0
                if source.seek(toFrame: start) { _ = try? source.decode(into: &block) }
                try write(block, to: output)
            }
        }
        try telling(output.write(DecoderWords.number(DecoderFarewell.count) + ending.bytes, path: "-"))
    }

    private static func write(_ block: AudioBlock, to output: Descriptor) throws(CaptureError) {
        try telling(output.write([UInt32(block.frames)], path: "-"))
        try telling(output.write(block.samples, count: block.frames * block.channels, path: "-"))
    }
}
