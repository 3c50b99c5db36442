// Transcribers: engines that deliver text, bit by bit, late, never, or not at all.

import Analysis
import Capture
import Foundation
import Pipeline
import TestSignals
import Testing
import Transcription

/// Delivers what it is given for all segments at once, when the memo has ended, and turns the clock before each delivery.
private struct ScriptedTranscriber: Transcriber {
    struct Broken: Error, CustomStringConvertible { var description: String { "out of memory" } }

    var identity = EngineIdentity(name: "scripted")
    var sampleRate = 16_000
    var clock = ManualClock()
    var pause = Duration.zero
    var steps = [("good", false), ("good morn", false), ("good morning", true)]
    var breaksAtEnd = false

    func transcribe(
        _ job: TranscriptionJob, deliver: @escaping @Sendable ([SegmentText]) async throws -> Void
    ) async throws {
        var segments: [Int] = []
        for try await request in job.requests { segments.append(request.segment) }
        for (text, isFinal) in steps {
            clock.turn(by: pause)
            try await deliver(segments.map { SegmentText(segment: $0, text: text, isFinal: isFinal) })
        }
        if breaksAtEnd { throw Broken() }
    }
}

@Suite(.timeLimit(.minutes(10))) struct TranscriberTests {
    private func run(
        _ transcriber: some Transcriber, _ sink: RecordingSink, clock: ManualClock = ManualClock(),
        settings: ProcessSettings = ProcessSettings()
    ) async throws -> MemoResult {
        var settings = settings
        settings.transcriber = transcriber
        return try await MemoProcessor(settings: settings, clock: clock).process(Memo(path: Samples.note), to: sink)
    }

    @Test func `texts replace each other, and the last one stays`() async throws {
        let sink = RecordingSink()
        let result = try await run(ScriptedTranscriber(), sink)
        #expect(sink.transcripts.first?.status == .placeholder && sink.transcripts.first?.passages.first?.text == nil)
        #expect(result.transcript.status == .final && result.transcript.engine == "scripted")
        #expect(result.transcript.passages.allSatisfy { $0.text == "good morning" })
        #expect(result.transcript == sink.transcripts.last)
        #expect(sink.revisions == Array(0..<sink.revisions.count))
        // Each word update carries words, and nothing that was told before.
        for case .transcript(let update, let revision) in sink.events.map(\.payload) where revision > 0 {
            #expect(update.segments.isEmpty && update.onsets.isEmpty && update.activity.isEmpty)
        }
    }

    @Test func `an engine hears each segment once, at its own rate`() async throws {
        let engine = CountingTranscriber(sampleRate: 8000)
        let result = try await run(engine, RecordingSink())
        let heard = engine.heard
        try #require(heard.map(\.segment) == Array(result.measurements.segments.indices))
        for (request, segment) in zip(heard, result.measurements.segments) {
            #expect(request.span == segment.span && request.sampleRate == 8000)
            #expect(abs(Double(request.samples.count) / 8000 - segment.span.duration) < 2.0 / 8000)
            let peak = try #require(request.samples.map(abs).max())
            let told = try #require(segment.peak)
            #expect(abs(20 * log10(Double(peak)) - told) < 3)
        }
    }

    @Test func `words that come too late stop the memo where that is asked for`() async throws {
        var settings = ProcessSettings()
        settings.late = .stop
        let transcriber = ScriptedTranscriber(pause: .milliseconds(1200))
        let sink = RecordingSink()
        let failure = await #expect(throws: MemoFailure.self) {
            _ = try await run(transcriber, sink, clock: transcriber.clock, settings: settings)
        }
        #expect(failure?.late?.stage == .text && sink.revisions == [0])
    }

    @Test func `the stage is timed at the first text only`() async throws {
        let sink = RecordingSink()
        let transcriber = ScriptedTranscriber(pause: .milliseconds(250), steps: [("good morning", true)])
        let result = try await run(transcriber, sink, clock: transcriber.clock)
        #expect(sink.timing(.transcript)?.budget == .milliseconds(300))
        #expect(sink.timing(.text)?.budget == .seconds(1))
        #expect(sink.timing(.text)?.elapsed == .milliseconds(250))
        #expect(sink.timing(.text)?.verdict == .within)
        #expect(Set(result.latency.stages.map(\.stage)) == [.immediate, .transcript, .text, .insights])
        #expect(sink.timings.filter { $0.stage == .text }.count == 1)
    }

    @Test func `an engine that takes too long is over its budget and still heard, and insights do not wait`()
        async throws
    {
        let transcriber = ScriptedTranscriber(pause: .seconds(2), steps: [("late", true)])
        // The engine begins when insights are there.
        let engine = WaitingTranscriber(transcriber)
        let watching = RecordingSink(onReceive: { if $0.name == "insights" { await engine.gate.open() } })
        _ = try await run(engine, watching, clock: transcriber.clock)
        #expect(watching.timing(.insights)?.elapsed == .zero)
        #expect(watching.timing(.text)?.verdict == .over)
        #expect(watching.names.suffix(2) == ["transcript", "completed"])
    }

    @Test func `an engine that breaks costs its words only`() async throws {
        let sink = RecordingSink()
        let result = try await run(ScriptedTranscriber(breaksAtEnd: true), sink)
        #expect(result.transcript.status == .failed && result.transcript.engine == "scripted")
        #expect(result.transcript.passages.allSatisfy { $0.text == "good morning" })
        #expect(sink.names.last == "completed" && !result.insights.isEmpty)
    }

    @Test func `an engine without a word leaves the placeholder`() async throws {
        let sink = RecordingSink()
        let result = try await run(ScriptedTranscriber(steps: []), sink)
        #expect(result.transcript.status == .placeholder && result.transcript.engine == "placeholder")
        #expect(!result.transcript.passages.isEmpty)
        #expect(sink.names == ["accepted", "immediate", "transcript", "insights", "completed"])
    }

    @Test func `what an engine says of segments that are not there is left out`() async throws {
        let sink = RecordingSink()
        let engine = ConfusedTranscriber()
        let result = try await run(engine, sink)
        #expect(result.transcript.passages.first?.text == "right")
        #expect(result.transcript.passages.dropFirst().allSatisfy { $0.text == nil })
        #expect(result.transcript.status == .partial || result.transcript.passages.count == 1)
    }

    @Test(arguments: [true, false])
    func `an engine that ends at once does not keep its memo`(throws isBroken: Bool) async throws {
        var settings = ProcessSettings()
        settings.blockFrames = 160
        let sink = RecordingSink()
        let result = try await run(HastyTranscriber(isBroken: isBroken), sink, settings: settings)
        #expect(result.transcript.status == (isBroken ? .failed : .placeholder))
        #expect(sink.names.last == "completed")
    }

    @Test func `an engine hears whole segments however large the blocks are`() async throws {
        var settings = ProcessSettings()
        settings.blockFrames = 1 << 20
        settings.analysis.segments.maximumLength = 2
        let engine = CountingTranscriber(sampleRate: 16_000)
        let result = try await run(engine, RecordingSink(), settings: settings)
        let heard = engine.heard
        try #require(heard.count == result.measurements.segments.count && heard.count > 3)
        for (request, segment) in zip(heard, result.measurements.segments) {
            #expect(abs(Double(request.samples.count) / 16_000 - segment.span.duration) < 2.0 / 16_000)
        }
    }

    @Test func `what the sink throws ends the engine, too`() async throws {
        struct Enough: Error, Equatable {}
        let sink = RecordingSink { if $0.name == "transcript" { throw Enough() } }
        await #expect(throws: Enough()) { _ = try await run(EndlessTranscriber(), sink) }
        #expect(sink.transcripts.count == 1)
    }
}

/// Starts when its gate is opened.
private struct WaitingTranscriber: Transcriber {
    let identity = EngineIdentity(name: "waiting")
    let sampleRate = 16_000
    let gate = Gate()
    private let engine: ScriptedTranscriber

    init(_ engine: ScriptedTranscriber) { self.engine = engine }

    func transcribe(
        _ job: TranscriptionJob, deliver: @escaping @Sendable ([SegmentText]) async throws -> Void
    ) async throws {
        await gate.pass()
        try await engine.transcribe(job, deliver: deliver)
    }
}

private actor Gate {
    private var isOpen = false
    private var waiting: [CheckedContinuation<Void, Never>] = []

    func open() {
        isOpen = true
        for one in waiting { one.resume() }
        waiting = []
    }

    func pass() async { if !isOpen { await withCheckedContinuation { waiting.append($0) } } }
}

private struct ConfusedTranscriber: Transcriber {
    let identity = EngineIdentity(name: "confused")
    let sampleRate = 16_000

    func transcribe(
        _ job: TranscriptionJob, deliver: @escaping @Sendable ([SegmentText]) async throws -> Void
    ) async throws {
        for try await _ in job.requests {}
        try await deliver([
            SegmentText(segment: -1, text: "wrong", isFinal: true),
            SegmentText(segment: 9999, text: "wrong", isFinal: true),
            SegmentText(segment: 0, text: "right", isFinal: true),
            SegmentText(segment: 0, text: "late", isFinal: false),
        ])
    }
}

/// Has better things to do.
private struct HastyTranscriber: Transcriber {
    let identity = EngineIdentity(name: "hasty")
    let sampleRate = 16_000
    let isBroken: Bool

    func transcribe(
        _ job: TranscriptionJob, deliver: @escaping @Sendable ([SegmentText]) async throws -> Void
    ) async throws { if isBroken { throw CancellationError() } }
}

/// Asks for segments for ever, and ends only when it is cancelled.
private struct EndlessTranscriber: Transcriber {
    let identity = EngineIdentity(name: "endless")
    let sampleRate = 16_000

    func transcribe(
        _ job: TranscriptionJob, deliver: @escaping @Sendable ([SegmentText]) async throws -> Void
    ) async throws {
        while !Task.isCancelled {
            for try await _ in job.requests {}
            await Task.yield()
        }
    }
}
