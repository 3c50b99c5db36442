// MeasureRunTests: what is recorded of a measurement: interrupted, cold, late, and with nobody waiting.

import Capture
import Latency
import Pipeline
import Synchronization
import TestSignals
import Testing

@Suite(.timeLimit(.minutes(10))) struct MeasureRunTests {
    private let memo = String(#filePath.dropLast("Tests/LatencyTests/MeasureRunTests.swift".count)) + "samples/hum.wav"

    private func settings(runs: Int = 3) -> MeasureSettings {
        var settings = MeasureSettings()
        (settings.runs, settings.warmup) = (runs, 0)
        return settings
    }

    @Test func `what was measured before an interruption is kept`() async throws {
        let run = MeasureRun(settings: settings(runs: 1000), clock: ManualClock())
        let measuring = Mutex<Task<Measured, Never>?>(nil)
        let path = memo
        let task = Task {
            await run.run([path]) { done, _ in
                if done == 5 { measuring.withLock { $0?.cancel() } }
                // The task may be told before it is known here.
                if done >= 5 { withUnsafeCurrentTask { $0?.cancel() } }
            }
        }
        measuring.withLock { $0 = task }
        let measured = await task.value
        #expect(measured.isInterrupted && measured.planned == 1000)
        #expect((5..<1000).contains(measured.records.count))
        #expect(measured.records.allSatisfy { $0.errorCode == nil && $0.total != nil })
    }

    @Test func `an engine can be measured`() async throws {
        let note = memo.replacing("hum.wav", with: "stand-up-note.wav")
        let engine = CountingTranscriber()
        var settings = settings()
        settings.process.transcriber = engine
        let measured = await MeasureRun(settings: settings, clock: ManualClock()).run([note]) { _, _ in }
        #expect(measured.records.count == 3 && engine.heard.count == 3 * Set(engine.heard.map(\.segment)).count)
        #expect(measured.records.allSatisfy { $0.stages.contains { $0.stage == .text } })
    }

    @Test func `without a rate nobody waits, and times are times of day`() async throws {
        let measured = await MeasureRun(settings: settings(), clock: ManualClock()).run([memo]) { _, _ in }
        #expect(!measured.isInterrupted && measured.records.count == 3)
        #expect(measured.records.allSatisfy { $0.queueWait == nil && ($0.startedAt ?? 0) >= measured.startedAt })
        #expect(measured.startedAt > 1e9 && LatencyReport(measured.records)[.queue] == nil)
    }

    @Test func `dropping pages is no waiting, neither for this memo nor for those behind it`() async throws {
        let clock = ManualClock()
        var settings = settings(runs: 10)
        (settings.rate, settings.isCold) = (1, true)
        settings.drop = { _ in
            clock.turn(by: .seconds(30))
            return 0
        }
        let measured = await MeasureRun(settings: settings, clock: clock).run([memo]) { _, _ in }
        #expect(measured.records.map(\.queueWait) == Array(repeating: 0, count: 10))
        #expect(measured.warmRuns == 0)
    }

    @Test func `a memo that was stopped is over its budget and keeps what had arrived`() async throws {
        var settings = settings(runs: 2)
        settings.process.late = .stop
        settings.process.budgets[.insights] = .microseconds(3)
        // Each look at the clock takes a microsecond.
        let clock = ManualClock(perReading: .microseconds(1))
        let measured = await MeasureRun(settings: settings, clock: clock).run([memo]) { _, _ in }
        #expect(measured.records.count == 2)
        #expect(measured.records.allSatisfy { $0.errorCode == "late" && $0.late?.stage == .insights })
        // Whatever the budget is said to be now, the answer did not come.
        let report = LatencyReport(measured.records)
        let line = try #require(report[.stage(.insights)])
        #expect(line.stopped == 2 && line.inside == 0 && line.verdict == .over)
        for text in [
            "insights.p99 <= 3s", "insights.p50 < 1min", "insights.p0 < 1min", "insights.max < 1min",
            "insights.inside >= 1%",
        ] {
            #expect(try Requirement(parsing: text).check(report).verdict == .broken, "\(text)")
        }
        #expect(Requirement.noFailures.check(report).verdict == .broken)
    }
}
