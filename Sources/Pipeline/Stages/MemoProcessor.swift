// MemoProcessor: one memo from its file to its last event.

import Analysis
import Capture
import Logging
import Transcription

/// What to do with memos, and how.
public struct ProcessSettings: Sendable {
    public var analysis = AnalysisParameters()
    public var budgets = Budgets()
    /// Whether to hash the file's bytes, which costs about as much as decoding them.
    public var hashesContent = false
    /// What happens at a deadline.
    public var late = LatePolicy.report
    /// Whether to note where the time goes, in `Latency.steps`.
    public var measuresSteps = false
    /// Whether events carry all of the bloom, for who puts the document together from them; otherwise its first two seconds.
    public var tellsWholeBloom = false
    /// Who writes words, in commands, batches and measurements alike; without it a transcript has its shape alone.
    public var transcriber: (any Transcriber)?
    /// What engines are told about the words.
    public var hints = TranscriptionHints()
    /// Frames read at once; results do not depend on it.
    public var blockFrames = 4096

    public init() {}
}

/// Runs memos through analysis and tells a sink, stage by stage. It holds no state: one processor serves any number of
/// memos at once.
public struct MemoProcessor<C: Clock>: Sendable where C.Duration == Duration {
    private let settings: ProcessSettings
    private let clock: C
    private let log: Logger

    /// - Parameter clock: what stages are timed with; tests inject one that they turn by hand.
    public init(settings: ProcessSettings, clock: C, log: Logger = Logger(label: "sonora")) {
        self.settings = settings
        self.clock = clock
        self.log = log
    }

    /// Processes a memo, on a thread of its own: it may wait for a pipe or a disk as long as it likes. Events reach the sink in order; the last one is `completed` or `failed`.
    /// - Parameters:
    ///   - accepted: when the memo was taken, where that was before now.
    ///   - contentHash: the hash of its bytes, where it is known already.
    /// - Throws: `MemoFailure` after the `failed` event; `CancellationError` at the next block after the task was
    ///   cancelled; whatever the sink throws.
    @discardableResult
    public func process(
        _ memo: Memo, queueWait: Duration = .zero, accepted: C.Instant? = nil, contentHash: String? = nil,
        to sink: some EventSink
    ) async throws -> MemoResult {
        try await withTaskExecutorPreference(WorkThread("sonora.memo")) {
            guard log.logLevel > .debug else {
                return try await process(
                    memo, queueWait: queueWait, accepted: accepted, contentHash: contentHash,
                    telling: LoggedSink(sink, log: log))
            }
            return try await process(
                memo, queueWait: queueWait, accepted: accepted, contentHash: contentHash, telling: sink)
        }
    }

    private func process(
        _ memo: Memo, queueWait: Duration, accepted: C.Instant?, contentHash: String?, telling sink: some EventSink
    ) async throws -> MemoResult {
        let link = settings.transcriber.map { EngineLink($0, hints: settings.hints) }
        let run = MemoRun(
            memo, settings: settings, clock: clock, accepted: accepted, queueWait: queueWait,
            contentHash: contentHash, link: link, sink: sink)
        guard let link else { return try await result(of: run, memo) }
        return try await withThrowingTaskGroup(of: Void.self) { group in
            // The engine works beside the memo, which blocks its own thread.
            group.addTask(executorPreference: globalConcurrentExecutor) { await link.run() }
            defer { group.cancelAll() }
            return try await result(of: run, memo)
        }
    }

    private func result<Sink: EventSink>(of run: MemoRun<C, Sink>, _ memo: Memo) async throws -> MemoResult {
        do {
            return try await run.result()
        } catch {
            if let sinkError = run.teller.sinkError { throw sinkError }
            let failure: MemoFailure
            if let late = error as? MemoFailure {
                failure = late
            } else if let error = error as? CaptureError, error.code != .interrupted, !Task.isCancelled {
                failure = MemoFailure(error)
            } else if error is CaptureError || error is CancellationError || Task.isCancelled {
                throw CancellationError()
            } else {
                throw error
            }
            try await run.fail(failure)
            throw failure
        }
    }
}
