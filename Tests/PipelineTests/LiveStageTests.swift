// Live stages: what the events and the document of a memo say that was heard while it was recorded.

import Capture
import Foundation
import Pipeline
import TestSignals
import Testing

@Suite struct LiveStageTests {
    /// The note, live: events as objects, and the document. A recorder needs five seconds to begin, and a tenth of a second
    /// passes with each answer.
    private func live(
        _ memo: (Scratch) throws -> Memo
    ) async throws -> (sink: RecordingSink, events: [[String: Any]], document: [String: Any]) {
        let scratch = try Scratch()
        let clock = ManualClock()
        let sink = RecordingSink { event in
            if event.name == "accepted" { clock.turn(by: .seconds(5)) }
            if event.name == "immediate" { clock.turn(by: .milliseconds(100)) }
        }
        let result = try await MemoProcessor(settings: ProcessSettings(), clock: clock).process(memo(scratch), to: sink)
        let events = try sink.events.map { event in try object { event.write(to: &$0) } }
        return (sink, events, try object { result.write(to: &$0) })
    }

    private func object(_ write: (inout JSONWriter) -> Void) throws -> [String: Any] {
        var json = JSONWriter()
        write(&json)
        return try #require(try JSONSerialization.jsonObject(with: Data(json.bytes)) as? [String: Any])
    }

    private func note(_ scratch: Scratch) throws -> Memo { try livePipe(scratch, try rawCopy(of: Samples.note)) }

    @Test func `a recorder that is slow to start makes no stage late`() async throws {
        let (sink, _, _) = try await live(note)
        #expect(sink.timings.map(\.stage) == [.immediate, .transcript, .insights])
        #expect(sink.timing(.immediate)?.elapsed == .zero)
        #expect(sink.timings.allSatisfy { $0.verdict == .within })
    }

    @Test func `events count from the acceptance, and say what their budget is about`() async throws {
        let (sink, events, _) = try await live(note)
        let answers = sink.answers.count
        try #require(answers > 20 && events.count == answers + 4)
        #expect(events[0]["live"] == nil && events.dropFirst().allSatisfy { $0["live"] as? Bool == true })
        let elapsed = events.compactMap { $0["elapsed"] as? Double }
        #expect(elapsed == elapsed.sorted() && elapsed.count == events.count)
        let timed = events.filter { $0["verdict"] as? String == "within" }
        #expect(timed.compactMap { $0["event"] as? String } == ["immediate", "transcript", "insights"])
        #expect(timed.compactMap { $0["stageElapsed"] as? Double } == [0, 0.1, 0.1])
        #expect(timed.compactMap { $0["elapsed"] as? Double }.first == 5)
        #expect(abs((timed.last?["elapsed"] as? Double ?? 0) - (5 + 0.1 * Double(answers))) < 1e-6)
        #expect(events.count { $0["stageElapsed"] != nil } == 3)
    }

    @Test func `the document says that it was heard live`() async throws {
        let (_, _, document) = try await live(note)
        #expect((document["latency"] as? [String: Any])?["live"] as? Bool == true)
    }

    @Test func `a file is not live, and its events count from one moment`() async throws {
        let (sink, events, document) = try await live { _ in Memo(path: Samples.note) }
        #expect(events.allSatisfy { $0["live"] == nil && $0["stageElapsed"] == nil })
        #expect((document["latency"] as? [String: Any]).map { $0["live"] == nil } == true)
        #expect(sink.events.allSatisfy { $0.timing == nil || $0.timing?.elapsed == $0.elapsed })
    }

    @Test func `the waveform of all that was heard comes with every tenth live answer`() async throws {
        let (_, events, _) = try await live(note)
        for event in events where event["overview"] as? String == "live" {
            let hasWaveform = (event["levels"] as? [String: Any])?["overview"] != nil
            #expect(hasWaveform == (event["revision"] as? Int ?? 0).isMultiple(of: 10))
        }
    }
}
