// Layouts of WAV headers: honest, streamed, extensible, long, and hostile ones.

import Capture
import TestSignals
import Testing

@Suite("Sample layout") struct SampleLayoutTests {
    private func layout(_ bytes: [UInt8]) throws -> SampleLayout? {
        try? SampleLayout.parse(MemoryBytes(bytes)).get()
    }

    @Test("a plain header is read", arguments: PCMEncoding.allCases, [1, 2, 6, 1024])
    func plain(encoding: PCMEncoding, channels: Int) throws {
        let data = [UInt8](repeating: 7, count: encoding.bytesPerSample * channels)
        let found = try #require(
            try layout(WaveBytes.file(encoding, channels: channels, sampleRate: 44_100, data: data).bytes))
        #expect(found.pcm == encoding && found.channels == channels && found.sampleRate == 44_100)
        #expect(found.claimedBytes == Int64(data.count) && found.container == "wav" && found.isPlain)
        #expect(found.ranges == [44..<44 + Int64(data.count)] && found.salvage == nil)
    }

    @Test("an extensible header tells its true encoding", arguments: [(1, 16), (1, 24), (3, 32), (3, 64)])
    func extensible(tag: Int, bits: Int) throws {
        let format = WaveBytes.extensibleFormat(tag: UInt16(tag), channels: 2, sampleRate: 96_000, bits: bits)
        let found = try #require(
            try layout(WaveBytes([.init("fmt ", format), .init("data", [UInt8](repeating: 1, count: 64))]).bytes))
        let expected: PCMEncoding = [16: .s16le, 24: .s24le, 32: .f32le, 64: .f64le][bits] ?? .u8
        #expect(found.pcm == expected && found.channels == 2 && found.sampleRate == 96_000 && found.isPlain)
    }

    @Test("coded formats are not plain", arguments: [2, 0x11, 0x31, 0x55] as [UInt16])
    func coded(tag: UInt16) throws {
        let format = WaveBytes.format(tag: tag, channels: 1, sampleRate: 8000, bits: 4) + [2, 0, 0xF9, 1]
        let found = try #require(try layout(WaveBytes([.init("fmt ", format), .init("data", [1, 2])]).bytes))
        #expect(!found.isPlain && found.pcm == nil)
    }

    @Test("what is no container, or says nothing, is told apart")
    func failures() throws {
        func failure(_ bytes: [UInt8]) throws -> SampleLayout.Failure? {
            if case .failure(let failure) = try SampleLayout.parse(MemoryBytes(bytes)) { failure } else { nil }
        }
        let good = WaveBytes.file(.s16le, channels: 1, sampleRate: 8000, data: [0, 0])
        var other = good
        other.form = "AVI "
        #expect(try failure(other.bytes) == .noContainer)
        #expect(try failure([]) == .noContainer)
        other = good
        other.chunks.removeLast()
        #expect(try failure(other.bytes) == .noSamples)
        other = good
        other.chunks.removeFirst()
        #expect(try failure(other.bytes) == .noFormat)
        other.chunks.insert(.init("fmt ", [1, 0, 1, 0]), at: 0)
        #expect(try failure(other.bytes) == .noFormat)
    }

    @Test("a file cut at any byte is read as far as it goes")
    func cutAnywhere() throws {
        var file = WaveBytes.file(.s24le, channels: 2, sampleRate: 48_000, data: [1, 2, 3, 4, 5, 6])
        file.chunks.insert(.init("LIST", [1, 2, 3]), at: 0)
        let bytes = file.bytes
        let start = Int(try #require(try layout(bytes)).ranges[0].lowerBound)
        for count in 0..<start { #expect(try layout(Array(bytes[..<count])) == nil, "\(count)") }
        for count in start...bytes.count {
            let found = try #require(try layout(Array(bytes[..<count])))
            #expect(found.sampleBytes == Int64(count - start))
            #expect((found.salvage == nil) == (count == bytes.count))
        }
    }

    @Test("thousands of chunks that lie are not looked at again and again", arguments: Hostile.all)
    private func bounded(hostile: Hostile) throws {
        let bytes = CountedBytes(hostile.bytes)
        _ = try SampleLayout.parse(bytes)
        #expect(bytes.given < 32 * hostile.bytes.count, "\(bytes.given) of \(hostile.bytes.count) bytes")
    }

    @Test("random bytes never trap, whatever they claim to be, and no sample lies outside of the file")
    func fuzz() throws {
        var generator = SeededGenerator(seed: 2024)
        let sound = [UInt8](1...96)
        let wide = [
            WideChunk("fmt ", WaveBytes.format(tag: 1, channels: 1, sampleRate: 8000, bits: 16)),
            WideChunk("data", sound),
        ]
        let templates = [
            WaveBytes.file(.s16le, channels: 2, sampleRate: 48_000, data: sound).bytes,
            WaveBytes([
                WaveBytes.longSizes(data: 12, frames: 3), .init("LIST", Array("INFOabc".utf8)),
                .init("fmt ", WaveBytes.extensibleFormat(tag: 3, channels: 2, sampleRate: 8000, bits: 32)),
                .init("data", sound), .init("bext", sound), .init("data", sound),
            ]).bytes,
            Wave64Bytes.file(wide),
            AIFFBytes.file([
                WideChunk("COMM", AIFFBytes.format(channels: 1, frames: 44, bits: 16, sampleRate: 8000)),
                WideChunk("SSND", [UInt8](repeating: 0, count: 8) + sound),
            ]),
            CAFBytes.file([
                WideChunk("desc", CAFBytes.format(channels: 1, bits: 16, sampleRate: 8000)),
                WideChunk("data", [0, 0, 0, 0] + sound),
            ]),
        ]
        for round in 0..<40_000 {
            var bytes = templates[round % templates.count]
            for _ in 0..<Int.random(in: 1...6, using: &generator) {
                bytes[Int.random(in: bytes.indices, using: &generator)] =
                    [0, 1, 0x7F, 0x80, 0xFF, UInt8.random(in: 0...255, using: &generator)].randomElement(
                        using: &generator) ?? 0
            }
            if round % 3 == 0 { bytes.removeLast(Int.random(in: 0..<bytes.count, using: &generator)) }
            guard case .success(let found) = try SampleLayout.parse(MemoryBytes(bytes)) else { continue }
            #expect(found.ranges.allSatisfy { $0.lowerBound >= 0 && $0.upperBound <= bytes.count })
            #expect(found.frameBytes > 0 && found.channels >= 0 && !found.ranges.isEmpty)
        }
    }
}

/// Files made to keep a parser busy.
private struct Hostile: Sendable, CustomTestStringConvertible {
    var testDescription: String
    var bytes: [UInt8]

    private static let format = WaveBytes.Chunk(
        "fmt ", WaveBytes.format(tag: 1, channels: 1, sampleRate: 8000, bits: 16))

    static let all = [
        Hostile(
            testDescription: "empty data chunks that ds64 gives a size",
            bytes: {
                let chunks = Array(repeating: WaveBytes.Chunk("data", []), count: 40_000)
                var file = WaveBytes([WaveBytes.longSizes(data: 13, frames: 0), format] + chunks)
                file.container = "RF64"
                return file.bytes
            }()),
        Hostile(
            testDescription: "data chunks before chunks of odd length without a pad",
            bytes: WaveBytes([format]).bytes
                + (0..<20_000).flatMap { _ in Array("data\u{2}\0\0\0abLIST\u{1}\0\0\0x".utf8) }),
    ]
}

/// Bytes in memory that count how many of them were asked for.
private final class CountedBytes: ByteSource {
    private let memory: MemoryBytes
    private(set) var given = 0

    init(_ bytes: [UInt8]) { memory = MemoryBytes(bytes) }

    var length: Int64? { memory.length }

    func bytes(at offset: Int64, count: Int) -> [UInt8] {
        let piece = memory.bytes(at: offset, count: count)
        given += piece.count
        return piece
    }
}
