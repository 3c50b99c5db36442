// Pace and pauses: how fast was spoken, and how much silence lies between.

import Analysis
import Pipeline
import Testing

@Suite struct PaceTests {
    private func pace(_ syllables: Int, in activity: [(Double, Double)]) throws -> Insight? {
        let memo = try Made.memo(seconds: 30, activity: activity, nuclei: Made.syllables(syllables, perSecond: 10))
        return InsightFinder.insights(for: memo).first(.pace)
    }

    @Test func `the rate is told with and without the pauses`() throws {
        let card = try #require(try pace(40, in: [(0, 4), (6, 10)]))
        #expect(card.number("syllables") == 40)
        #expect(card.number("syllablesPerSecond") == 4)
        #expect(card.number("articulationRate") == 5)
        #expect(card.number("activeSeconds") == 8)
        #expect(card.span == TimeSpan(start: 0, end: 10))
    }

    @Test(arguments: [(70, "Brisk pace"), (45, "Even pace"), (30, "Unhurried pace")])
    func `the title follows the articulation rate`(syllables: Int, title: String) throws {
        let card = try #require(try pace(syllables, in: [(0, 10)]))
        #expect(card.title == title)
        #expect(card.importance == (title == "Even pace" ? .minor : .significant))
    }

    @Test func `a word or two say little about a speaker`() throws {
        #expect(try pace(19, in: [(0, 2)])?.importance == .minor)
        #expect(try pace(20, in: [(0, 2)])?.importance == .significant)
    }

    @Test func `activity without syllables has no pace`() throws {
        #expect(try pace(0, in: [(0, 10)]) == nil)
    }
}

@Suite struct PauseTests {
    private func pauses(_ activity: [(Double, Double)]) throws -> Insight? {
        InsightFinder.insights(for: try Made.memo(seconds: 40, activity: activity)).first(.pauses)
    }

    @Test func `the longest one is found, and their share of the talk`() throws {
        let card = try #require(try pauses([(1, 4), (5, 8), (10, 11)]))
        #expect(card.number("count") == 2)
        #expect(card.number("longest") == 2)
        #expect(card.number("longestStart") == 8)
        #expect(card.number("total") == 3)
        #expect(card.number("share") == 0.3)
        #expect(card.span == TimeSpan(start: 8, end: 10))
    }

    @Test func `gaps within words are no pauses`() throws {
        #expect(try pauses([(0, 2), (2.24, 4)]) == nil)
        #expect(try pauses([(0, 2), (2.25, 4)])?.number("count") == 1)
    }

    @Test func `silence at either end is no pause`() throws {
        #expect(try pauses([(10, 20)]) == nil)
    }

    @Test func `three seconds of silence are striking`() throws {
        #expect(try pauses([(0, 2), (4.9, 6)])?.importance == .minor)
        #expect(try pauses([(0, 2), (5, 6)])?.importance == .significant)
        #expect(try pauses([(0, 2), (5, 6)])?.title == "A long pause")
    }

    @Test func `a place beyond the first hour is told in hours`() throws {
        let memo = try Made.memo(seconds: 4000, activity: [(0, 3903), (3906, 4000)])
        let card = try #require(InsightFinder.insights(for: memo).first(.pauses))
        #expect(card.detail.hasSuffix("the longest is 3.0 s at 1:05:03."))
    }

    @Test func `one pause is not called pauses`() throws {
        #expect(try pauses([(0, 2), (3, 6)])?.detail.hasPrefix("1 pause,") == true)
    }
}
