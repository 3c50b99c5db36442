// DeadlineTests: what is told, or not, when a stage is not there in time; on a clock that goes on with the sound.

import Capture
import Pipeline
import TestSignals
import Testing

@Suite struct DeadlineTests {
    private let scratch: Scratch

    init() throws { scratch = try Scratch() }

    /// Forty seconds of pulses, of which each ten take 30 ms, so that the transcript comes after 120 ms.
    private func run(
        _ late: LatePolicy, budgets: [Stage: Duration] = [:]
    ) async throws -> (events: [MemoEvent], result: Result<MemoResult, MemoFailure>) {
        let path = try scratch.file("a.wav", Wave.bytes(Wave.pulses(seconds: 40)))
        var settings = ProcessSettings()
        settings.late = late
        // Pulses are sound above the room, but no speech.
        settings.analysis.activityMethod = .rule
        settings.budgets[.transcript] = .milliseconds(60)
        for (stage, budget) in budgets { settings.budgets[stage] = budget }
        let clock = ManualClock()
        let sink = RecordingSink(onAdvance: { _ in clock.turn(by: .milliseconds(30)) })
        let processor = MemoProcessor(settings: settings, clock: clock)
        do {
            let result = try await processor.process(Memo(path: path), to: sink)
            return (sink.events, .success(result))
        } catch let failure as MemoFailure {
            return (sink.events, .failure(failure))
        }
    }

    @Test func aLateStageIsReportedAsOver() async throws {
        let (events, result) = try await run(.report, budgets: [.insights: .milliseconds(60)])
        let timing = try #require(events.compactMap(\.timing).first { $0.stage == .insights })
        #expect(timing.verdict == .over && !timing.isPartial)
        #expect(try result.get().latency.stages.map(\.stage) == [.immediate, .transcript, .insights])
    }

    @Test(arguments: [LatePolicy.report, .partial])
    func whatIsSettledOfTheTranscriptIsToldInTime(late: LatePolicy) async throws {
        let (events, result) = try await run(late)
        let updates = events.compactMap { event -> (MemoEvent, TranscriptUpdate)? in
            if case .transcript(let update, _) = event.payload { (event, update) } else { nil }
        }
        try #require(updates.count == 2)
        let (first, second) = (updates[0], updates[1])
        #expect(first.0.timing?.verdict == .within && first.0.timing?.isPartial == true)
        let through = try #require(first.1.through)
        #expect(through > 9 && through < 12 && first.0.partialSeconds == through)
        #expect(second.0.timing == nil && second.0.partialSeconds == nil && second.1.through == nil)
        let kept = try #require(try result.get().latency.stages.first { $0.stage == .transcript })
        #expect(kept.isPartial && kept.whole == second.0.elapsed && kept.elapsed == first.0.timing?.elapsed)
        #expect(!first.1.segments.isEmpty && !second.1.segments.isEmpty)
        #expect(first.1.segments.allSatisfy { $0.span.end <= through + 1e-6 })
        #expect(second.1.firstSegment == first.1.segments.count)
        #expect(try result.get().measurements.segments == first.1.segments + second.1.segments)
    }

    @Test func partsOfALongTranscriptComeOnceASecond() async throws {
        let path = try scratch.file("a.wav", Wave.bytes(Wave.pulses(seconds: 300)))
        var settings = ProcessSettings()
        settings.analysis.activityMethod = .rule
        // Each look at the clock takes 10 ms: some 590 blocks take six seconds.
        let clock = ManualClock(perReading: .milliseconds(10))
        let sink = RecordingSink()
        let result = try await MemoProcessor(settings: settings, clock: clock).process(Memo(path: path), to: sink)
        let times = sink.events.filter { $0.name == "transcript" }.map { $0.elapsed.seconds }
        try #require(times.count > 5)
        #expect(times[0] <= 0.3)
        #expect(zip(times, times.dropFirst()).allSatisfy { $1 - $0 <= 1 })
        #expect(sink.document?.segments == result.measurements.segments)
    }

    @Test func aDeadlineChangesNothingInTheEnd() async throws {
        let hurried = try await run(.partial, budgets: [.insights: .milliseconds(60)]).result.get()
        let calm = try await run(.report).result.get()
        #expect(hurried.measurements.segments == calm.measurements.segments)
        #expect(hurried.insights == calm.insights)
    }

    @Test func insightsInPartHaveRevisionsToo() async throws {
        let (events, _) = try await run(.partial, budgets: [.insights: .milliseconds(100)])
        let revisions = events.compactMap { event -> Int? in
            if case .insights(_, let revision) = event.payload { revision } else { nil }
        }
        #expect(revisions == [0, 1])
        #expect(events.map(\.sequence) == Array(0..<events.count))
    }

    @Test(arguments: [(1, "1.0 µs"), (500, "500.0 µs"), (2500, "2.5 ms")])
    func aShortBudgetIsToldInItsUnit(microseconds: Int, words: String) async throws {
        let (_, result) = try await run(.stop, budgets: [.transcript: .microseconds(microseconds)])
        let failure = try #require(result.failure, "it was not stopped")
        #expect(failure.problem == "transcript was not there within its \(words)")
    }

    @Test func stoppingEndsTheMemoAtItsDeadline() async throws {
        let (events, result) = try await run(.stop)
        let failure = try #require(result.failure, "it was not stopped")
        #expect(failure.code == "late")
        #expect(failure.problem == "transcript was not there within its 60.0 ms")
        #expect(failure.late?.stage == .transcript)
        #expect(failure.late.map { $0.elapsed > .milliseconds(60) } == true)
        #expect(events.last?.name == "failed")
        var json = JSONWriter()
        events.last?.write(to: &json)
        #expect(
            String(decoding: json.bytes, as: UTF8.self).contains("\"late\":{\"stage\":\"transcript\",\"elapsed\":0.0"))
        #expect(!events.contains { $0.name == "transcript" || $0.name == "completed" })
    }

    @Test func opensThatTakeTooLongAreStoppedBeforeAnythingIsRead() async throws {
        let path = try scratch.file("a.wav", Wave.bytes(Wave.pulses(seconds: 2)))
        var settings = ProcessSettings()
        settings.late = .stop
        let clock = ManualClock()
        let sink = RecordingSink(onReceive: { _ in clock.turn(by: .milliseconds(101)) })
        let failure = await #expect(throws: MemoFailure.self) {
            try await MemoProcessor(settings: settings, clock: clock).process(Memo(path: path), to: sink)
        }
        #expect(failure?.late == LateStop(.immediate, elapsed: .milliseconds(101)))
        #expect(sink.events.last?.progress.seconds == 0)
    }

    @Test func whoTakesAllOfABudgetIsInside() async throws {
        let path = try scratch.file("a.wav", Wave.bytes(Wave.pulses(seconds: 2)))
        var settings = ProcessSettings()
        settings.late = .stop
        let clock = ManualClock()
        let sink = RecordingSink(onReceive: { if $0.name == "accepted" { clock.turn(by: .milliseconds(100)) } })
        let result = try await MemoProcessor(settings: settings, clock: clock).process(Memo(path: path), to: sink)
        #expect(result.latency.stages.first?.verdict == .within)
    }

    @Test(arguments: LatePolicy.allCases) func whoIsInTimeIsLeftAlone(late: LatePolicy) async throws {
        let (events, result) = try await run(late, budgets: [.transcript: .seconds(9), .immediate: .seconds(9)])
        #expect(try result.get().latency.stages.allSatisfy { $0.verdict == .within && !$0.isPartial })
        #expect(events.filter { $0.name == "transcript" }.count == 1)
    }
}

extension Result {
    fileprivate var failure: Failure? {
        if case .failure(let failure) = self { failure } else { nil }
    }
}
