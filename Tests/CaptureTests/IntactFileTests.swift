// Intact files: whatever libsndfile can write is read as it reads it itself, bit for bit, and nothing is said of damage.

import Capture
import TestSignals
import Testing

@Suite("Intact files") struct IntactFileTests {
    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    /// What needs more than one file, or knows no format of its own.
    private static let formats = LibraryFormat.all.filter { !$0.container.hasPrefix("SD2") && $0.ending != "raw" }

    /// An odd number of frames, so that bodies have odd lengths and coded blocks are not full.
    static func sound(frames: Int = 2901, channels: Int) -> [Float] {
        Signal.whiteNoise(level: -12, seconds: Double(frames * channels) / 1000, sampleRate: 1000, seed: 7).samples
    }

    @Test("the library gives the same with Sonora and without", arguments: formats)
    func same(format: LibraryFormat) throws {
        let path = folder.file("memo." + format.ending)
        try #require(LibraryFile.write(Self.sound(channels: format.channels), as: format, to: path))
        try expectSame(path)
    }

    /// What the library takes for one block too many; see below.
    private static let short = formats.filter {
        $0.channels == 1 && !($0.encoding == "GSM 6.10" && $0.container.hasPrefix("WAV"))
    }

    @Test("one frame, and none, are read like many", arguments: short, [0, 1])
    func few(format: LibraryFormat, frames: Int) throws {
        let path = folder.file("memo." + format.ending)
        try #require(LibraryFile.write(Self.sound(frames: frames, channels: 1), as: format, to: path))
        // Some codecs cannot say that there is nothing.
        guard frames > 0 || LibraryFile(reading: path) != nil else { return }
        try expectSame(path)
    }

    @Test("a GSM memo whose blocks are odd ends where its sound ends; the library takes the pad byte for a block")
    func oddBlocks() throws {
        let gsm = LibraryFormat.all.filter { $0.encoding == "GSM 6.10" && $0.ending == "wav" && $0.channels == 1 }
        let path = folder.file("memo.wav")
        try #require(LibraryFile.write(Self.sound(frames: 900, channels: 1), as: #require(gsm.first), to: path))
        let alone = try #require(LibraryFile(reading: path))
        let found = try readAll(Memo(path: path).open())
        #expect(found.frames == 960 && alone.frames == 1280 && found.salvage == nil)
        #expect(found.samples == Array(alone.samples[..<960]))
    }
}

/// Opens a file with Sonora and without, and expects the same of both.
func expectSame(_ path: String, sourceLocation: SourceLocation = #_sourceLocation) throws {
    let alone = try #require(LibraryFile(reading: path), sourceLocation: sourceLocation)
    let source = try Memo(path: path).open()
    let found = try readAll(source)
    #expect(found.salvage == nil, sourceLocation: sourceLocation)
    #expect(source.format.channels == alone.channels, sourceLocation: sourceLocation)
    #expect(source.format.sampleRate == alone.sampleRate, sourceLocation: sourceLocation)
    // Where the library cannot seek, its length is only what the header claims.
    #expect([nil, alone.declaredFrames].contains(source.format.declaredFrames), sourceLocation: sourceLocation)
    #expect(found.frames == alone.frames, sourceLocation: sourceLocation)
    #expect(found.samples.map(\.bitPattern) == alone.samples.map(\.bitPattern), sourceLocation: sourceLocation)
}
