// Transcribers: engines that deliver text, bit by bit, late, never, or not at all.

import Analysis
import Capture
import Pipeline
import TestSignals
import Testing

/// Delivers what it is given and turns the clock before each delivery.
private struct ScriptedTranscriber: Transcriber {
    struct Broken: Error, CustomStringConvertible { var description: String { "out of memory" } }

    var engine = "scripted"
    var clock = ManualClock()
    var pause = Duration.zero
    var steps: [(Transcript.Status, String)] = [(.partial, "good"), (.partial, "good morn"), (.final, "good morning")]
    var breaksAtEnd = false

    func transcribe(_ measurements: Measurements, deliver: (Transcript) async throws -> Void) async throws {
        for (status, text) in steps {
            clock.turn(by: pause)
            let passages = measurements.segments.enumerated().map { number, segment in
                Transcript.Passage(segment: number, span: segment.span, text: text, estimatedWords: 2, skeleton: [0.2])
            }
            try await deliver(Transcript(status: status, engine: engine, passages: passages))
        }
        if breaksAtEnd { throw Broken() }
    }
}

@Suite struct TranscriberTests {
    private func run(
        _ transcriber: ScriptedTranscriber, _ sink: RecordingSink
    ) async throws -> MemoResult {
        try await MemoProcessor(settings: ProcessSettings(), clock: transcriber.clock, transcriber: transcriber)
            .process(Memo(path: Samples.note), to: sink)
    }

    @Test func `partial texts come before the final one, and the final one stays`() async throws {
        let sink = RecordingSink()
        let result = try await run(ScriptedTranscriber(), sink)
        #expect(sink.transcripts.map(\.status) == [.placeholder, .partial, .partial, .final])
        #expect(sink.transcripts.map { $0.passages.first?.text } == [nil, "good", "good morn", "good morning"])
        #expect(sink.revisions == [0, 1, 2, 3])
        #expect(result.transcript == sink.transcripts.last)
        #expect(result.transcript.engine == "scripted")
    }

    @Test func `words that come too late stop the memo where that is asked for`() async throws {
        var settings = ProcessSettings()
        settings.late = .stop
        let transcriber = ScriptedTranscriber(pause: .milliseconds(1200))
        let sink = RecordingSink()
        let failure = await #expect(throws: MemoFailure.self) {
            try await MemoProcessor(settings: settings, clock: transcriber.clock, transcriber: transcriber)
                .process(Memo(path: Samples.note), to: sink)
        }
        #expect(failure?.late?.stage == .text && sink.revisions == [0])
    }

    @Test func `the stage is timed at the first text only`() async throws {
        let sink = RecordingSink()
        let result = try await run(ScriptedTranscriber(pause: .milliseconds(250)), sink)
        let timed = sink.events.filter { $0.name == "transcript" }.map { $0.timing?.elapsed }
        #expect(timed == [.zero, .milliseconds(250), nil, nil])
        #expect(sink.timing(.transcript)?.budget == .milliseconds(300))
        #expect(sink.timing(.text)?.budget == .seconds(1))
        #expect(sink.timing(.text)?.verdict == .within)
        #expect(result.latency.stages.map(\.stage) == [.immediate, .transcript, .text, .insights])
        #expect(sink.timing(.insights)?.elapsed == .milliseconds(750))
    }

    @Test func `an engine that takes too long is over its budget and still heard`() async throws {
        let sink = RecordingSink()
        _ = try await run(ScriptedTranscriber(pause: .seconds(2)), sink)
        #expect(sink.timing(.transcript)?.verdict == .within)
        #expect(sink.timing(.text)?.verdict == .over)
        #expect(sink.timing(.insights)?.verdict == .over)
        #expect(sink.names.last == "completed")
    }

    @Test func `an engine that breaks ends its memo with one failed event`() async throws {
        let sink = RecordingSink()
        let failure = await #expect(throws: MemoFailure.self) {
            _ = try await run(ScriptedTranscriber(breaksAtEnd: true), sink)
        }
        #expect(failure?.code == "transcriberFailed")
        #expect(failure?.problem.contains("out of memory") == true)
        #expect(sink.failure == failure)
        #expect(sink.names.filter { $0 == "completed" || $0 == "failed" } == ["failed"])
        #expect(sink.names.last == "failed")
    }

    @Test func `an engine without a word leaves the placeholder`() async throws {
        let sink = RecordingSink()
        let result = try await run(ScriptedTranscriber(steps: []), sink)
        #expect(result.transcript.status == .placeholder && result.transcript.engine == "placeholder")
        #expect(!result.transcript.passages.isEmpty)
        #expect(sink.names == ["accepted", "immediate", "transcript", "insights", "completed"])
    }

    @Test func `what the sink throws passes through the engine unchanged`() async throws {
        struct Enough: Error, Equatable {}
        let sink = RecordingSink { if $0.name == "transcript" { throw Enough() } }
        await #expect(throws: Enough()) { _ = try await run(ScriptedTranscriber(), sink) }
        #expect(sink.transcripts.count == 1)
    }
}
