// The grid of hops: it never drifts, at any rate.

import Analysis
import Testing

@Suite("Time base") struct TimeBaseTests {
    static let rates = [1_000, 8_000, 11_025, 16_000, 22_050, 44_100, 48_000, 96_000, 192_000, 768_000, 8_001]

    @Test("whole seconds lie on whole seconds, ten hours on too", arguments: rates)
    func noDrift(sampleRate: Int) {
        let time = TimeBase(sampleRate: sampleRate)
        for second in [0, 1, 2, 59, 3600, 36_000] {
            #expect(time.sample(ofHop: second * TimeBase.hopsPerSecond) == second * sampleRate)
        }
    }

    @Test("every hop begins on the nearest sample", arguments: rates)
    func nearestSample(sampleRate: Int) {
        let time = TimeBase(sampleRate: sampleRate)
        for hop in 0...1000 {
            let exact = Double(hop) * Double(sampleRate) / 200
            #expect(abs(Double(time.sample(ofHop: hop)) - exact) <= 0.5)
        }
    }

    @Test("hops differ by one sample at most and none is longer than the longest", arguments: rates)
    func evenHops(sampleRate: Int) {
        let time = TimeBase(sampleRate: sampleRate)
        let lengths = (0..<1000).map { time.sample(ofHop: $0 + 1) - time.sample(ofHop: $0) }
        let (shortest, longest) = (lengths.min() ?? 0, lengths.max() ?? 0)
        #expect(shortest >= 1 && longest - shortest <= 1)
        #expect(longest <= time.longestHop)
    }

    @Test("seconds are samples over the rate")
    func seconds() {
        #expect(TimeBase(sampleRate: 44_100).seconds(samples: 22_050) == 0.5)
        #expect(TimeBase(sampleRate: 11_025).seconds(samples: 11_025 * 36_000) == 36_000)
        #expect(TimeSpan(start: 1.5, end: 4).duration == 2.5)
    }
}
