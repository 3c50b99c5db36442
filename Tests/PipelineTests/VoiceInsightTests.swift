// Emphasis and dynamics: judged by the speaker's own level, whatever the gain.

import Analysis
import Pipeline
import Testing

@Suite struct EmphasisTests {
    private func moments(_ count: Int, _ level: @escaping (Int) -> Double) throws -> [Insight] {
        InsightFinder.insights(for: try Made.talk(count, level: level)).filter { $0.kind == .emphasis }
    }

    @Test func `an even voice emphasises nothing`() throws {
        #expect(try moments(80) { 50 + Double($0 % 5) }.isEmpty)
    }

    @Test func `a syllable that stands out is a moment`() throws {
        let card = try #require(try moments(80) { $0 == 40 ? 60 : 50 }.first)
        #expect(card.id == "emphasis-1")
        #expect(card.number("aboveOwnLevel") == 10)
        #expect(card.span.start < 10 && card.span.end > 10 && card.span.duration < 0.3)
        #expect(card.importance == .significant)
    }

    @Test func `ordinary stress stays below`() throws {
        #expect(try moments(80) { $0 == 40 ? 56.9 : 50 }.isEmpty)
        #expect(try moments(80) { $0 == 40 ? 57 : 50 }.first?.importance == .minor)
    }

    @Test(arguments: [-60.0, -30, 25])
    func `the gain of the recording changes nothing`(gain: Double) throws {
        let level: (Int) -> Double = { [50, 53, 48, 51][$0 % 4] + ($0 % 25 == 7 ? 11 : 0) }
        let plain = try moments(100, level)
        let shifted = try moments(100) { level($0) + gain }
        #expect(plain.count == 3)
        #expect(shifted.map(\.span) == plain.map(\.span))
        #expect(shifted.map(\.importance) == plain.map(\.importance))
    }

    @Test func `the three strongest are shown, in the order of their time`() throws {
        let peaks = [10: 59.0, 30: 65, 50: 62, 70: 58, 90: 70]
        let cards = try moments(100) { peaks[$0] ?? 50 }
        #expect(cards.map(\.id) == ["emphasis-1", "emphasis-2", "emphasis-3"])
        #expect(cards.map { $0.number("aboveOwnLevel") } == [15, 12, 20])
        #expect(cards.map(\.span.start) == cards.map(\.span.start).sorted())
    }

    @Test func `neighbouring syllables are one moment`() throws {
        let cards = try moments(100) { [40, 42, 44].contains($0) ? 62 : 50 }
        #expect(cards.count == 1)
        #expect(try #require(cards.first).span.end > 11)
    }

    @Test func `what stays loud is no emphasis: what follows counts, too`() throws {
        #expect(try moments(128) { $0 < 64 ? 50 : 58 }.isEmpty)
        #expect(try moments(128) { $0 < 64 ? 58 : 50 }.isEmpty)
    }

    @Test func `few syllables have no level of their own`() throws {
        #expect(try moments(19) { $0 == 10 ? 70 : 50 }.isEmpty)
    }
}

@Suite struct DynamicsTests {
    private func card(_ count: Int, _ level: @escaping (Int) -> Double) throws -> Insight? {
        InsightFinder.insights(for: try Made.talk(count, level: level)).first(.dynamics)
    }

    @Test(arguments: [(0.1, "rising", "Growing louder"), (-0.1, "falling", "Growing quieter")])
    func `a voice that goes somewhere has a direction`(slope: Double, direction: String, title: String) throws {
        let card = try #require(try card(100) { 50 + slope * Double($0) })
        #expect(card.word("direction") == direction)
        #expect(card.title == title)
        #expect(card.importance == .significant)
        // 100 syllables in 25 s, a tenth of a decibel each.
        #expect(abs(abs(try #require(card.number("change"))) - 10) < 0.2)
    }

    @Test func `an even voice is flat and steady`() throws {
        let card = try #require(try card(40) { 50 + Double($0 % 2) })
        #expect(card.word("variety") == "flat")
        #expect(card.word("direction") == "steady")
        #expect(card.title == "A level voice")
        #expect(card.importance == .minor)
    }

    @Test func `a voice that swings is varied`() throws {
        let card = try #require(try card(40) { $0 % 2 == 0 ? 40 : 60 })
        #expect(card.word("variety") == "varied")
        #expect(card.number("spread") == 20)
    }

    @Test func `a constant gain does not matter`() throws {
        let quiet = try card(50) { 10 + Double($0 % 7) }
        let loud = try card(50) { 70 + Double($0 % 7) }
        #expect(quiet?.number("spread") == loud?.number("spread"))
        #expect(quiet?.title == loud?.title)
    }

    @Test func `a change is that of the talk, however long the memo is`() throws {
        let memo = try Made.memo(
            seconds: 100, activity: [(0, 25)], nuclei: Made.syllables(100) { 50 + 0.1 * Double($0) })
        let card = try #require(InsightFinder.insights(for: memo).first(.dynamics))
        #expect(abs(try #require(card.number("change")) - 10) < 0.2)
    }

    @Test func `a few syllables have no dynamics`() throws {
        #expect(try card(11) { Double($0) } == nil)
        #expect(try card(12) { Double($0) } != nil)
    }
}
