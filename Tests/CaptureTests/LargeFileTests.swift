// Large files: more than 4 GiB, whose size fields of 32 bits have lost their upper half. The files are holes but for their ends.

import Capture
import Foundation
import TestSignals
import Testing

@Suite("Large files") struct LargeFileTests {
    private let folder: TemporaryFolder
    private static let wrapped: Int64 = 1 << 32
    /// What stands at the end of the samples.
    private static let last: [UInt8] = (1...96).map { $0 }

    init() throws { folder = try TemporaryFolder() }

    /// A file of a header, a hole, the last samples, and what follows them.
    private func sparse(_ header: [UInt8], samples: Int64, behind: [UInt8] = []) throws -> String {
        let path = try folder.write(header, as: "memo")
        let file = try FileHandle(forWritingTo: URL(fileURLWithPath: path))
        try file.seek(toOffset: UInt64(Int64(header.count) + samples - Int64(Self.last.count)))
        try file.write(contentsOf: Data(Self.last + behind))
        try file.close()
        return path
    }

    /// The header of a WAV of 16 bits and two channels.
    private func wave(claimed: UInt32, container: String = "RIFF") -> [UInt8] {
        var file = WaveBytes.file(.s16le, channels: 2, sampleRate: 48_000, data: [], claimedData: claimed)
        file.container = container
        if container != "RIFF" { file.chunks.insert(WaveBytes.longSizes(data: 0, frames: 0), at: 0) }
        return file.bytes
    }

    private func expectEnd(_ path: String, bytes: Int64, kind: String?, isBig: Bool = false) throws {
        let source = try SoundFile(path: path)
        #expect(source.format.declaredFrames == bytes / 4)
        #expect(source.salvage?.kind == kind)
        if kind != nil { #expect(source.salvage?.secondsRecovered == Double(bytes / 4) / 48_000) }
        #expect(source.seek(toFrame: bytes / 4 - 24))
        var expected = [Float](repeating: 0, count: 48)
        let low = isBig ? stride(from: 0, to: 96, by: 2).flatMap { [Self.last[$0 + 1], Self.last[$0]] } : Self.last
        PCMEncoding.s16le.decode(low, count: 48, into: &expected)
        #expect(try readAll(source).samples == expected)
    }

    @Test("a WAV whose size wrapped past 4 GiB", arguments: [false, true])
    func wrapped(hasChunks: Bool) throws {
        let bytes = Self.wrapped + 4000
        let behind = hasChunks ? Array("LIST".utf8) + little(UInt32(4)) + Array("INFO".utf8) : []
        try expectEnd(
            sparse(wave(claimed: 4000), samples: bytes, behind: behind), bytes: bytes, kind: "wrongLength")
    }

    @Test(
        "a WAV or RF64 of more than 4 GiB whose size nobody wrote", arguments: ["RIFF", "RF64"],
        [0, 0xFFFF_FFFF, 0x7FFF_FFFF] as [UInt32])
    func unfinished(container: String, claimed: UInt32) throws {
        let bytes = Self.wrapped + 4000
        try expectEnd(
            sparse(wave(claimed: claimed, container: container), samples: bytes), bytes: bytes, kind: "unknownLength")
    }

    @Test("an AIFF whose size wrapped past 4 GiB", arguments: [false, true])
    func aiff(hasChunks: Bool) throws {
        let bytes = Self.wrapped + 4000
        let format = AIFFBytes.format(channels: 2, frames: 1000, bits: 16, sampleRate: 48_000)
        let header = AIFFBytes.file([
            WideChunk("COMM", format), WideChunk("SSND", [UInt8](repeating: 0, count: 8), claimedSize: 4008),
        ])
        let behind = hasChunks ? Array("NAME".utf8) + big(UInt32(4)) + Array("Long".utf8) : []
        try expectEnd(
            sparse(header, samples: bytes, behind: behind), bytes: bytes, kind: "wrongLength", isBig: true)
    }

    @Test("an honest W64 and an honest CAF of more than 4 GiB")
    func honest() throws {
        let bytes = Self.wrapped + 4000
        let format = WideChunk("fmt ", WaveBytes.format(tag: 1, channels: 2, sampleRate: 48_000, bits: 16))
        let wave64 = Wave64Bytes.file([format, WideChunk("data", [], claimedSize: UInt64(bytes) + 24)])
        try expectEnd(sparse(wave64, samples: bytes), bytes: bytes, kind: nil)
        let description = WideChunk("desc", CAFBytes.format(channels: 2, bits: 16, sampleRate: 48_000))
        let core = CAFBytes.file([description, WideChunk("data", [0, 0, 0, 0], claimedSize: UInt64(bytes) + 4)])
        try expectEnd(sparse(core, samples: bytes), bytes: bytes, kind: nil, isBig: true)
    }
}
