// The level sampler: each stretch of a memo counts for itself.

import Analysis
import TestSignals
import Testing

@Suite("Level sampler") struct LevelSamplerTests {
    @Test("what is left over of a stretch is not taken for the beginning of the next")
    func leftOver() {
        var sampler = LevelSampler(time: TimeBase(sampleRate: 16_000), channels: 1, stretches: 2)
        // A hop has 80 samples; ten loud ones are left over.
        let loud = [Float](repeating: 0.1, count: 80) + [Float](repeating: 0.9, count: 10)
        sampler.push(loud, frames: 90, stretch: 0)
        sampler.push([Float](repeating: 0.2, count: 80), frames: 80, stretch: 1)
        let overview = sampler.overview(duration: 10)
        #expect(overview.maxima == [0.1, 0.2] && overview.secondsPerPair == 5)
        #expect(abs((sampler.levels.peak ?? 0) + 13.98) < 0.01)
    }
}
