// SpeechLike: harmonic bursts that come and go like syllables, with the truth about where they are.

import Foundation

/// Something that speaks as far as a detector can tell: gliding harmonics under two resonances, in syllables.
public struct SpeechLike: Sendable {
    /// A run of syllables without a pause.
    public struct Phrase: Sendable {
        public var start: Double
        public var syllables: Int

        public init(start: Double, syllables: Int) {
            self.start = start
            self.syllables = syllables
        }

        /// From the first syllable's beginning to the last one's end.
        public var end: Double {
            start + Double(syllables - 1) * SpeechLike.syllableSpacing + SpeechLike.syllableLength
        }
    }

    public static let syllableLength = 0.18
    public static let syllableSpacing = 0.22

    public var signal: Signal
    public var phrases: [Phrase]
    public var syllables: Int { phrases.reduce(0) { $0 + $1.syllables } }

    /// - Parameters:
    ///   - level: dBFS of a syllable, as root mean square.
    ///   - room: dBFS of the noise it stands in; `nil` for digital silence.
    public init(
        _ phrases: [Phrase], level: Double = -20, room: Double? = -65, seconds: Double, sampleRate: Int,
        seed: UInt64 = 1
    ) {
        self.phrases = phrases
        var generator = SeededGenerator(seed: seed)
        var sound = Signal.silence(seconds: seconds, sampleRate: sampleRate)
        for phrase in phrases {
            for number in 0..<phrase.syllables {
                let syllable = Self.syllable(
                    pitch: 118 + 25 * generator.nextSample(), level: level, sampleRate: sampleRate)
                let start = phrase.start + Double(number) * Self.syllableSpacing
                let first = Int((start * Double(sampleRate)).rounded())
                for (offset, sample) in syllable.samples.enumerated() where first + offset < sound.samples.count {
                    sound.samples[first + offset] += sample
                }
            }
        }
        if let room {
            sound =
                sound
                + .whiteNoise(level: room, seconds: sound.seconds, sampleRate: sampleRate, seed: seed &+ 77)
        }
        signal = sound
    }

    private static func syllable(pitch: Double, level: Double, sampleRate: Int) -> Signal {
        let count = Int((syllableLength * Double(sampleRate)).rounded())
        let highest = min(3800, 0.45 * Double(sampleRate))
        let partials = (1...Int(highest / (1.15 * pitch))).map { number -> (Double, Double) in
            let hertz = Double(number) * pitch
            // Two resonances, as of an open vowel, on a slope.
            let low = 1 / (1 + pow((hertz - 600) / 250, 2))
            let high = 0.5 / (1 + pow((hertz - 1400) / 300, 2))
            return (Double(number), low + high + 0.05)
        }
        var samples = [Float](repeating: 0, count: count)
        var turns = 0.0
        for index in 0..<count {
            let share = Double(index) / Double(count)
            turns += pitch * (1 + 0.12 * share) / Double(sampleRate)
            var sum = 0.0
            for (number, amplitude) in partials { sum += amplitude * sin(2 * .pi * turns * number) }
            samples[index] = Float(sum * sin(.pi * share))
        }
        return Signal(samples, sampleRate: sampleRate).levelled(level)
    }
}
