// Preconditions: mistakes of the program stop it at once, as the documentation says.

import Analysis
import Testing

@Suite("Preconditions", .timeLimit(.minutes(10))) struct PreconditionTests {
    @Test("nothing can be pushed into a memo that has ended")
    func pushAfterFinish() async {
        await #expect(processExitsWith: .failure) {
            var analyzer = try Analyzer(sampleRate: 8_000, channels: 1)
            _ = analyzer.finish()
            analyzer.push([0], frames: 1)
        }
        await #expect(processExitsWith: .success) {
            var analyzer = try Analyzer(sampleRate: 8_000, channels: 1)
            _ = analyzer.finish()
            analyzer.reset()
            analyzer.push([0], frames: 1)
            _ = analyzer.finish()
        }
    }

    @Test("a memo ends once")
    func finishTwice() async {
        await #expect(processExitsWith: .failure) {
            var analyzer = try Analyzer(sampleRate: 8_000, channels: 1)
            _ = analyzer.finish()
            _ = analyzer.finish()
        }
    }

    @Test("a block is as large as it claims")
    func smallBlocks() async {
        await #expect(processExitsWith: .failure) {
            var analyzer = try Analyzer(sampleRate: 8_000, channels: 2)
            analyzer.push([0, 0, 0], frames: 2)
        }
        await #expect(processExitsWith: .failure) {
            var analyzer = try Analyzer(sampleRate: 8_000, channels: 2)
            analyzer.push([0, 0], frames: .max)
        }
        await #expect(processExitsWith: .failure) {
            var analyzer = try Analyzer(sampleRate: 8_000, channels: 2)
            analyzer.push([0, 0], frames: -1)
        }
    }

    @Test("rings and broken samples are counted from 0")
    func counts() async {
        await #expect(processExitsWith: .failure) { _ = try Analyzer(sampleRate: 8_000, channels: 1).rings(from: -1) }
        await #expect(processExitsWith: .failure) {
            var analyzer = try Analyzer(sampleRate: 8_000, channels: 1)
            analyzer.note(nonFiniteSamples: -1)
        }
    }

    @Test("a time base has a rate, pixels have samples, a bloom has frames, a spring moves")
    func values() async {
        await #expect(processExitsWith: .failure) { _ = TimeBase(sampleRate: 0) }
        await #expect(processExitsWith: .failure) { _ = WaveformPairs(samplesPerPixel: 1) }
        await #expect(processExitsWith: .failure) { _ = BloomHistory(framesPerSecond: -60) }
        await #expect(processExitsWith: .failure) { _ = Spring(response: .nan, dampingFraction: 1) }
        await #expect(processExitsWith: .failure) { _ = Spring(response: .infinity, dampingFraction: 1) }
    }

    @Test("turns are joined and padded by no less than nothing")
    func turns() async {
        await #expect(processExitsWith: .failure) {
            _ = [TimeSpan(start: 0, end: 1)].joinedIntoTurns(gap: 1, padding: -1, duration: 2)
        }
        await #expect(processExitsWith: .failure) {
            _ = [TimeSpan(start: 0, end: 1)].joinedIntoTurns(gap: .nan, duration: 2)
        }
    }

    @Test("a first look knows its stretches")
    func stretches() async {
        await #expect(processExitsWith: .failure) {
            var sampler = LevelSampler(time: TimeBase(sampleRate: 8_000), channels: 1, stretches: 2)
            sampler.push([0], frames: 1, stretch: 2)
        }
        await #expect(processExitsWith: .failure) {
            _ = LevelSampler(time: TimeBase(sampleRate: 8_000), channels: 0, stretches: 2)
        }
    }
}
