// Activity: where somebody sounds, in quiet and in noisy rooms, at any gain.

import Analysis
import TestSignals
import Testing

@Suite("Activity") struct ActivityTests {
    private static let phrases: [SpeechLike.Phrase] = [
        .init(start: 2, syllables: 7), .init(start: 5, syllables: 4), .init(start: 7.5, syllables: 10),
    ]

    private func talk(
        level: Double = -20, room: Double? = -60, seconds: Double = 12, sampleRate: Int = 16_000
    ) -> SpeechLike {
        SpeechLike(Self.phrases, level: level, room: room, seconds: seconds, sampleRate: sampleRate)
    }

    private func expect(_ found: [TimeSpan], near phrases: [SpeechLike.Phrase]) {
        #expect(found.count == phrases.count)
        for (span, phrase) in zip(found, phrases) {
            #expect(abs(span.start - phrase.start) < 0.1)
            #expect(abs(span.end - phrase.end) < 0.1)
        }
    }

    @Test("bursts are found within 100 ms at every rate", arguments: [8_000, 11_025, 16_000, 44_100, 48_000, 96_000])
    func bursts(sampleRate: Int) {
        let talk = talk(sampleRate: sampleRate)
        expect(analyse(talk.signal).activity, near: talk.phrases)
    }

    @Test(
        "a quiet recording and a noisy room both work without a setting",
        arguments: [(-20, -45), (-50, -80), (-12, -35)])
    func rooms(level: Int, room: Int) {
        let talk = talk(level: Double(level), room: Double(room))
        expect(analyse(talk.signal).activity, near: talk.phrases)
    }

    @Test("bursts in digital silence are found")
    func digitalRoom() {
        let talk = talk(room: nil)
        expect(analyse(talk.signal).activity, near: talk.phrases)
    }

    @Test("steady noise is not active after two seconds", arguments: [-20.0, -40, -60], [1, 2] as [UInt64])
    func steadyNoise(level: Double, seed: UInt64) {
        let found = analyse(.whiteNoise(level: level, seconds: 12, sampleRate: 16_000, seed: seed)).activity
        #expect(found.allSatisfy { $0.end <= 2 })
    }

    @Test("digital silence is never active", arguments: [8_000, 44_100])
    func silence(sampleRate: Int) {
        let result = analyse(.silence(seconds: 5, sampleRate: sampleRate))
        #expect(result.activity.isEmpty && result.segments.isEmpty && result.nuclei.isEmpty)
        #expect(result.activeLevel == nil)
    }

    @Test("40 dB less gain gives the same activity")
    func gain() {
        let talk = talk(level: -20, room: -60)
        let usual = analyse(talk.signal).activity
        let quiet = analyse(talk.signal.amplified(decibels: -40)).activity
        #expect(quiet.count == usual.count)
        for (one, other) in zip(usual, quiet) {
            #expect(abs(one.start - other.start) < 0.011 && abs(one.end - other.end) < 0.011)
        }
    }

    @Test("zeros before the sound are never active and change nothing behind them")
    func leadingZeros() {
        let talk = talk()
        let zeros = Signal.silence(seconds: 1.5, sampleRate: 16_000)
        let found = analyse(zeros.followed(by: talk.signal)).activity
        expect(found, near: Self.phrases.map { .init(start: $0.start + 1.5, syllables: $0.syllables) })
    }

    @Test("zeros inside a memo are not active, whatever is around them")
    func gated() {
        let talk = talk().signal.muted(from: 4, to: 4.9)
        expect(analyse(talk).activity, near: Self.phrases)
    }

    @Test("the last interval is closed at the end of the memo", arguments: [3.0, 3.0071, 3.13])
    func openEnd(seconds: Double) throws {
        let talk = SpeechLike([.init(start: 1, syllables: 20)], seconds: 8, sampleRate: 16_000)
        let cut = talk.signal.prefix(seconds: seconds)
        let result = analyse(cut)
        let last = try #require(result.activity.last)
        #expect(result.activity.count == 1)
        #expect(last.end <= cut.seconds && last.end > cut.seconds - 0.1)
    }

    @Test("intervals rise, do not touch, and stay inside the memo", arguments: [1, 2, 3] as [UInt64])
    func order(seed: UInt64) {
        var generator = SeededGenerator(seed: seed)
        var phrases: [SpeechLike.Phrase] = []
        var time = 0.3
        while time < 25 {
            phrases.append(.init(start: time, syllables: Int.random(in: 1...9, using: &generator)))
            time = (phrases.last?.end ?? time) + 1.2 * (1.05 + generator.nextSample())
        }
        let signal = SpeechLike(phrases, room: -50, seconds: 28, sampleRate: 16_000, seed: seed).signal
        let found = analyse(signal).activity
        #expect(!found.isEmpty)
        #expect(found.allSatisfy { $0.start >= 0 && $0.end <= signal.seconds && $0.duration > 0 })
        for (one, next) in zip(found, found.dropFirst()) { #expect(one.end < next.start) }
    }

    @Test("what is active has the level of who speaks")
    func activeLevel() throws {
        let level = try #require(analyse(talk(level: -25).signal).activeLevel)
        #expect(abs(level + 25) < 3)
    }

    @Test("activity comes out while the sound still goes in, at most 0.86 s late")
    func live() {
        let talk = talk()
        var analyzer = makeAnalyzer(sampleRate: 16_000, channels: 1)
        var pushed = 0
        for (number, phrase) in talk.phrases.enumerated() {
            let until = Int((phrase.end + 0.1 + 0.86) * 16_000)
            push(Array(talk.signal.samples[pushed..<until]), channels: 1, into: &analyzer)
            pushed = until
            #expect(analyzer.activity.count == number + 1)
        }
    }
}
