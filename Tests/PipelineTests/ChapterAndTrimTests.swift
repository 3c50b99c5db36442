// Chapters and trim: where a memo can be divided, and what of its ends can go.

import Analysis
import Pipeline
import Testing

@Suite struct ChapterTests {
    private func chapters(_ activity: [(Double, Double)], seconds: Double = 60) throws -> Insight? {
        InsightFinder.insights(for: try Made.memo(seconds: seconds, activity: activity)).first(.chapters)
    }

    @Test func `a pause that is long for this speaker begins a chapter`() throws {
        let card = try #require(try chapters([(0, 5), (5.5, 10), (10.5, 15), (18, 25), (25.5, 30)]))
        #expect(card.number("count") == 2)
        #expect(card.numbers("starts") == [0, 18])
        #expect(card.number("shortestPause") == 2)
        #expect(card.title == "2 chapters")
    }

    @Test func `somebody who always pauses long has no chapters`() throws {
        #expect(try chapters([(0, 6), (9, 15), (18, 24), (27, 33)]) == nil)
    }

    @Test func `a pause below two seconds never divides`() throws {
        #expect(try chapters([(0, 6), (6.3, 12), (12.3, 18), (19.9, 30)]) == nil)
    }

    @Test func `a chapter lasts five seconds at least`() throws {
        #expect(try chapters([(0, 6), (6.3, 7), (7.3, 8), (11, 15)]) == nil)
        #expect(try chapters([(0, 6), (6.3, 7), (7.3, 8), (11, 16)]) != nil)
    }

    @Test(arguments: [(6, false), (7, true)])
    func `five places are told, and that there are more`(count: Int, areMore: Bool) throws {
        // Two pauses within each chapter are short, so that three seconds are long for this speaker.
        let activity = (0..<count).flatMap { chapter -> [(Double, Double)] in
            let start = Double(chapter) * 10
            return [(start, start + 2), (start + 2.3, start + 4.5), (start + 4.8, start + 7)]
        }
        let card = try #require(try chapters(activity, seconds: 80))
        #expect(card.title == "\(count) chapters")
        #expect(card.detail.contains("0:50") && !card.detail.contains("1:00"))
        #expect(card.detail.hasSuffix(" and further on.") == areMore)
    }

    @Test func `talk without a pause is one piece`() throws {
        #expect(try chapters([(0, 50)]) == nil)
    }
}

@Suite struct TrimTests {
    private func trim(_ start: Double, _ end: Double, of seconds: Double) throws -> Insight? {
        InsightFinder.insights(for: try Made.memo(seconds: seconds, activity: [(start, end)])).first(.trim)
    }

    @Test func `silence at both ends is cut, but for a breath`() throws {
        let card = try #require(try trim(3, 7, of: 10))
        #expect(abs(card.span.start - 2.8) < 1e-9 && abs(card.span.end - 7.2) < 1e-9)
        #expect(card.number("leading") == 3 && card.number("trailing") == 3)
        #expect(abs(try #require(card.number("removed")) - 5.6) < 1e-9)
    }

    @Test func `one silent end leaves the other alone`() throws {
        #expect(try trim(3, 9.5, of: 10)?.span.end == 10)
        #expect(try trim(0.5, 7, of: 10)?.span.start == 0)
    }

    @Test func `nor is less than a second behind the breath`() throws {
        #expect(try trim(0.5, 8.85, of: 10) == nil)
        #expect(try trim(0.5, 8.75, of: 10)?.number("removed") ?? 0 > 1)
    }

    @Test func `a second is the least that is worth a card`() throws {
        #expect(try trim(1.19, 9.5, of: 10) == nil)
        #expect(try trim(1.25, 9.5, of: 10) != nil)
    }
}
