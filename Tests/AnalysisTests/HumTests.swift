// Mains hum: found at 50 and at 60 Hz, and not in voices.

import Analysis
import Foundation
import TestSignals
import Testing

@Suite("Mains hum") struct HumTests {
    private func hum(_ mains: Double, _ numbers: [Int] = [1, 2, 3], seconds: Double = 6, sampleRate: Int = 16_000)
        -> Signal
    {
        let amplitude = 0.003
        return Signal.harmonics(of: mains, numbers, amplitude: amplitude, seconds: seconds, sampleRate: sampleRate)
    }

    private func room(seconds: Double = 6, sampleRate: Int = 16_000) -> Signal {
        .whiteNoise(level: -60, seconds: seconds, sampleRate: sampleRate)
    }

    @Test(
        "hum is found with its frequency, harmonics and level", arguments: [50, 60],
        [8_000, 16_000, 44_100, 48_000, 96_000])
    func found(mains: Int, sampleRate: Int) throws {
        let signal = hum(Double(mains), sampleRate: sampleRate) + room(sampleRate: sampleRate)
        let hum = try #require(analyse(signal).hum)
        #expect(hum.mainsHz == mains)
        #expect(hum.harmonics == [1, 2, 3])
        // Three sines of amplitude 0.003.
        #expect(abs(hum.level - 10 * log10(3 * 0.003 * 0.003 / 2)) < 1.5)
    }

    @Test("hum under a voice is found", arguments: [50, 60])
    func underVoice(mains: Int) {
        let talk = SpeechLike(
            [.init(start: 1, syllables: 4), .init(start: 3.5, syllables: 4)], level: -25, seconds: 6,
            sampleRate: 16_000)
        #expect(analyse(talk.signal + hum(Double(mains))).hum?.mainsHz == mains)
    }

    @Test("a voice alone does not hum", arguments: 1...5)
    func voice(seed: UInt64) {
        let phrases = [(0.2, 8), (2.4, 8), (4.6, 8), (6.8, 8)].map { SpeechLike.Phrase(start: $0.0, syllables: $0.1) }
        let talk = SpeechLike(phrases, seconds: 9, sampleRate: 16_000, seed: seed)
        #expect(analyse(talk.signal).hum == nil)
    }

    @Test("noise and silence do not hum, and neither does a single tone")
    func others() {
        #expect(analyse(room()).hum == nil)
        #expect(analyse(.pinkNoise(level: -30, seconds: 6, sampleRate: 16_000)).hum == nil)
        #expect(analyse(.silence(seconds: 6, sampleRate: 16_000)).hum == nil)
        #expect(analyse(hum(50, [1]) + room()).hum == nil)
        #expect(analyse(hum(55) + room()).hum == nil)
    }

    @Test("hum is what stays for seven seconds of ten", arguments: [(6, false), (7, true), (8, true)])
    func share(seconds: Int, isHum: Bool) {
        // A whole number of seconds, which are looked at one by one.
        let signal = hum(50, seconds: Double(seconds)) + room(seconds: 10)
        #expect((analyse(signal).hum != nil) == isHum)
    }

    @Test("each harmonic has its level, and they add up")
    func levels() throws {
        let signal =
            hum(50, [1]) + hum(50, [2]).amplified(decibels: -6) + hum(50, [3]).amplified(decibels: -12) + room()
        let hum = try #require(analyse(signal).hum)
        try #require(hum.harmonicLevels.count == 3)
        let first = 10 * log10(0.003 * 0.003 / 2)
        for (level, below) in zip(hum.harmonicLevels, [0.0, 6, 12]) { #expect(abs(level - (first - below)) < 1.5) }
        let sum = hum.harmonicLevels.reduce(0) { $0 + pow(10, $1 / 10) }
        #expect(abs(10 * log10(sum) - hum.level) < 0.01)
    }

    @Test("less than two seconds are too little to tell")
    func short() { #expect(analyse(hum(50, seconds: 1.5) + room(seconds: 1.5)).hum == nil) }
}
