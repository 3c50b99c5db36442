// Scrubbing: whatever a decoder gives, what is read can be computed with, and what was replaced is counted.

import Capture
import TestSignals
import Testing

@Suite("Scrubbing") struct ScrubTests {
    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

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
