// Syllables: as many nuclei as there are voiced bursts, each inside of one.

import Analysis
import TestSignals
import Testing

@Suite("Syllables") struct SyllableTests {
    private func nuclei(_ phrases: [SpeechLike.Phrase], level: Double = -20, sampleRate: Int = 16_000) -> Measurements {
        let talk = SpeechLike(
            phrases, level: level, seconds: (phrases.last?.end ?? 0) + 1.5, sampleRate: sampleRate, seed: 5)
        return analyse(talk.signal)
    }

    @Test("a train of voiced bursts counts as many", arguments: [2, 3, 5, 10, 25], [8_000, 16_000, 44_100])
    func train(count: Int, sampleRate: Int) {
        let phrase = SpeechLike.Phrase(start: 1, syllables: count)
        let found = nuclei([phrase], sampleRate: sampleRate).nuclei
        #expect(found.count == count)
        for (number, nucleus) in found.enumerated() {
            let middle = 1 + Double(number) * SpeechLike.syllableSpacing + SpeechLike.syllableLength / 2
            #expect(abs(nucleus.time - middle) < 0.05)
        }
    }

    @Test("phrases add up, and gain changes nothing", arguments: [-20.0, -55])
    func phrases(level: Double) {
        let phrases = [(1.0, 4), (3.0, 7), (6.0, 5)].map { SpeechLike.Phrase(start: $0.0, syllables: $0.1) }
        let talk = SpeechLike(phrases, level: -20, seconds: 9, sampleRate: 16_000)
        let found = analyse(talk.signal.amplified(decibels: level + 20))
        #expect(found.nuclei.count == talk.syllables)
        for nucleus in found.nuclei {
            #expect(found.activity.contains { $0.start <= nucleus.time && nucleus.time <= $0.end })
        }
    }

    @Test("clicks and noise are no syllables")
    func unvoiced() {
        let clicks = Signal.clicks(at: (1...10).map { 0.3 * Double($0) }, seconds: 4, sampleRate: 16_000)
        let noise = Signal.whiteNoise(level: -60, seconds: 4, sampleRate: 16_000)
        #expect(analyse(clicks + noise).nuclei.isEmpty)
        #expect(analyse(noise).nuclei.isEmpty)
    }
}
