// Damage of coded WAV and of odd bodies: what libsndfile has to decode, behind headers that tell nothing.

import Capture
import Foundation
import TestSignals
import Testing

@Suite("Damage of coded files") struct CodedDamageTests {
    private let folder: TemporaryFolder
    private static let coded = LibraryFormat.all.filter {
        ["WAV (Microsoft)", "W64 (SoundFoundry WAVE 64)"].contains($0.container) && $0.byteOrder.isEmpty
            && ["IMA ADPCM", "Microsoft ADPCM", "GSM 6.10", "A-Law", "U-Law"].contains($0.encoding)
    }

    init() throws { folder = try TemporaryFolder() }

    /// A file of the library, its bytes, and where its sample bytes begin.
    private func written(_ format: LibraryFormat) throws -> (whole: LibraryFile, bytes: [UInt8], samples: Int) {
        let path = folder.file("whole")
        try #require(
            LibraryFile.write(IntactFileTests.sound(frames: 8080, channels: format.channels), as: format, to: path))
        let bytes = try folder.bytes(of: "whole")
        let data = try #require(Data(bytes).range(of: Data("data".utf8)))
        return (
            try #require(LibraryFile(reading: path)), bytes,
            data.lowerBound + (format.ending == "w64" ? 24 : 8)
        )
    }

    @Test("coded samples whose size nobody wrote are decoded to the end", arguments: coded, [0, 0xFF] as [UInt8])
    func unfinished(format: LibraryFormat, byte: UInt8) throws {
        var (whole, bytes, samples) = try written(format)
        let sizeBytes = format.ending == "w64" ? 8 : 4
        for index in samples - sizeBytes..<samples { bytes[index] = byte }
        let found = try readAll(Memo(path: folder.write(bytes, as: "memo")).open())
        #expect(found.salvage?.kind == "unknownLength")
        #expect(found.frames >= whole.frames)
        #expect(found.samples[..<whole.samples.count] == whole.samples[...])
    }

    @Test("coded samples that were cut are decoded as far as they go", arguments: coded)
    func cut(format: LibraryFormat) throws {
        let (whole, bytes, samples) = try written(format)
        let half = samples + (bytes.count - samples) / 2
        let found = try readAll(Memo(path: folder.write(Array(bytes[..<half]), as: "memo")).open())
        #expect(found.salvage?.kind == "truncated")
        #expect(found.frames > whole.frames * 2 / 5 && found.frames <= whole.frames * 3 / 5 + 1200)
        // The last block may be broken, those before are whole.
        let sure = whole.samples.count * 2 / 5
        #expect(found.samples[..<sure] == whole.samples[..<sure])
    }

    @Test("a body of odd length without its pad, and a chunk behind it", arguments: [nil, 0, 1000] as [UInt32?])
    func oddBody(claimed: UInt32?) throws {
        let data = (0..<777).map { UInt8(truncatingIfNeeded: $0 &* 37 &+ 1) }
        var file = WaveBytes.file(.u8, channels: 1, sampleRate: 8000, data: data, claimedData: claimed).bytes
        file.removeLast()
        file += Array("LIST".utf8) + little(UInt32(14)) + Array("INFOINAM".utf8) + little(UInt32(2)) + Array("A\0".utf8)
        let source = try Memo(path: folder.write(file, as: "memo")).open()
        var expected = [Float](repeating: 0, count: 777)
        PCMEncoding.u8.decode(data, count: 777, into: &expected)
        #expect(try readAll(source).samples == expected)
        #expect(source.tags.title == "A")
    }
}
