// Runs: a run of a batch as tests start it, and what it told.

import Capture
import Library
import Pipeline
import Synchronization
import TestSignals

/// Keeps what a run tells.
final class RecordingObserver: BatchObserver {
    struct Told {
        var began: [String] = []
        var events: [String: [MemoEvent]] = [:]
        var eventOrder: [String] = []
        var reports: [MemoReport] = []
        var waits: [Duration] = []
    }

    private let state = Mutex(Told())
    private let onBegin: @Sendable (BatchMemo) -> Void
    private let onEvent: @Sendable (MemoEvent) throws -> Void
    private let onEnd: @Sendable (MemoReport) throws -> Void

    init(
        onBegin: @escaping @Sendable (BatchMemo) -> Void = { _ in },
        onEvent: @escaping @Sendable (MemoEvent) throws -> Void = { _ in },
        onEnd: @escaping @Sendable (MemoReport) throws -> Void = { _ in }
    ) {
        (self.onBegin, self.onEvent, self.onEnd) = (onBegin, onEvent, onEnd)
    }

    var told: Told { state.withLock { $0 } }

    func began(_ memo: BatchMemo, worker: Int) {
        state.withLock { $0.began.append(memo.path) }
        onBegin(memo)
    }

    func receive(_ event: MemoEvent, of memo: BatchMemo, worker: Int) async throws {
        state.withLock {
            $0.events[event.memo, default: []].append(event)
            $0.eventOrder.append(event.memo)
        }
        try onEvent(event)
    }

    func advance(_ progress: Progress, of memo: BatchMemo, worker: Int) {}

    func willRetry(_ memo: BatchMemo, after wait: Duration, failure: MemoFailure) {
        state.withLock { $0.waits.append(wait) }
    }

    func ended(_ report: MemoReport) async throws {
        state.withLock { $0.reports.append(report) }
        try onEnd(report)
    }
}

extension MemoFolder {
    /// Plans and runs, as the command does.
    @discardableResult
    func run(
        _ change: (inout BatchSettings) -> Void = { _ in }, observer: RecordingObserver = RecordingObserver(),
        beforeWork: () throws -> Void = {}
    ) async throws -> BatchSummary {
        var settings = BatchSettings()
        change(&settings)
        let library = try OutputLibrary(folder: output)
        let plan = try Planner.plan([memos], output: output)
        let work = try BatchWork(plan, folder: output, index: library.index, settings: settings)
        try beforeWork()
        return try await BatchRun(settings: settings, clock: ManualClock()).run(work, in: library, observer: observer)
    }
}
