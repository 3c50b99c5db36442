// Sinks: a slow one slows the memo down, a broken one ends it.

import Capture
import Pipeline
import TestSignals
import Testing

/// Takes a while over everything, and notices when it is spoken to meanwhile.
private final class SlowSink: EventSink {
    private var isBusy = false
    private(set) var interruptions = 0
    private(set) var calls = 0

    func receive(_ event: MemoEvent) async throws { await linger() }
    func advance(_ progress: Progress) async { await linger() }

    private func linger() async {
        if isBusy { interruptions += 1 }
        isBusy = true
        for _ in 0..<50 { await Task.yield() }
        isBusy = false
        calls += 1
    }
}

private struct SinkIsFull: Error, Equatable {}

@Suite(.timeLimit(.minutes(10))) struct SinkTests {
    private let processor = MemoProcessor(settings: ProcessSettings(), clock: ManualClock())

    @Test func `a slow sink is never spoken to before it has answered`() async throws {
        let scratch = try Scratch()
        let path = try scratch.file("long.wav", Wave.bytes(Wave.pulses(seconds: 60)))
        let sink = SlowSink()
        try await processor.process(Memo(path: path), to: sink)
        #expect(sink.calls >= 12)
        #expect(sink.interruptions == 0)
    }

    @Test func `a live memo waits for a slow sink too`() async throws {
        let scratch = try Scratch()
        let raw = try rawCopy(of: Samples.folder + "hum.wav")
        let sink = SlowSink()
        try await processor.process(
            try livePipe(scratch, raw), to: sink)
        #expect(sink.calls > 40)
        #expect(sink.interruptions == 0)
    }

    @Test(arguments: ["accepted", "immediate", "transcript", "insights", "completed"])
    func `what a sink throws reaches the caller, and the sink hears no more`(stage: String) async throws {
        let sink = RecordingSink { if $0.name == stage { throw SinkIsFull() } }
        await #expect(throws: SinkIsFull()) { try await processor.process(Memo(path: Samples.note), to: sink) }
        #expect(sink.names.last == stage)
    }

    @Test(arguments: ["accepted", "immediate", "completed"])
    func `an error about its own file is not taken for a failure of the memo`(stage: String) async throws {
        let full = CaptureError(.diskFull, path: "results.ndjson", problem: "the disk is full", advice: "make room")
        let sink = RecordingSink { if $0.name == stage { throw full } }
        await #expect(throws: full) { try await processor.process(Memo(path: Samples.note), to: sink) }
        #expect(sink.names.last == stage)
    }

    @Test func `a sink that breaks over a failure is heard as well`() async throws {
        let sink = RecordingSink { if $0.name == "failed" { throw SinkIsFull() } }
        await #expect(throws: SinkIsFull()) { try await processor.process(Memo(path: Samples.folder), to: sink) }
        #expect(sink.names == ["accepted", "failed"])
    }

    @Test func `a sink need not care about progress`() async throws {
        final class Deaf: EventSink {
            var count = 0
            func receive(_ event: MemoEvent) async throws { count += 1 }
        }
        let sink = Deaf()
        try await processor.process(Memo(path: Samples.note), to: sink)
        #expect(sink.count == 5)
    }
}
