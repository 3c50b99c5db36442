// Live equality: a memo through a stream, or in blocks of another size, gives the very numbers of the file.

import Analysis
import Capture
import Pipeline
import TestSignals
import Testing

@Suite(.timeLimit(.minutes(10))) struct LiveEqualityTests {
    private func process(_ memo: Memo, blockFrames: Int = 4096) async throws -> MemoResult {
        var settings = ProcessSettings()
        settings.blockFrames = blockFrames
        return try await MemoProcessor(settings: settings, clock: ManualClock()).process(memo, to: RecordingSink())
    }

    private func expectSame(_ one: MemoResult, _ other: MemoResult) {
        let (left, right) = (one.measurements, other.measurements)
        #expect(left.frames == right.frames && left.channels == right.channels && left.sampleRate == right.sampleRate)
        #expect(left.levels == right.levels)
        #expect(left.activeLevel == right.activeLevel)
        #expect(left.overview == right.overview)
        #expect(left.bloom == right.bloom)
        #expect(left.onsets == right.onsets)
        #expect(left.activity == right.activity)
        #expect(left.segments == right.segments)
        #expect(left.nuclei == right.nuclei)
        #expect(left.hum == right.hum)
        #expect(left.dropouts == right.dropouts)
        #expect(one.insights == other.insights)
        #expect(one.transcript == other.transcript)
    }

    @Test(arguments: Samples.all)
    func `a stream gives what the file gives`(name: String) async throws {
        let scratch = try Scratch()
        let raw = try rawCopy(of: Samples.folder + name)
        let live = try livePipe(scratch, raw)
        expectSame(try await process(Memo(path: Samples.folder + name)), try await process(live))
    }

    @Test(arguments: Samples.all, [true, false])
    func `pushed samples give what the file gives`(name: String, isLive: Bool) async throws {
        let path = Samples.folder + name
        let source = try Memo(path: path).open()
        var format = source.format
        if isLive { format.declaredFrames = nil }
        let recording = PushedRecording(name: path, format: format, tags: source.tags, isLive: isLive, buffer: 1)
        async let pushed = process(Memo(recording))
        var block = AudioBlock(capacity: 1601, channels: format.channels)
        while try source.read(into: &block) > 0 {
            try await recording.push(Array(block.samples[..<(block.frames * format.channels)]))
        }
        recording.finish()
        let result = try await pushed
        expectSame(try await process(Memo(path: path)), result)
    }

    @Test(arguments: [7, 65_536])
    func `the size of blocks does not matter`(blockFrames: Int) async throws {
        let memo = Memo(path: Samples.folder + "stereo-interview.wav")
        expectSame(try await process(memo), try await process(memo, blockFrames: blockFrames))
    }
}
