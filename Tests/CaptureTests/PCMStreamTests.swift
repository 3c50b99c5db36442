// Streams: the same samples as from a file, and what a broken pipe still gives.

import Capture
import Foundation
import TestSignals
import Testing

@Suite("PCM stream", .timeLimit(.minutes(10))) struct PCMStreamTests {
    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    /// A named pipe that already holds all of `bytes` (64 KiB at most) and whose writer is gone.
    private func throughPipe(_ bytes: [UInt8], raw: RawFormat? = nil) throws -> Reading {
        let path = folder.file("pipe-\(UUID().uuidString)")
        try #require(mkfifo(path, 0o600) == 0)
        // Opened for both, it does not wait for a reader.
        let writer = open(path, O_RDWR)
        try #require(writer >= 0 && write(writer, bytes, bytes.count) == bytes.count)
        let source: any BlockSource
        do {
            defer { close(writer) }
            // A header that never ends would wait for ever: only whole ones come here.
            source = try Memo(path: path, raw: raw).open()
        }
        #expect(source.isLive)
        return try readAll(source, blockFrames: 333)
    }

    private func wave(_ encoding: PCMEncoding, _ data: [UInt8], channels: Int = 1, claimed: UInt32? = nil) -> [UInt8] {
        WaveBytes.file(encoding, channels: channels, sampleRate: 16_000, data: data, claimedData: claimed).bytes
    }

    @Test("a pipe, a stream and a file give the same samples", arguments: PCMEncoding.allCases, [1, 2, 3])
    func sameSamples(encoding: PCMEncoding, channels: Int) throws {
        let data = sampleBytes(encoding, frames: 2000, channels: channels)
        let bytes = wave(encoding, data, channels: channels)
        let path = try folder.write(bytes, as: "memo.wav")
        let fromFile = try readAll(SoundFile(path: path))
        #expect(fromFile.frames == 2000)
        #expect(try readAll(PCMStream(path: path, raw: nil)).samples == fromFile.samples)
        #expect(try throughPipe(bytes).samples == fromFile.samples)
        let raw = try RawFormat(parsing: "16000:\(channels):\(encoding.rawValue)")
        #expect(try throughPipe(data, raw: raw).samples == fromFile.samples)
    }

    @Test("a stream says what it is")
    func format() throws {
        let path = try folder.write(
            wave(.s24le, sampleBytes(.s24le, frames: 50, channels: 2), channels: 2), as: "a.wav")
        let format = try PCMStream(path: path, raw: nil).format
        #expect(format.container == "wav" && format.encoding == "pcm24" && format.bitsPerSample == 24)
        #expect(format.channels == 2 && format.sampleRate == 16_000 && format.declaredFrames == 50)
        let raw = try PCMStream(path: path, raw: RawFormat(parsing: "8000:1:f32le")).format
        #expect(raw.container == "raw" && raw.encoding == "float32" && raw.declaredFrames == nil)
    }

    @Test("what follows the samples is not taken for sound")
    func chunksBehind() throws {
        var file = WaveBytes.file(
            .s16le, channels: 1, sampleRate: 8000, data: sampleBytes(.s16le, frames: 99, channels: 1))
        file.chunks.append(.init("LIST", [UInt8](repeating: 0x55, count: 400)))
        let path = try folder.write(file.bytes, as: "list.wav")
        let reading = try readAll(PCMStream(path: path, raw: nil))
        #expect(reading.frames == 99 && reading.salvage == nil)
        #expect(try throughPipe(file.bytes).samples == reading.samples)
    }

    @Test("a stream that ends early gives what came, and says so")
    func endsEarly() throws {
        let bytes = wave(.s16le, sampleBytes(.s16le, frames: 16_000, channels: 1))
        let reading = try throughPipe(Array(bytes.prefix(44 + 8000)))
        #expect(reading.frames == 4000)
        #expect(reading.salvage?.kind == "truncated")
        #expect(reading.salvage?.detail.contains("0.3 s of 1.0 s") == true)
    }

    @Test("half a frame at the end is left out, and that is said", arguments: 1...3)
    func halfFrame(extra: Int) throws {
        let data = sampleBytes(.s16le, frames: 100, channels: 2) + [UInt8](repeating: 1, count: extra)
        let reading = try throughPipe(data, raw: RawFormat(parsing: "8000:2:s16le"))
        #expect(reading.frames == 100 && reading.salvage?.kind == "truncated")
        #expect(reading.salvage?.detail.contains("\(extra) byte") == true)
    }

    @Test("a stream of unknown length is read to its end", arguments: [0, 0x7FFF_FFFF, 0xFFFF_FFFF] as [UInt32])
    func unknownLength(claimed: UInt32) throws {
        let reading = try throughPipe(wave(.s16le, sampleBytes(.s16le, frames: 777, channels: 1), claimed: claimed))
        #expect(reading.frames == 777 && reading.salvage?.kind == "unknownLength")
    }

    @Test("a stream without a byte is empty, one that ends in its header is none")
    func noStream() throws {
        func code(_ bytes: [UInt8]) throws -> CaptureError.Code? {
            let path = try folder.write(bytes, as: "broken.wav")
            return failure { _ = try PCMStream(path: path, raw: nil) }?.code
        }
        let bytes = wave(.s16le, [0, 0])
        #expect(try code([]) == .emptyFile)
        for count in [1, 11, 12, 43] { #expect(try code(Array(bytes.prefix(count))) == .notAudio) }
        #expect(try code(Array("MThd, and more that is no header".utf8)) == .notAudio)
        #expect(failure { _ = try PCMStream(path: folder.path, raw: nil) }?.code == .isFolder)
        #expect(failure { _ = try PCMStream(path: folder.file("gone"), raw: nil) }?.code == .notFound)
    }

    @Test("a long stream comes in pieces and nothing is lost between them")
    func long() throws {
        let data = sampleBytes(.s24le, frames: 70_000, channels: 3)
        let path = try folder.write(wave(.s24le, data, channels: 3), as: "long.wav")
        let fromFile = try readAll(SoundFile(path: path))
        for size in [1000, 100_000] {
            #expect(try readAll(PCMStream(path: path, raw: nil), blockFrames: size).samples == fromFile.samples)
        }
    }
}
