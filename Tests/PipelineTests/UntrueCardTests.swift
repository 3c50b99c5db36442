// Untrue cards: whatever sounds in a memo, no card says what is not so, nor says it in wrong grammar.

import Analysis
import Capture
import Foundation
import Pipeline
import TestSignals
import Testing

@Suite struct UntrueCardTests {
    private static let rate = 16_000

    private static func tone(_ hertz: Double, level: Double, seconds: Double = 6) -> Signal {
        .sine(hertz, amplitude: pow(10, level / 20), seconds: seconds, sampleRate: rate)
    }

    /// As a file of 16 bits without dither has it, cut off at full scale.
    private static func rounded(_ signal: Signal) -> Signal {
        let samples = signal.samples.map { (min(max($0, -1), 1) * 32_767).rounded() / 32_768 }
        return Signal(samples, sampleRate: signal.sampleRate)
    }

    private static func noise(_ level: Double) -> Signal { .whiteNoise(level: level, seconds: 6, sampleRate: rate) }

    private static func wind() -> Signal { .pinkNoise(level: -40, seconds: 6, sampleRate: rate) }

    private static func chord(_ level: Double) -> Signal {
        [261.63, 329.63, 392.0].map { tone($0, level: level) }.reduce(.silence(seconds: 6, sampleRate: rate), +)
    }

    /// What is heard, and the cards about it that are true.
    private static let sounds: [(name: String, signal: Signal, cards: Set<String>)] = [
        ("a tone of 440 Hz", tone(440, level: -3), ["noSpeech"]),
        ("the same in 16 bits", rounded(tone(440, level: -3)), ["noSpeech"]),
        ("a tone of 1 kHz in 16 bits", rounded(tone(1000, level: -20)), ["noSpeech"]),
        ("a quiet tone", rounded(tone(300, level: -75)), ["noSpeech"]),
        ("a chord", rounded(chord(-14)), ["noSpeech"]),
        ("white noise", noise(-30), ["noSpeech"]),
        ("wind", wind(), ["noSpeech"]),
        ("the last bits of a converter", rounded(noise(-92)), ["noSpeech"]),
        ("digital silence", .silence(seconds: 6, sampleRate: rate), ["silence"]),
        (
            "clicks in a room", .clicks(at: [1, 2, 3.5, 5], seconds: 6, sampleRate: rate) + noise(-75), ["noSpeech"]
        ),
        (
            "a direct current", Signal([Float](repeating: 0.25, count: 6 * rate), sampleRate: rate),
            ["dcOffset", "noSpeech"]
        ),
        ("a tone that is cut off", rounded(tone(440, level: 6)), ["clipping", "noSpeech"]),
        (
            "hum and nothing else",
            .harmonics(of: 50, [1, 2, 3], amplitude: 0.003, seconds: 6, sampleRate: rate) + noise(-80),
            ["hum", "noSpeech"]
        ),
        (
            "hum that nobody can hear",
            .harmonics(of: 50, [1, 2, 3], amplitude: 0.000_02, seconds: 6, sampleRate: rate) + noise(-120),
            ["noSpeech"]
        ),
    ]

    @Test(arguments: sounds.indices)
    func `what nobody says is not called a voice`(number: Int) throws {
        let (name, signal, cards) = Self.sounds[number]
        let insights = try insights(signal)
        #expect(
            Set(insights.ids) == Set(cards.map { "recordingQuality-\($0)" }),
            "\(name): \(insights.map { "\($0.title): \($0.detail)" })")
        for insight in insights { expectGrammar(insight) }
    }

    @Test(arguments: [1, 2, 3, 9])
    func `one word is told in the singular`(syllables: Int) throws {
        let talk = SpeechLike([.init(start: 1, syllables: syllables)], seconds: 6, sampleRate: Self.rate)
        for insight in try insights(talk.signal) { expectGrammar(insight) }
        let one = InsightFinder.insights(
            for: try Made.memo(seconds: 2, activity: [(0.5, 1)], nuclei: [(time: 0.7, level: 50)]))
        #expect(one.first(.pace)?.detail.hasPrefix("About 1 syllable: ") == true)
        let pause = InsightFinder.insights(for: try Made.memo(seconds: 6, activity: [(0, 2), (3, 6)]))
        #expect(pause.first(.pauses)?.title == "A short pause")
    }

    @Test func `what is cut from the ends need not be silent`() throws {
        let card = InsightFinder.insights(for: try Made.memo(seconds: 20, activity: [(8, 12)])).first(.trim)
        #expect(card?.title == "Ends to trim")
        #expect(card?.detail.hasSuffix("s in which nobody speaks.") == true)
    }

    @Test func `an offset is neither a noisy room nor a loud voice`() throws {
        var memo = try Made.memo(seconds: 20, activity: [(0, 20)])
        // The room is nothing but the offset and −60 dBFS of noise; the voice is at −50.
        memo.levels.dcOffset = 0.02
        memo.levels.noiseFloor = 10 * log10(0.0004 + 1e-6)
        memo.activeLevel = 10 * log10(0.0004 + 1e-5)
        let cards = InsightFinder.insights(for: memo)
        let quiet = try #require(cards.first { $0.id == "recordingQuality-tooQuiet" })
        #expect(abs(try #require(quiet.number("activeLevel")) + 50) < 0.01)
        memo.activeLevel = 10 * log10(0.0004 + 1e-3)
        #expect(InsightFinder.insights(for: memo).ids == ["recordingQuality-dcOffset"])
    }

    @Test func `a voice below the room is not above it`() throws {
        var memo = try Made.memo(seconds: 20, activity: [(0, 20)])
        (memo.activeLevel, memo.levels.noiseFloor) = (-30, -27)
        let card = InsightFinder.insights(for: memo).first { $0.id == "recordingQuality-noise" }
        #expect(card?.detail == "The voice is 3.0 dB below the room.")
    }

    @Test func `hum is a card as soon as it can be heard`() throws {
        var memo = try Made.memo(seconds: 20, activity: [(0, 20)])
        var hum = try Made.hum()
        (hum.mainsHz, hum.harmonics) = (50, [1, 2])
        func isCard(_ levels: [Double]) -> Bool {
            hum.harmonicLevels = levels
            memo.hum = hum
            return InsightFinder.insights(for: memo).contains { $0.id == "recordingQuality-hum" }
        }
        // The voice, at −20 dBFS, is played at 65 dB: 50 Hz are heard from 44 dB on, 100 Hz from 26.5 dB on.
        #expect(isCard([-40.9, -90]) && !isCard([-41.1, -90]))
        #expect(isCard([-90, -58.4]) && !isCard([-90, -58.6]))
        // A voice of −60 dBFS is not played louder than 100 dB of full scale allow.
        memo.activeLevel = -60
        #expect(isCard([-55.9, -120]) && !isCard([-56.1, -120]))
        // Higher up, one is a tone and two are hum.
        (hum.harmonics, memo.activeLevel) = ([1, 4, 6], -20)
        #expect(!isCard([-100, -100, -40]) && isCard([-100, -40, -40]))
        hum.harmonics = [2, 4]
        memo.activeLevel = -20
        #expect(isCard([-40, -50]))
        let card = InsightFinder.insights(for: memo).first { $0.id == "recordingQuality-hum" }
        #expect(card?.detail.hasPrefix("Harmonics of 50 Hz run through the memo at ") == true)
    }

    @Test(arguments: [
        ("garden-no-speech.flac", ["noSpeech"]), ("clicks.flac", ["noSpeech"]), ("hum.wav", ["hum", "dcOffset"]),
        ("very-quiet.flac", ["tooQuiet"]), ("stand-up-note.wav", ["clean"]),
    ])
    func `samples get the cards that are true of them`(name: String, cards: [String]) throws {
        let memo = try MemoReader(Memo(path: Samples.folder + name), parameters: .init()).readAll()
        let insights = InsightFinder.insights(for: memo)
        #expect(
            insights.filter { $0.kind == .recordingQuality }.ids == cards.map { "recordingQuality-\($0)" },
            "\(insights.map(\.detail))")
        for insight in insights { expectGrammar(insight) }
    }

    @Test func `a memo with next to nothing in it says so`() throws {
        var memo = try Made.memo(seconds: 6)
        (memo.levels.peak, memo.levels.rms) = (-60.1, -75)
        #expect(InsightFinder.insights(for: memo).map(\.title) == ["Hardly a sound"])
        (memo.levels.peak, memo.levels.rms) = (-59.9, -75)
        #expect(InsightFinder.insights(for: memo).map(\.title) == ["No speech"])
    }

    private func insights(_ signal: Signal) throws -> [Insight] {
        var analyzer = try Analyzer(sampleRate: signal.sampleRate, channels: 1)
        analyzer.push(signal.samples, frames: signal.samples.count)
        return InsightFinder.insights(for: analyzer.finish())
    }

    /// Titles are names, details are sentences, and one of anything is not several.
    private func expectGrammar(_ insight: Insight) {
        let text = " \(insight.title) \(insight.detail)"
        #expect(insight.detail.last == "." || insight.detail.last == "?", "\(text)")
        #expect(text.firstMatch(of: /[ (]1 [a-z]+s\b/) == nil, "\(text)")
        #expect(!text.contains("nan") && !text.contains("inf") && !text.contains("  "), "\(text)")
    }
}
