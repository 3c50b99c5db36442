// The noise floor: quantiles of level, and the floor that is followed while the memo runs.

import Analysis
import Foundation
import TestSignals
import Testing

@Suite("Noise floor") struct NoiseFloorTests {
    @Test("quantiles of evenly spread levels are where they belong", arguments: [0.1, 0.25, 0.5, 0.9, 1.0])
    func quantiles(share: Double) throws {
        var histogram = LevelHistogram()
        for step in 0..<1000 {
            let level = -100 + 0.1 * (Double(step) + 0.5)
            histogram.count(power: power(level))
        }
        #expect(abs(try #require(histogram.quantile(share)) - (-100 + 100 * share)) < 0.26)
    }

    @Test("one level is every quantile, within half a decibel")
    func single() throws {
        var histogram = LevelHistogram()
        histogram.count(power: power(-33.3))
        for share in [0.0, 0.1, 0.5, 1] {
            #expect(abs(try #require(histogram.quantile(share)) + 33.3) <= 0.5)
        }
    }

    @Test("levels beyond both ends of the scale are counted at its ends")
    func ends() throws {
        var histogram = LevelHistogram()
        histogram.count(power: 1e-30)
        histogram.count(power: 1e9)
        #expect(try #require(histogram.quantile(0.5)) < -149)
        #expect(try #require(histogram.quantile(1)) > 9)
    }

    @Test("silence is no level")
    func silence() {
        var histogram = LevelHistogram()
        for _ in 0..<10 { histogram.count(power: 0) }
        #expect(histogram.quantile(0.1) == nil)
        histogram.count(power: 1)
        #expect(histogram.quantile(0.5) != nil)
    }

    @Test("the floor of a memo is its noise, whoever talks over it", arguments: [-70.0, -50, -35])
    func underSpeech(level: Double) throws {
        let talk = SpeechLike(
            [.init(start: 0.5, syllables: 6), .init(start: 3, syllables: 8)], level: -18, room: level, seconds: 6,
            sampleRate: 16_000)
        let floor = try #require(analyse(talk.signal).levels.noiseFloor)
        #expect(abs(floor - level) < 1.5)
    }

    @Test("digital silence between sounds is left out of the floor")
    func gated() throws {
        let noise = Signal.whiteNoise(level: -40, seconds: 8, sampleRate: 16_000).muted(from: 2, to: 6)
        #expect(abs(try #require(analyse(noise).levels.noiseFloor) + 40) < 1.5)
    }

    @Test("the floor is what a tenth of the memo stays under", arguments: [(0.09, -30.0), (0.11, -70.0)])
    func tenth(share: Double, expected: Double) throws {
        let quiet = Signal.whiteNoise(level: -70, seconds: 20 * share, sampleRate: 16_000)
        let loud = Signal.whiteNoise(level: -30, seconds: 20 * (1 - share), sampleRate: 16_000)
        #expect(abs(try #require(analyse(loud.followed(by: quiet)).levels.noiseFloor) - expected) < 2)
    }

    @Test("a memo shorter than one stretch has the floor it has")
    func tiny() throws {
        let result = analyse(Signal.whiteNoise(level: -30, seconds: 0.01, sampleRate: 16_000))
        let rms = try #require(result.levels.rms)
        #expect(result.levels.noiseFloor == rms)
    }

    @Test("whoever talks at once is not taken for the room")
    func firstGuess() {
        var tracker = NoiseFloorTracker()
        #expect(tracker.level == NoiseFloorTracker.highestFirstGuess)
        for _ in 0..<60 { tracker.push(level: -20) }
        #expect(tracker.level == NoiseFloorTracker.highestFirstGuess)
        for _ in 0..<60 { tracker.push(level: -20) }
        #expect(tracker.level == -20)
    }

    @Test("the floor falls at once and rises after three seconds")
    func tracking() {
        var tracker = NoiseFloorTracker()
        for _ in 0..<400 { tracker.push(level: -50) }
        tracker.push(level: -62)
        #expect(tracker.level == -62)
        for _ in 0..<550 { tracker.push(level: -40) }
        #expect(tracker.level == -62)
        for _ in 0..<100 { tracker.push(level: -40) }
        #expect(tracker.level == -40)
    }

    private func power(_ level: Double) -> Double { pow(10, level / 10) }
}
