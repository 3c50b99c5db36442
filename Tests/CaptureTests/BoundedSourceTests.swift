// Limits: no more of a memo is read than is allowed, whoever decodes it, and what was left out is told.

import Capture
import TestSignals
import Testing

@Suite("Limit of samples", .timeLimit(.minutes(10))) struct BoundedSourceTests {
    private let folder: TemporaryFolder
    private let sound = sampleBytes(.s16le, frames: 3000, channels: 2)

    init() throws { folder = try TemporaryFolder() }

    private func reading(_ memo: Memo, most: Int64) throws -> Reading {
        var memo = memo
        memo.maximumSamples = most
        return try readAll(memo.open(), blockFrames: 700)
    }

    private func wave() throws -> Memo {
        Memo(
            path: try folder.write(
                WaveBytes.file(.s16le, channels: 2, sampleRate: 8000, data: sound).bytes, as: "a.wav"))
    }

    @Test("a memo that ends at the limit is whole", arguments: [6000, 6001, .max] as [Int64])
    func within(most: Int64) throws {
        let found = try reading(wave(), most: most)
        #expect(found.frames == 3000 && found.salvage == nil)
    }

    @Test(
        "a memo that goes on behind the limit ends there, which is told",
        arguments: [(5999, 2999), (5998, 2999), (1400, 700), (1402, 701), (2, 1), (1, 1)] as [(Int64, Int)])
    func beyond(most: Int64, frames: Int) throws {
        let whole = try readAll(wave().open())
        let found = try reading(wave(), most: most)
        #expect(found.frames == frames && found.samples == Array(whole.samples[..<(2 * frames)]))
        #expect(found.salvage?.kind == "tooLong")
        #expect(found.salvage?.secondsRecovered == Double(frames) / 8000)
        #expect(found.salvage?.detail.contains("more than \(2 * frames) samples") == true)
    }

    @Test("raw samples, codecs and files that are followed have the same limit")
    func everyKind() throws {
        var raw = Memo(path: try folder.write(sound, as: "a.raw"), raw: try RawFormat(parsing: "8000:2:s16le"))
        #expect(try reading(raw, most: 2000).frames == 1000)
        raw.followIdleSeconds = 0.01
        #expect(try reading(raw, most: 2000).frames == 1000)
        let flac = folder.file("a.flac")
        let source = try wave().open()
        let writer = try SoundFileWriter(path: flac, container: .flac, like: source.format)
        try PieceCutter(source).copy(frames: 0..<3000, to: writer)
        try writer.commit()
        let found = try reading(Memo(path: flac), most: 2000)
        #expect(found.frames == 1000 && found.salvage?.kind == "tooLong")
    }

    @Test("what else was wrong with it is told as well")
    func otherDamage() throws {
        let bytes = WaveBytes.file(.s16le, channels: 2, sampleRate: 8000, data: sound, claimedData: 0).bytes
        let found = try reading(Memo(path: folder.write(bytes, as: "b.wav")), most: 2000)
        #expect(found.salvage?.kind == "tooLong")
        #expect(found.salvage?.detail.contains("does not say how long") == true)
    }

    @Test("ten hours of stereo and a day of voice are within the usual limit")
    func usual() {
        #expect(Memo(path: "a.wav").maximumSamples >= 10 * 3600 * 48_000 * 2)
        #expect(Memo(path: "a.wav").maximumSamples >= 24 * 3600 * 16_000)
    }
}
