// Speech features: each number has one place, and training's first ones are the bands.

import Analysis
import TestSignals
import Testing

@Suite("Speech features") struct SpeechFeatureTests {
    @Test("every number has one name")
    func places() {
        let singles = [
            SpeechFeature.levelBelowRecentPeak, SpeechFeature.levelBelowLongPeak, SpeechFeature.peakSNR,
            SpeechFeature.snr, SpeechFeature.periodicity, SpeechFeature.periodicityAboveNoise,
            SpeechFeature.lagOctaves, SpeechFeature.bandRise,
        ]
        #expect((Array(SpeechFeature.bandSNR) + singles).sorted() == Array(0..<SpeechFeature.count))
        // Training/train.py tilts the first 24 numbers as a microphone would.
        #expect(SpeechFeature.bandSNR == 0..<24)
    }

    @Test("a steady tone is where its names say")
    func tone() throws {
        let quiet = Signal.whiteNoise(level: -60, seconds: 2, sampleRate: 16_000)
        let tones = [200.0, 400, 600, 800].map { frequency in
            Signal.sine(frequency, amplitude: 0.1, seconds: 2, sampleRate: 16_000)
        }
        let voice = tones.dropFirst().reduce(tones[0], +)
        let sound = quiet.samples + zip(quiet.samples, voice.samples).map { $0 + $1 }
        let features = SpeechFeatures.ofWholeMemo(sound, sampleRate: 16_000)
        try #require(features.count == 200 * SpeechFeature.count)
        func value(_ feature: Int, at step: Int) -> Float { features[step * SpeechFeature.count + feature] }
        #expect(value(SpeechFeature.periodicity, at: 110) > 0.8 && value(SpeechFeature.periodicity, at: 50) < 0.5)
        #expect(value(SpeechFeature.snr, at: 110) > value(SpeechFeature.snr, at: 50) + 1)
        #expect(value(SpeechFeature.levelBelowRecentPeak, at: 50) > -1)
        // 5 ms are a quarter of an octave under 6 ms.
        #expect(abs(value(SpeechFeature.lagOctaves, at: 110) + 0.263) < 0.05)
    }
}
