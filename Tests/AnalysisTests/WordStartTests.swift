// Word starts: the onset that a stretch of activity begins with, or else the stretch's beginning.

import Analysis
import TestSignals
import Testing

@Suite("Word starts") struct WordStartTests {
    /// A memo with these onsets and stretches.
    private func memo(onsets: [(time: Double, strength: Double)], activity: [TimeSpan]) throws -> Measurements {
        var memo = analyse(.clicks(at: [0.5], seconds: 1, sampleRate: 16_000))
        let onset = try #require(memo.onsets.first)
        memo.onsets = onsets.map {
            var copy = onset
            (copy.time, copy.strength) = ($0.time, $0.strength)
            return copy
        }
        memo.activity = activity
        return memo
    }

    @Test(
        "an onset is the beginning if it is near, or clear and not far",
        arguments: [
            (0.95, 0.2, true), (0.945, 0.2, true), (0.93, 0.2, false), (0.93, 1.5, true), (0.885, 1.5, true),
            (0.87, 9, false), (1.005, 0.2, true), (1.02, 9, false),
        ])
    func rule(time: Double, strength: Double, isBeginning: Bool) throws {
        let memo = try memo(onsets: [(time, strength)], activity: [TimeSpan(start: 1, end: 2)])
        let start = try #require(memo.wordStarts.first)
        #expect(memo.wordStarts.count == 1)
        #expect(start.time == (isBeginning ? time : 1))
        #expect(start.strength == (isBeginning ? strength : nil))
        var places = OnsetPlaceCursor()
        let place = places.take(from: memo).map(\.place)
        #expect(place == [isBeginning ? .word : time < 1 ? .sound : .speech])
    }

    @Test("of several onsets the first is the beginning, and the others are what lies there")
    func several() throws {
        let memo = try memo(
            onsets: [(0.7, 5), (0.9, 1.2), (0.96, 4), (1.3, 5), (2.02, 1), (2.5, 1)],
            activity: [TimeSpan(start: 1, end: 2), TimeSpan(start: 2.6, end: 3)])
        #expect(memo.wordStarts.map(\.time) == [0.9, 2.5])
        var places = OnsetPlaceCursor()
        let told = places.take(from: memo)
        #expect(told.map(\.onset) == memo.onsets)
        #expect(told.map(\.place) == [.sound, .word, .sound, .speech, .sound, .word])
    }

    @Test("what ends a stretch does not begin the next")
    func between() throws {
        let memo = try memo(
            onsets: [(1.95, 5)], activity: [TimeSpan(start: 1, end: 1.96), TimeSpan(start: 2, end: 3)])
        #expect(memo.wordStarts.map(\.time) == [1, 2])
        var places = OnsetPlaceCursor()
        #expect(places.take(from: memo).map(\.place) == [.speech])
    }

    /// Words that begin in many ways, one by one.
    private static let words = [
        "table", "seven", "garden", "morning", "hello", "pocket", "zebra", "yes", "farmer", "kitchen", "under",
        "dinner",
    ]

    /// Where loudness says that a word begins.
    private func truth(_ talk: SpokenText) -> [Double] {
        talk.isSpeech.indices.filter { talk.isSpeech[$0] && ($0 == 0 || !talk.isSpeech[$0 - 1]) }
            .map { Double($0) / Double(SpokenText.framesPerSecond) }
    }

    private func hits(_ found: [Double], _ truth: [Double], within reach: Double) -> Int {
        truth.count { time in found.contains { abs($0 - time) <= reach } }
    }

    @Test("words begin where they begin, no less exactly than activity says", arguments: ["en", "en+f3", "de+m7"])
    func spoken(voice: String) throws {
        let talk = try SpokenText(Self.words, voice: voice, pause: 0.7)
        let room = Signal.pinkNoise(level: -64, seconds: talk.signal.seconds, sampleRate: talk.signal.sampleRate)
        let memo = analyse(talk.signal + room)
        let truth = truth(talk)
        let (words, activity) = (memo.wordStarts.map(\.time), memo.activity.map(\.start))
        #expect(hits(words, truth, within: 0.05) >= truth.count - 2, "\(words) for \(truth)")
        #expect(hits(words, truth, within: 0.025) >= hits(activity, truth, within: 0.025))
        #expect(words.count <= truth.count + 2)
        #expect(memo.wordStarts.contains { $0.strength != nil })
    }

    @Test("as the sound comes in, starts and places are told once, in time, and are those of the whole memo")
    func asItComes() throws {
        let talk = try SpokenText(["Table.", "We should ask her once more."], pause: 0.7).signal
        let sound = talk + .clicks(at: [0.2, 0.4], seconds: talk.seconds, sampleRate: talk.sampleRate)
        var analyzer = makeAnalyzer(sampleRate: sound.sampleRate, channels: 1)
        var (words, places) = (WordStartCursor(), OnsetPlaceCursor())
        var told: [WordStart] = []
        var placed: [(onset: Onset, place: OnsetPlace)] = []
        for start in stride(from: 0, to: sound.samples.count, by: 500) {
            let block = Array(sound.samples[start..<min(start + 500, sound.samples.count)])
            analyzer.push(block, frames: block.count)
            let new = words.take(from: analyzer)
            #expect(new.allSatisfy { analyzer.seconds - $0.time < 0.98 + 0.12 + 0.03 })
            told += new
            let newPlaces = places.take(from: analyzer)
            #expect(newPlaces.allSatisfy { analyzer.seconds - $0.onset.time < 0.98 + 0.12 + 0.03 })
            placed += newPlaces
        }
        #expect(told.count >= 2)
        let memo = analyzer.finish()
        told += words.take(from: memo)
        placed += places.take(from: memo)
        #expect(told == memo.wordStarts)
        #expect(placed.map(\.onset) == memo.onsets)
        var whole = OnsetPlaceCursor()
        #expect(placed.map(\.place) == whole.take(from: memo).map(\.place))
        #expect(Set(placed.map(\.place)).count >= 2)
    }
}
