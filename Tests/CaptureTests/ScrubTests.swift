// Scrubbing: whatever a decoder gives, what is read can be computed with, and what was replaced is counted.

import Capture
import TestSignals
import Testing

@Suite("Scrubbing") struct ScrubTests {
    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    /// A MIDI sample dump that says it has 0 bits: integers that libsndfile turns into what are no numbers.
    private static let dump: [UInt8] = {
        let header: [UInt8] = [
            0xF0, 0x7E, 0, 1, 0, 0, 0x10, 0x48, 0x50, 0x07, 0x60, 0x0F, 1, 0, 0, 0, 0, 0, 0, 0xF7, 0,
        ]
        let packets = (0..<2).flatMap { number -> [UInt8] in
            [0xF0, 0x7E, 0, 2, number] + [[UInt8]](repeating: [64, 0, 0], count: 40).joined() + [0, 0xF7]
        }
        return header + packets
    }()

    @Test("integers that are no numbers are silence, and counted")
    func sampleDump() throws {
        let path = try folder.write(Self.dump, as: "dump.wav")
        let source = try Memo(path: path).open()
        #expect(source.format.isInteger)
        let found = try readAll(source)
        #expect(found.frames > 0 && found.nonFiniteSamples > 0)
        #expect(found.samples.allSatisfy { $0.isFinite })
        #expect(try readAll(SoundFile(path: path)).nonFiniteSamples == found.nonFiniteSamples)
    }

    @Test(
        "floats beyond any sound are silence, and counted", arguments: [1e30, -1e30, 1.1e6, .infinity, .nan] as [Float])
    func beyondSound(value: Float) throws {
        let samples: [Float] = [0.25, value, -0.5, 1e6, .leastNonzeroMagnitude]
        let bytes = WaveBytes.file(
            .f32le, channels: 1, sampleRate: 8000, data: samples.flatMap { little($0.bitPattern) })
        let found = try readAll(Memo(path: folder.write(bytes.bytes, as: "memo.wav")).open())
        #expect(found.samples == [0.25, 0, -0.5, 1e6, .leastNonzeroMagnitude] && found.nonFiniteSamples == 1)
    }

    @Test("a block that is filled again forgets what was counted before")
    func counts() throws {
        let samples = [Float](repeating: .nan, count: 100) + [Float](repeating: 0.5, count: 100)
        let bytes = WaveBytes.file(
            .f32le, channels: 2, sampleRate: 8000, data: samples.flatMap { little($0.bitPattern) })
        let source = try Memo(path: folder.write(bytes.bytes, as: "memo.wav")).open()
        var block = AudioBlock(capacity: 50, channels: 2)
        var counts: [Int] = []
        while try source.read(into: &block) > 0 { counts.append(block.nonFiniteSamples) }
        #expect(counts == [100, 0])
    }
}
