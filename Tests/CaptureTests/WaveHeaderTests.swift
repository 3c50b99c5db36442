// WAV headers: honest, streamed, extensible, long, and hostile ones.

import Capture
import TestSignals
import Testing

@Suite("WAV header") struct WaveHeaderTests {
    private func header(_ bytes: [UInt8]) -> WaveHeader? {
        if case .header(let header) = WaveHeader.parse(bytes) { header } else { nil }
    }

    private func isRefused(_ bytes: [UInt8]) -> Bool {
        if case .notWave = WaveHeader.parse(bytes) { true } else { false }
    }

    @Test("a plain header is read", arguments: PCMEncoding.allCases, [1, 2, 6, 1024])
    func plain(encoding: PCMEncoding, channels: Int) throws {
        let data = [UInt8](repeating: 7, count: encoding.bytesPerSample * channels)
        let found = try #require(
            header(WaveBytes.file(encoding, channels: channels, sampleRate: 44_100, data: data).bytes))
        #expect(found.encoding == encoding && found.channels == channels && found.sampleRate == 44_100)
        #expect(found.dataBytes == Int64(data.count) && found.dataOffset == 44 && !found.isRF64)
    }

    @Test("chunks before the samples are passed over, odd ones with their pad")
    func otherChunks() throws {
        var file = WaveBytes.file(.s16le, channels: 1, sampleRate: 8000, data: [1, 2, 3, 4])
        file.chunks.insert(.init("LIST", [1, 2, 3]), at: 0)
        file.chunks.insert(.init("bext", [UInt8](repeating: 9, count: 602)), at: 2)
        let bytes = file.bytes
        let found = try #require(header(bytes))
        #expect(Array(bytes[found.dataOffset...]) == [1, 2, 3, 4])
        #expect(found.sampleRate == 8000)
    }

    @Test("an extensible header tells its true encoding", arguments: [(1, 16), (1, 24), (3, 32), (3, 64)])
    func extensible(tag: Int, bits: Int) throws {
        let format = WaveBytes.extensibleFormat(tag: UInt16(tag), channels: 2, sampleRate: 96_000, bits: bits)
        let found = try #require(header(WaveBytes([.init("fmt ", format), .init("data", [0, 0])]).bytes))
        let expected: PCMEncoding = [16: .s16le, 24: .s24le, 32: .f32le, 64: .f64le][bits] ?? .u8
        #expect(found.encoding == expected && found.channels == 2 && found.sampleRate == 96_000)
    }

    @Test("the sizes of RF64 stand in its ds64 chunk")
    func long() throws {
        var file = WaveBytes.file(.s16le, channels: 1, sampleRate: 8000, data: [0, 0], claimedData: 0xFFFF_FFFF)
        file.container = "RF64"
        file.chunks.insert(WaveBytes.longSizes(data: 5_000_000_000, frames: 2_500_000_000), at: 0)
        let found = try #require(header(file.bytes))
        #expect(found.isRF64 && found.dataBytes == 5_000_000_000)
        file.chunks[0] = WaveBytes.longSizes(data: 0, frames: 0)
        #expect(header(file.bytes)?.dataBytes == .some(nil))
        file.chunks[0] = WaveBytes.longSizes(data: .max, frames: .max)
        #expect(header(file.bytes)?.dataBytes == .some(nil))
    }

    @Test("sizes that streams write are no sizes", arguments: [0, 0x7FFF_FFFF, 0x7FFF_F000, 0xFFFF_FFFF] as [UInt32])
    func unknownSize(claimed: UInt32) throws {
        let file = WaveBytes.file(.s16le, channels: 1, sampleRate: 8000, data: [1, 2], claimedData: claimed)
        #expect(try #require(header(file.bytes)).dataBytes == nil)
    }

    @Test("a header cut at any byte asks for more, and for more than there is")
    func cutAnywhere() {
        var file = WaveBytes.file(.s24le, channels: 2, sampleRate: 48_000, data: [1, 2, 3, 4, 5, 6])
        file.chunks.insert(.init("LIST", [1, 2, 3]), at: 0)
        let bytes = file.bytes
        let offset = header(bytes)?.dataOffset ?? 0
        for count in 0..<offset {
            guard case .needsMore(let wanted) = WaveHeader.parse(Array(bytes[..<count])) else {
                Issue.record("\(count) bytes")
                continue
            }
            #expect(wanted > count && wanted <= offset + 8)
        }
        for count in offset...bytes.count { #expect(header(Array(bytes[..<count])) != nil) }
    }

    @Test("what is no WAV of plain samples is refused")
    func refused() {
        let good = WaveBytes.file(.s16le, channels: 1, sampleRate: 8000, data: [0, 0])
        func changed(_ change: (inout WaveBytes) -> Void) -> [UInt8] {
            var file = good
            change(&file)
            return file.bytes
        }
        func format(_ tag: UInt16, _ channels: Int, _ rate: Int, _ bits: Int) -> [UInt8] {
            changed {
                $0.chunks[0].body = WaveBytes.format(tag: tag, channels: channels, sampleRate: rate, bits: bits)
            }
        }
        #expect(isRefused(changed { $0.container = "RIFX" }))
        #expect(isRefused(changed { $0.form = "AVI " }))
        #expect(isRefused(changed { $0.chunks.reverse() }))
        #expect(isRefused(changed { $0.chunks[0].body = [1, 0, 1, 0] }))
        #expect(isRefused(format(1, 0, 8000, 16)))
        #expect(isRefused(format(1, 1025, 8000, 16)))
        #expect(isRefused(format(1, 1, 0, 16)))
        #expect(isRefused(format(1, 1, 8000, 12)))
        #expect(isRefused(format(3, 1, 8000, 16)))
        #expect(isRefused(format(17, 1, 8000, 4)))
        #expect(!isRefused(good.bytes))
    }

    @Test("huge chunks are refused, not waited for", arguments: [0xFFFF_FFFF, 0x7FFF_FFFF, 0x0040_0000] as [UInt32])
    func hugeChunks(size: UInt32) {
        for tag in ["LIST", "fmt ", "ds64", "\0\0\0\0"] {
            #expect(isRefused(WaveBytes([.init(tag, [1, 2, 3, 4], claimedSize: size)]).bytes))
        }
    }

    @Test("random bytes never trap, whatever they claim to be")
    func fuzz() {
        var generator = SeededGenerator(seed: 2024)
        var templates = [WaveBytes.file(.s16le, channels: 2, sampleRate: 48_000, data: [0, 1, 2, 3]).bytes]
        templates.append(
            WaveBytes([
                WaveBytes.longSizes(data: 12, frames: 3), .init("LIST", [5, 6, 7]),
                .init("fmt ", WaveBytes.extensibleFormat(tag: 3, channels: 2, sampleRate: 8000, bits: 32)),
                .init("data", [1, 2, 3, 4]),
            ]).bytes)
        for round in 0..<20_000 {
            var bytes: [UInt8]
            if round % 4 == 0 {
                bytes = generator.bytes(Int.random(in: 0...200, using: &generator))
                if round % 8 == 0 { bytes.replaceSubrange(0..<min(12, bytes.count), with: templates[0][..<12]) }
            } else {
                bytes = templates[round % 2]
                for _ in 0..<Int.random(in: 1...6, using: &generator) {
                    bytes[Int.random(in: bytes.indices, using: &generator)] = UInt8.random(
                        in: 0...255, using: &generator)
                }
                bytes.removeLast(Int.random(in: 0..<bytes.count, using: &generator))
            }
            switch WaveHeader.parse(bytes) {
            case .header(let header):
                #expect((1...1024).contains(header.channels) && header.sampleRate > 0)
                #expect(header.dataOffset <= bytes.count && header.dataBytes ?? 1 > 0)
            case .needsMore(let wanted): #expect(wanted > bytes.count && wanted <= WaveHeader.limit)
            case .notWave(let reason): #expect(!reason.isEmpty)
            }
        }
    }
}
