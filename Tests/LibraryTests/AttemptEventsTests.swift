// AttemptEventsTests: a memo that is tried again is one story with one end.

import Capture
import Library
import Pipeline
import TestSignals
import Testing

@Suite struct AttemptEventsTests {
    @Test func aSecondAttemptGoesOnWhereTheFirstStopped() async throws {
        let folder = try MemoFolder()
        try folder.memo("a.wav", seed: 1)
        let memo = Memo(path: "\(folder.memos)/a.wav")
        var told: [MemoEvent] = []
        var state = EventsTold()
        for attempt in 1...2 {
            let events = AttemptEvents(told: state, tell: { told.append($0) }, show: { _ in })
            try await MemoProcessor(settings: ProcessSettings(), clock: ManualClock()).process(memo, to: events)
            #expect(events.ending?.name == "completed")
            if attempt == 2, let ending = events.ending { told.append(ending) }
            state = events.told
        }
        #expect(
            told.map(\.name) == [
                "accepted", "immediate", "transcript", "insights", "immediate", "transcript", "insights", "completed",
            ])
        #expect(told.map(\.sequence) == Array(0..<8))
        let revisions = told.compactMap { event -> Int? in
            switch event.payload {
            case .immediate(_, let revision), .transcript(_, let revision): revision
            default: nil
            }
        }
        #expect(revisions == [0, 0, 1, 1])
    }
}
