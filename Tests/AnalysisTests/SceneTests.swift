// Scenes: speech with known truth in rooms and noises made here, and noises without speech.

import Analysis
import Foundation
import TestSignals
import Testing

@Suite("Scenes") struct SceneTests {
    enum Noise: String, CaseIterable {
        case white, pink, brown, hum, music, crackle
    }

    private static let sentences = [
        "The train to the harbour leaves at seven.", "We should ask her once more.",
        "Three lamps, two chairs, one table.",
        "Nobody knew where the garden ended.", "Please call me back tomorrow morning.",
    ]

    /// A noise with a root mean square of `level` dBFS.
    private static func noise(_ kind: Noise, level: Double, seconds: Double, sampleRate: Int, seed: UInt64 = 3)
        -> Signal
    {
        switch kind {
        case .white: return .whiteNoise(level: level, seconds: seconds, sampleRate: sampleRate, seed: seed)
        case .pink: return .pinkNoise(level: level, seconds: seconds, sampleRate: sampleRate, seed: seed)
        case .brown:
            var sum: Float = 0
            let white = Signal.whiteNoise(level: -20, seconds: seconds, sampleRate: sampleRate, seed: seed)
            let brown = white.samples.map { sample -> Float in
                sum = 0.995 * sum + sample
                return sum
            }
            return Signal(brown, sampleRate: sampleRate).levelled(level)
        case .hum:
            let tone = Signal.harmonics(
                of: 50, [1, 2, 3, 4, 5, 6, 8], amplitude: 0.1, seconds: seconds, sampleRate: sampleRate)
            return tone.levelled(level)
        case .music: return music(seconds: seconds, sampleRate: sampleRate, seed: seed).levelled(level)
        case .crackle:
            var generator = SeededGenerator(seed: seed)
            var samples = [Float](repeating: 0, count: Int(seconds * Double(sampleRate)))
            for _ in 0..<Int(seconds * 12) {
                let start = Int.random(in: 0..<samples.count, using: &generator)
                for offset in 0..<min(80, samples.count - start) {
                    samples[start + offset] += Float(generator.nextSample()) * exp(-Float(offset) / 20)
                }
            }
            return Signal(samples, sampleRate: sampleRate).levelled(level)
        }
    }

    /// Chords of three plucked tones, two in a second.
    private static func music(seconds: Double, sampleRate: Int, seed: UInt64) -> Signal {
        var generator = SeededGenerator(seed: seed)
        var samples = [Float](repeating: 0, count: Int(seconds * Double(sampleRate)))
        for beat in 0..<Int(seconds * 2) {
            let root = 110 * exp2(Double(Int.random(in: 0..<12, using: &generator)) / 12)
            for step in [1.0, 1.25, 1.5] {
                let first = beat * sampleRate / 2
                for offset in 0..<min(sampleRate, samples.count - first) {
                    let time = Double(offset) / Double(sampleRate)
                    let decay = exp(-time / 0.3)
                    for harmonic in 1...4 {
                        let phase = 2 * Double.pi * root * step * Double(harmonic) * time
                        samples[first + offset] += Float(sin(phase) * decay / Double(harmonic))
                    }
                }
            }
        }
        return Signal(samples, sampleRate: sampleRate)
    }

    private func frames(_ activity: [TimeSpan], count: Int) -> [Bool] {
        (0..<count).map { frame in
            let centre = (Double(frame) + 0.5) / Double(SpokenText.framesPerSecond)
            return activity.contains { $0.start <= centre && centre < $0.end }
        }
    }

    private func f1(_ found: [Bool], _ truth: [Bool]) -> Double {
        let hits = zip(found, truth).count { $0 && $1 }
        return Double(2 * hits) / Double(max(1, found.count { $0 } + truth.count { $0 }))
    }

    private func heard(_ signal: Signal) -> [Bool] {
        frames(analyse(signal).activity, count: Int(signal.seconds * Double(SpokenText.framesPerSecond)))
    }

    @Test("speech is found in noise", arguments: Noise.allCases, [20.0, 10])
    func speechInNoise(noise: Noise, ratio: Double) throws {
        for voice in ["en+m3", "en+f2", "de+m7"] {
            let talk = try SpokenText(Self.sentences, voice: voice)
            let bed = Self.noise(
                noise, level: -24 - ratio, seconds: talk.signal.seconds, sampleRate: talk.signal.sampleRate)
            let score = f1(heard(talk.signal + bed), talk.isSpeech)
            #expect(score > (ratio > 15 ? 0.86 : 0.78), "\(voice): \(score)")
        }
    }

    @Test("noise alone is not speech", arguments: Noise.allCases, [-20.0, -45])
    func noiseAlone(noise: Noise, level: Double) {
        let bed = Self.noise(noise, level: level, seconds: 20, sampleRate: 16_000)
        let share = Double(heard(bed).count { $0 }) / 2000
        #expect(share < 0.05, "\(share)")
    }

    @Test("tones of any pitch are not speech", arguments: [90.0, 220, 440, 1000, 3000])
    func tones(hertz: Double) {
        let tone = Signal.sine(hertz, amplitude: 0.2, phase: 0, seconds: 10, sampleRate: 16_000)
        let room = Signal.whiteNoise(level: -60, seconds: 10, sampleRate: 16_000)
        #expect(heard(tone + room).count { $0 } < 50)
    }

    @Test("a room that becomes 15 dB louder is soon the room again")
    func levelStep() throws {
        let talk = try SpokenText(Self.sentences)
        let (seconds, rate) = (talk.signal.seconds, talk.signal.sampleRate)
        let quiet = Signal.pinkNoise(level: -60, seconds: seconds, sampleRate: rate)
        var loud = Signal.pinkNoise(level: -45, seconds: seconds, sampleRate: rate, seed: 9)
        for index in 0..<loud.samples.count / 2 { loud.samples[index] = 0 }
        #expect(f1(heard(talk.signal + quiet + loud), talk.isSpeech) > 0.84)
    }

    @Test("very soft speech is heard as loud speech is", arguments: [-30.0, -50])
    func soft(level: Double) throws {
        let talk = try SpokenText(Self.sentences, level: -24)
        let room = Signal.pinkNoise(level: -50, seconds: talk.signal.seconds, sampleRate: talk.signal.sampleRate)
        let usual = heard(talk.signal + room)
        let soft = heard((talk.signal + room).amplified(decibels: level + 24))
        let different = zip(usual, soft).count { $0 != $1 }
        #expect(Double(different) < 0.002 * Double(usual.count))
    }

    @Test("a loud click before soft speech does not hide it", arguments: [-45.0, -54])
    func click(level: Double) throws {
        let talk = try SpokenText(Self.sentences, level: level)
        let usual = heard(talk.signal).count { $0 }
        var clicked = talk.signal
        for index in 4000..<4020 { clicked.samples[index] = 0.99 }
        #expect(heard(clicked).count { $0 } > usual * 9 / 10)
    }

    @Test("sentences keep their bounds: no segment begins or ends inside of one that has no pause")
    func bounds() throws {
        let talk = try SpokenText(Self.sentences, pause: 1.2)
        let room = Signal.pinkNoise(level: -44, seconds: talk.signal.seconds, sampleRate: talk.signal.sampleRate)
        let segments = analyse(talk.signal + room).segments
        var inside = 0
        for segment in segments {
            for bound in [segment.span.start, segment.span.end] {
                let frame = Int(bound * Double(SpokenText.framesPerSecond))
                let around = max(0, frame - 5)..<min(talk.isSpeech.count, frame + 6)
                if talk.isSpeech[around].allSatisfy({ $0 }) { inside += 1 }
            }
        }
        #expect(inside == 0 && segments.count == Self.sentences.count)
    }

    @Test(
        "syllables are counted in all kinds of voices",
        arguments: [("en", 140), ("en+f3", 170), ("en+m7", 200), ("en-us", 160)])
    func syllables(voice: String, wordsPerMinute: Int) throws {
        // 10, 6, 7, 10 and 9 as spoken.
        let talk = try SpokenText(Self.sentences, voice: voice, wordsPerMinute: wordsPerMinute)
        let room = Signal.pinkNoise(level: -60, seconds: talk.signal.seconds, sampleRate: talk.signal.sampleRate)
        let counted = analyse(talk.signal + room).nuclei.count
        #expect(abs(Double(counted) - 42) <= 6, "\(counted)")
    }

    @Test("plosives and plucked tones have onsets where they begin, in noise too", arguments: [30.0, 15])
    func onsets(ratio: Double) {
        var generator = SeededGenerator(seed: 5)
        let rate = 16_000
        var samples = [Float](repeating: 0, count: 20 * rate)
        var times: [Double] = []
        for index in 0..<30 {
            let start = 0.5 + 0.62 * Double(index) + 0.05 * generator.nextSample()
            times.append(start)
            let pitch = 150 * exp2(2 * generator.nextSample())
            for offset in 0..<5000 {
                let time = Double(offset) / Double(rate)
                let tone = sin(2 * .pi * pitch * time) + 0.5 * sin(4 * .pi * pitch * time)
                let burst = index.isMultiple(of: 2) ? generator.nextSample() * exp(-time / 0.012) : 0
                let body = index.isMultiple(of: 2) ? 0.3 : 1.0
                samples[Int(start * Double(rate)) + offset] += Float(0.3 * (burst + body * tone * exp(-time / 0.06)))
            }
        }
        let sound = Signal(samples, sampleRate: rate)
        let noise = Signal.pinkNoise(level: sound.level - ratio, seconds: 20, sampleRate: rate)
        let found = analyse(sound + noise).onsets.map(\.time)
        let hits = times.count { time in found.contains { abs($0 - time) < 0.025 } }
        let score = Double(2 * hits) / Double(times.count + found.count)
        #expect(score > 0.93, "\(score)")
    }
}
