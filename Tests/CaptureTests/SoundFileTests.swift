// Sound files: formats, samples, odd numbers and odd names.

import Capture
import Foundation
import TestSignals
import Testing

@Suite("Sound file") struct SoundFileTests {
    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    @Test("a file says what it is", arguments: PCMEncoding.allCases, [1, 2])
    func format(encoding: PCMEncoding, channels: Int) throws {
        let data = sampleBytes(encoding, frames: 300, channels: channels)
        let bytes = WaveBytes.file(encoding, channels: channels, sampleRate: 22_050, data: data).bytes
        let format = try SoundFile(path: folder.write(bytes, as: "memo.wav")).format
        #expect(format.container == "wav" && format.encoding == encoding.name)
        #expect(format.sampleRate == 22_050 && format.channels == channels && format.declaredFrames == 300)
        #expect(format.isInteger == encoding.isInteger)
        #expect(format.bitsPerSample == (encoding.isInteger ? 8 * encoding.bytesPerSample : 0))
        let duration = try #require(format.declaredDuration)
        #expect(abs(duration * 22_050 - 300) < 1e-9)
    }

    @Test("samples are the same in blocks of any size", arguments: [1, 7, 299, 300, 301, 4096])
    func blocks(size: Int) throws {
        let data = sampleBytes(.s16le, frames: 300, channels: 2)
        var expected = [Float](repeating: 0, count: 600)
        PCMEncoding.s16le.decode(data, count: 600, into: &expected)
        let path = try folder.write(
            WaveBytes.file(.s16le, channels: 2, sampleRate: 8000, data: data).bytes, as: "a.wav")
        let reading = try readAll(SoundFile(path: path), blockFrames: size)
        #expect(reading.samples == expected && reading.frames == 300 && reading.salvage == nil)
    }

    @Test("what is no number is counted and silent", arguments: [PCMEncoding.f32le, .f64le])
    func nonFinite(encoding: PCMEncoding) throws {
        let samples: [Float] = [0.5, .nan, -0.5, .infinity, 0.25, -.infinity, 0, 1]
        let path = try folder.write(
            WaveBytes.file(encoding, channels: 2, sampleRate: 8000, data: encoding.encode(samples)).bytes, as: "nan.wav"
        )
        for source in [try SoundFile(path: path), try PCMStream(path: path, raw: nil)] as [any BlockSource] {
            let reading = try readAll(source, blockFrames: 3)
            #expect(reading.nonFiniteSamples == 3)
            #expect(reading.samples == [0.5, 0, -0.5, 0, 0.25, 0, 0, 1])
        }
    }

    @Test("seeking moves to the frame")
    func seek() throws {
        let data = sampleBytes(.s16le, frames: 500, channels: 1)
        let path = try folder.write(
            WaveBytes.file(.s16le, channels: 1, sampleRate: 8000, data: data).bytes, as: "s.wav")
        let whole = try readAll(SoundFile(path: path)).samples
        let file = try SoundFile(path: path)
        #expect(file.seek(toFrame: 123))
        #expect(try readAll(file).samples == Array(whole[123...]))
        #expect(!file.seek(toFrame: 501))
    }

    @Test("a header without samples is a memo of length 0")
    func noSamples() throws {
        let bytes = WaveBytes.file(.s16le, channels: 1, sampleRate: 8000, data: []).bytes
        #expect(try readAll(Memo(path: folder.write(bytes, as: "none.wav")).open()).frames == 0)
    }

    @Test("1024 channels are read")
    func manyChannels() throws {
        let data = sampleBytes(.s16le, frames: 3, channels: 1024)
        let bytes = WaveBytes.file(.s16le, channels: 1024, sampleRate: 8000, data: data).bytes
        let reading = try readAll(Memo(path: folder.write(bytes, as: "1024.wav")).open(), blockFrames: 2)
        #expect(reading.frames == 3 && reading.samples.count == 3072)
    }

    @Test("a cut file is read as far as it goes, and says so")
    func cut() throws {
        let data = sampleBytes(.s16le, frames: 1000, channels: 1)
        let bytes = WaveBytes.file(.s16le, channels: 1, sampleRate: 8000, data: data).bytes.dropLast(1200)
        let reading = try readAll(Memo(path: folder.write(Array(bytes), as: "cut.wav")).open())
        #expect(reading.frames == 400 && reading.salvage?.kind == "truncated")
    }

    @Test(
        "a file whose recorder never wrote its length is read to its end",
        arguments: [0, 0x7FFF_FFFF, 0xFFFF_FFFF] as [UInt32])
    func unknownLength(claimed: UInt32) throws {
        let data = sampleBytes(.s16le, frames: 1000, channels: 1)
        var file = WaveBytes.file(.s16le, channels: 1, sampleRate: 8000, data: data, claimedData: claimed)
        file.claimedSize = claimed == 0 ? 36 : claimed
        let reading = try readAll(Memo(path: folder.write(file.bytes, as: "crashed.wav")).open())
        #expect(reading.frames == 1000)
    }

    @Test(
        "names may hold anything",
        arguments: ["my memo.wav", "🎙️ Übung.wav", "line\nbreak.wav", "-rf.wav", "--help", "a'b\"c$(d).wav", " .wav"])
    func names(name: String) throws {
        let data = sampleBytes(.s16le, frames: 10, channels: 1)
        let path = try folder.write(WaveBytes.file(.s16le, channels: 1, sampleRate: 8000, data: data).bytes, as: name)
        #expect(try readAll(Memo(path: path).open()).frames == 10)
        #expect(try Memo(path: path).contentHash() != nil)
        let source = try SoundFile(path: path)
        let copy = folder.file("copy of " + name)
        let writer = try SoundFileWriter(path: copy, container: .wav, like: source.format)
        try source.copy(frames: 0..<10, to: writer)
        try writer.commit()
        #expect(try readAll(Memo(path: copy).open()).samples == readAll(Memo(path: path).open()).samples)
    }

    @Test("the library says its version and what it reads")
    func library() {
        #expect(SoundFile.readableFormats().count > 10)
    }
}
