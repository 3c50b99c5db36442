// Turns: activity joined over small gaps and padded.

import Analysis
import Testing

@Suite("Turns") struct TurnTests {
    private func turns(_ spans: [(Double, Double)], duration: Double = 100) -> [TimeSpan] {
        spans.map { TimeSpan(start: $0.0, end: $0.1) }.joinedIntoTurns(duration: duration)
    }

    @Test("gaps of up to 0.7 s are closed, then 0.1 s is added at both ends")
    func joining() {
        let found = turns([(1, 2), (2.5, 3), (3.75, 5)])
        #expect(found.count == 2)
        for (turn, expected) in zip(found, [(0.9, 3.1), (3.65, 5.1)]) {
            #expect(abs(turn.start - expected.0) < 1e-9 && abs(turn.end - expected.1) < 1e-9)
        }
    }

    @Test("turns stay inside the memo")
    func edges() {
        #expect(turns([(0.05, 9.95)], duration: 10) == [TimeSpan(start: 0, end: 10)])
    }

    @Test("nothing active is no turn")
    func none() { #expect(turns([]).isEmpty) }

    @Test("gap and padding may be chosen")
    func chosen() {
        let spans = [TimeSpan(start: 1, end: 2), TimeSpan(start: 2.5, end: 3)]
        #expect(spans.joinedIntoTurns(gap: 0.25, padding: 0, duration: 10) == spans)
        #expect(spans.joinedIntoTurns(gap: 0.5, padding: 0, duration: 10) == [TimeSpan(start: 1, end: 3)])
    }
}
