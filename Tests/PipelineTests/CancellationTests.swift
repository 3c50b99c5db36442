// Cancellation: it takes hold at the next block, and nothing claims to be complete.

import Capture
import Pipeline
import TestSignals
import Testing

@Suite(.timeLimit(.minutes(10))) struct CancellationTests {
    private struct Outcome: Sendable {
        var wasCancelled: Bool
        var names: [String]
        var advances: Int
        var heard: Double
    }

    /// Processes in a task of its own that cancels itself when the sink sees an event or an advance of that number.
    private func run(_ memo: Memo, cancelAtEvent: String? = nil, cancelAtAdvance: Int? = nil) async -> Outcome {
        await Task {
            var advances = 0
            let sink = RecordingSink(
                onReceive: { if $0.name == cancelAtEvent { Self.cancelThisTask() } },
                onAdvance: { _ in
                    advances += 1
                    if advances == cancelAtAdvance { Self.cancelThisTask() }
                })
            var wasCancelled = false
            do {
                try await MemoProcessor(settings: ProcessSettings(), clock: ManualClock()).process(memo, to: sink)
            } catch {
                wasCancelled = error is CancellationError
            }
            return Outcome(
                wasCancelled: wasCancelled, names: sink.names, advances: sink.advances.count,
                heard: sink.advances.last?.seconds ?? 0)
        }.value
    }

    private static func cancelThisTask() { withUnsafeCurrentTask { $0?.cancel() } }

    private func longMemo(_ scratch: Scratch) throws -> Memo {
        Memo(path: try scratch.file("long.wav", Wave.bytes(Wave.pulses(seconds: 60))))
    }

    @Test func `cancelled while it is accepted, a memo says nothing more`() async throws {
        let outcome = await run(Memo(path: Samples.note), cancelAtEvent: "accepted")
        #expect(outcome.wasCancelled)
        #expect(outcome.names == ["accepted"])
    }

    @Test func `cancelled in the middle of reading, it stops there`() async throws {
        let scratch = try Scratch()
        let outcome = await run(try longMemo(scratch), cancelAtAdvance: 3)
        #expect(outcome.wasCancelled)
        #expect(outcome.advances == 3 && outcome.heard > 19 && outcome.heard < 25)
        #expect(outcome.names == ["accepted", "immediate"])
    }

    @Test(arguments: ["immediate", "transcript"])
    func `cancelled at any stage, it is neither completed nor failed`(stage: String) async throws {
        let scratch = try Scratch()
        let outcome = await run(try longMemo(scratch), cancelAtEvent: stage)
        #expect(outcome.wasCancelled)
        #expect(outcome.names.last == stage)
    }

    @Test func `a live memo is cancelled as well`() async throws {
        let scratch = try Scratch()
        let raw = try rawCopy(of: Samples.note)
        let memo = try livePipe(scratch, raw)
        let outcome = await run(memo, cancelAtAdvance: 4)
        #expect(outcome.wasCancelled)
        #expect(outcome.advances == 4)
        #expect(!outcome.names.contains("completed") && !outcome.names.contains("failed"))
    }

    @Test func `a task that was cancelled beforehand reads nothing`() async throws {
        let names = await Task { () -> [String] in
            Self.cancelThisTask()
            let sink = RecordingSink()
            let error = await #expect(throws: CancellationError.self) {
                try await MemoProcessor(settings: ProcessSettings(), clock: ManualClock())
                    .process(Memo(path: Samples.note), to: sink)
            }
            return error == nil ? [] : sink.names
        }.value
        #expect(names == ["accepted"])
    }
}
