// Onsets: where clicks are, at every rate and every gain.

import Analysis
import TestSignals
import Testing

@Suite("Onsets") struct OnsetTests {
    private static let times = (0..<8).map { 0.4 + 0.3137 * Double($0) }

    private func clicks(_ times: [Double] = times, sampleRate: Int, room: Double? = -75) -> Signal {
        let clicks = Signal.clicks(at: times, seconds: (times.last ?? 0) + 0.6, sampleRate: sampleRate)
        guard let room else { return clicks }
        return clicks + .whiteNoise(level: room, seconds: clicks.seconds, sampleRate: sampleRate, seed: 3)
    }

    @Test("clicks are found within 5 ms", arguments: [8_000, 11_025, 16_000, 22_050, 44_100, 48_000, 96_000, 192_000])
    func clickTimes(sampleRate: Int) {
        let found = analyse(clicks(sampleRate: sampleRate)).onsets
        #expect(found.count == Self.times.count)
        for (onset, time) in zip(found, Self.times) {
            #expect(abs(onset.time - time) < 0.005)
            #expect(onset.strength > 0)
        }
    }

    @Test("clicks in digital silence are found too", arguments: [16_000, 44_100])
    func clicksInSilence(sampleRate: Int) {
        let found = analyse(clicks(sampleRate: sampleRate, room: nil)).onsets
        #expect(found.count == Self.times.count)
        for (onset, time) in zip(found, Self.times) { #expect(abs(onset.time - time) < 0.005) }
    }

    @Test("digital silence has no onsets")
    func silence() { #expect(analyse(.silence(seconds: 3, sampleRate: 16_000)).onsets.isEmpty) }

    @Test(
        "that a recording begins is no onset: noise has no more at its start than by chance", arguments: [-20.0, -60])
    func beginningInNoise(level: Double) {
        // Steady noise has about one weak onset in two seconds; it may fall on the first tenth in one memo of twenty.
        let early = (1...20 as ClosedRange<UInt64>).reduce(0) { count, seed in
            let noise = Signal.whiteNoise(level: level, seconds: 1, sampleRate: 16_000, seed: seed)
            return count + analyse(noise).onsets.count { $0.time < 0.1 }
        }
        #expect(early <= 4)
    }

    @Test("a tone that sounds from the first sample on has no onset", arguments: [110.0, 440, 1760])
    func beginningInTone(hertz: Double) {
        #expect(analyse(.sine(hertz, amplitude: 0.3, phase: 0.1, seconds: 3, sampleRate: 16_000)).onsets.isEmpty)
    }

    @Test("gain moves no onset by more than a hop and loses none", arguments: [-30.0, -12, 12])
    func gain(decibels: Double) {
        let talk = SpeechLike(
            [.init(start: 0.5, syllables: 6), .init(start: 3, syllables: 8)], level: -25, seconds: 6,
            sampleRate: 16_000
        ).signal
        for signal in [talk, clicks(sampleRate: 44_100)] {
            let usual = analyse(signal).onsets
            let changed = analyse(signal.amplified(decibels: decibels)).onsets
            #expect(usual.count >= 6 && changed.count == usual.count)
            for (one, other) in zip(usual, changed) {
                #expect(abs(one.time - other.time) <= 0.01)
                #expect(abs(one.strength - other.strength) < 0.05 * max(1, one.strength))
            }
        }
    }

    @Test("onsets are at least 60 ms apart, in order and inside the memo", arguments: 1...6)
    func spacing(seed: UInt64) {
        var generator = SeededGenerator(seed: seed)
        var time = 0.2
        var times: [Double] = []
        while time < 20 {
            times.append(time)
            time += 0.02 + 0.05 * (1 + generator.nextSample())
        }
        let signal = clicks(times, sampleRate: 16_000)
        let found = analyse(signal).onsets
        #expect(found.count > 50)
        for (one, next) in zip(found, found.dropFirst()) { #expect(next.time - one.time >= 0.06 - 1e-9) }
        #expect(found.allSatisfy { $0.time >= 0 && $0.time < signal.seconds })
    }

    @Test("a click in the last moments of a memo is found before its end")
    func lastMoments() {
        let signal = clicks([0.5, 1.0], sampleRate: 16_000).prefix(seconds: 1.015)
        let found = analyse(signal).onsets
        #expect(found.count == 2)
        #expect(found.allSatisfy { $0.time < signal.seconds })
    }

    @Test("onsets come out while the sound still goes in, at most 0.23 s late")
    func live() {
        let signal = clicks(sampleRate: 16_000)
        var analyzer = makeAnalyzer(sampleRate: 16_000, channels: 1)
        for (number, time) in Self.times.enumerated() {
            let heard = Int(analyzer.seconds * 16_000 + 0.5)
            let until = Int((time + 0.23) * 16_000)
            push(Array(signal.samples[heard..<until]), channels: 1, into: &analyzer)
            #expect(analyzer.onsets.count == number + 1)
        }
    }
}
