// Stage timing: stages against their budgets, on a clock that only the sink or the transcriber turns.

import Capture
import Pipeline
import TestSignals
import Testing

@Suite(.timeLimit(.minutes(10))) struct StageTimingTests {
    /// Runs the note while each event of a name takes the given time to be taken in.
    private func run(
        taking times: [String: Duration], settings: ProcessSettings = ProcessSettings()
    ) async throws -> RecordingSink {
        let clock = ManualClock()
        let sink = RecordingSink { event in clock.turn(by: times[event.name] ?? .zero) }
        try await MemoProcessor(settings: settings, clock: clock).process(Memo(path: Samples.note), to: sink)
        return sink
    }

    @Test func `a clock that stands still finds every stage within`() async throws {
        let sink = try await run(taking: [:])
        #expect(sink.timings.map(\.stage) == [.immediate, .transcript, .insights])
        #expect(sink.timings.allSatisfy { $0.verdict == .within && $0.elapsed == .zero })
    }

    @Test func `a stage that comes exactly at its budget is within`() async throws {
        let sink = try await run(taking: ["accepted": .milliseconds(100), "immediate": .milliseconds(200)])
        #expect(sink.timing(.immediate)?.elapsed == .milliseconds(100))
        #expect(sink.timing(.immediate)?.verdict == .within)
        #expect(sink.timing(.transcript)?.elapsed == .milliseconds(300))
        #expect(sink.timing(.transcript)?.verdict == .within)
    }

    @Test func `a late stage is delivered and marked over`() async throws {
        let sink = try await run(taking: ["accepted": .milliseconds(101)])
        #expect(sink.timing(.immediate)?.verdict == .over)
        #expect(sink.timing(.transcript)?.verdict == .within)
        #expect(sink.names == ["accepted", "immediate", "transcript", "insights", "completed"])
    }

    @Test func `only the stages behind the delay are late`() async throws {
        let sink = try await run(taking: ["transcript": .seconds(4)])
        #expect(sink.timings.map(\.verdict) == [.within, .within, .over])
    }

    @Test func `replaced budgets give other verdicts`() async throws {
        var settings = ProcessSettings()
        settings.budgets[.immediate] = .milliseconds(10)
        settings.budgets[.insights] = .seconds(60)
        let sink = try await run(
            taking: ["accepted": .milliseconds(11), "transcript": .seconds(4)], settings: settings)
        #expect(sink.timing(.immediate)?.budget == .milliseconds(10))
        #expect(sink.timing(.immediate)?.verdict == .over)
        #expect(sink.timing(.insights)?.verdict == .within)
    }

    @Test func `events that no stage waits for have no timing`() async throws {
        let sink = try await run(taking: ["accepted": .milliseconds(5)])
        #expect(sink.events.first?.timing == nil)
        #expect(sink.events.last?.timing == nil)
        #expect(sink.events.last?.elapsed == .milliseconds(5))
    }

    @Test func `the result repeats the timings of the events`() async throws {
        let clock = ManualClock()
        let sink = RecordingSink { event in clock.turn(by: .milliseconds(event.name == "accepted" ? 150 : 100)) }
        let result = try await MemoProcessor(settings: ProcessSettings(), clock: clock)
            .process(Memo(path: Samples.note), queueWait: .seconds(2), to: sink)
        #expect(result.latency.stages == sink.timings)
        #expect(result.latency.queueWait == .seconds(2))
        #expect(result.latency.total == .milliseconds(450))
        #expect(result.latency.realtimeFactor == 0.45 / result.duration)
    }

    @Test func `time in the queue is no time of a stage`() async throws {
        let sink = RecordingSink()
        try await MemoProcessor(settings: ProcessSettings(), clock: ManualClock())
            .process(Memo(path: Samples.note), queueWait: .seconds(90), to: sink)
        #expect(sink.timings.allSatisfy { $0.elapsed == .zero })
        guard case .accepted(let wait) = try #require(sink.events.first).payload else {
            Issue.record("the first event is not accepted")
            return
        }
        #expect(wait == .seconds(90))
    }

    @Test func `stages of a live memo are timed from its end`() async throws {
        let scratch = try Scratch()
        let raw = try rawCopy(of: Samples.note)
        let clock = ManualClock()
        let sink = RecordingSink { event in if event.name == "immediate" { clock.turn(by: .milliseconds(50)) } }
        let memo = try livePipe(scratch, raw)
        let result = try await MemoProcessor(settings: ProcessSettings(), clock: clock).process(memo, to: sink)
        #expect(sink.answers.count > 20)
        // The last answer, the one in full, takes its 50 ms after the end; all before it were while sound came in.
        #expect(sink.timing(.transcript)?.elapsed == .milliseconds(50))
        #expect(result.latency.total == .milliseconds(50) * sink.answers.count)
    }
}
