// BatchRun: all workers of a run, from the first memo to the summary.

import Capture
import Files
import Logging
import Pipeline
import Synchronization

/// Works through memos with bounded parallelism. Memory grows with the workers, not with the memos.
public struct BatchRun<C: Clock>: Sendable where C.Duration == Duration {
    private let settings: BatchSettings
    private let clock: C
    private let log: Logger

    public init(settings: BatchSettings, clock: C, log: Logger = Logger(label: "sonora")) {
        precondition(settings.jobs > 0, "a run has at least one worker")
        self.settings = settings
        self.clock = clock
        self.log = log
    }

    /// Runs to the end, or until the task is cancelled or the disk is full: the summary says which. What was finished is
    /// kept in each case.
    /// - Parameter arrivals: memos that come while the run goes; it then ends only when the task is cancelled.
    /// - Throws: what opening the index throws.
    public func run(
        _ work: BatchWork, in library: OutputLibrary, observer: any BatchObserver,
        arrivals: AsyncStream<BatchWork.Item>? = nil
    ) async throws(CaptureError) -> BatchSummary {
        let start = clock.now
        let startedAt = Double(FileStamp.now()) / 1e9
        var summary = BatchSummary(work, jobs: settings.jobs, budgets: settings.process.budgets)
        summary.startedAt = startedAt
        let run = try library.index.beginRun(
            settings.identity, settings: settings.description, jobs: settings.jobs, startedAt: startedAt)
        try library.index.relocate(work.relocations)
        let parts = RunParts(
            work, library: library, settings: settings, clock: clock, run: run, summary: summary, log: log,
            observer: settings.isOrdered ? InPlanOrder(observer) : observer, isOpen: arrivals != nil)
        // Names that lead nowhere have their events, too.
        for failure in work.planFailures {
            for event in MemoEvent.story(of: failure.path, ending: .failed(MemoFailure(failure))) {
                try? await observer.receive(event, of: BatchMemo(order: -1, path: failure.path), worker: 0)
            }
        }
        let ending = await parts.workAll(arrivals: arrivals, clock: clock)
        var result = parts.tally.summary
        result.state = ending.state
        result.stop = ending.stop
        result.elapsed = start.duration(to: clock.now).seconds
        result.end()
        if ending.state == .completed {
            do {
                (result.gone, result.pruned) = try library.tidy(pruningBelow: settings.prunes ? work.folders : [])
            } catch {
                result.stop = error
            }
        }
        // What memos share is looked for when there is something new, and nobody waits for the end.
        if ending.state == .completed, result.done + result.known > 0 {
            let before = clock.now
            if let found = try? library.index.connections() {
                result.extend(by: found.connections, elapsed: before.duration(to: clock.now))
            }
        }
        do {
            try await parts.keeper.end(run, ending.state, finishedAt: Double(FileStamp.now()) / 1e9)
        } catch {
            result.stop = result.stop ?? error
        }
        return result
    }
}

/// Counts reports from all workers.
private final class Tally: Sendable {
    private let counted: Mutex<BatchSummary>

    init(_ summary: BatchSummary) { counted = Mutex(summary) }

    var summary: BatchSummary { counted.withLock { $0 } }
    func count(_ report: MemoReport) { counted.withLock { $0.count(report) } }
    func countArrival() { counted.withLock { $0.planned += 1 } }
    func countRetry() { counted.withLock { $0.retries += 1 } }
}

/// What the workers of a run share.
private struct RunParts<C: Clock>: Sendable where C.Duration == Duration {
    let worker: MemoWorker<C>
    let keeper: ResultKeeper
    let queue: JobQueue<C>
    let observer: any BatchObserver
    let tally: Tally
    let run: Int64
    let settings: BatchSettings
    /// In the order of the plan, so many memos may be begun before the first one has ended.
    private static var windowPerWorker: Int { 8 }

    init(
        _ work: BatchWork, library: OutputLibrary, settings: BatchSettings, clock: C, run: Int64,
        summary: BatchSummary, log: Logger, observer: any BatchObserver, isOpen: Bool
    ) {
        let now = clock.now
        let jobs = work.items.enumerated().map { Job<C>($1, order: $0, queuedAt: now) }
        queue = JobQueue(
            jobs, window: settings.isOrdered ? settings.jobs * Self.windowPerWorker : nil, staysOpen: isOpen,
            clock: clock)
        var process = settings.process
        process.hashesContent = true
        let sounds = KnownSounds(library.index)
        worker = MemoWorker(
            settings: settings, library: library, folders: work.folders, run: run, sounds: sounds, queue: queue,
            clock: clock, processor: MemoProcessor(settings: process, clock: clock, log: log))
        keeper = ResultKeeper(library, identity: settings.identity, sounds: sounds)
        tally = Tally(summary)
        self.run = run
        self.settings = settings
        self.observer = observer
    }

    func workAll(
        arrivals: AsyncStream<BatchWork.Item>?, clock: C
    ) async -> (state: RunState, stop: CaptureError?) {
        do {
            try await withThrowingTaskGroup(of: Void.self) { group in
                for number in 0..<settings.jobs {
                    group.addTask(executorPreference: WorkThread("sonora.worker.\(number)")) {
                        try await self.workOn(number, clock: clock)
                    }
                }
                if let arrivals { group.addTask { await self.take(arrivals, clock: clock) } }
                // The first failure ends the others; `waitForAll` would wait for arrivals that never end.
                for try await _ in group {}
            }
            return (Task.isCancelled ? .interrupted : .completed, nil)
        } catch let error as CaptureError {
            return (.stopped, error)
        } catch {
            return (.interrupted, nil)
        }
    }

    private func take(_ arrivals: AsyncStream<BatchWork.Item>, clock: C) async {
        for await item in arrivals {
            let order = await queue.count
            tally.countArrival()
            observer.arrived(BatchMemo(order: order, path: item.path), bytes: item.bytes)
            await queue.add(Job(item, order: order, queuedAt: clock.now))
        }
        await queue.close()
    }

    /// One worker: a memo is analysed while the one before is written.
    private func workOn(_ number: Int, clock: C) async throws {
        var handedOver: Task<Void, any Error>?
        do {
            while var job = await queue.take() {
                let memo = BatchMemo(order: job.order, path: job.path)
                observer.began(memo, worker: number)
                let startedAt = Double(FileStamp.now()) / 1e9
                let events = AttemptEvents(
                    told: job.told, tell: { try await observer.receive($0, of: memo, worker: number) },
                    show: { observer.advance($0, of: memo, worker: number) })
                let outcome = try await worker.work(job, events: events)
                job.told = events.told
                let (told, ending) = (job, events.ending)
                let attempt = Attempt(
                    run: run, worker: number, startedAt: startedAt, finishedAt: Double(FileStamp.now()) / 1e9,
                    count: job.attempts + 1)
                try await handedOver?.value
                handedOver = Task {
                    do {
                        try await settle(outcome, of: told, attempt, ending: ending, worker: number)
                    } catch {
                        // Nobody waits for a next memo to learn of it: in a run that goes on, none may come for hours.
                        await queue.stop()
                        throw error
                    }
                }
            }
        } catch {
            // What was finished is kept, whatever ends the run.
            try await handedOver?.value
            throw error
        }
        try await handedOver?.value
    }

    /// Keeps what came of a memo, and tells of it once it is kept.
    private func settle(
        _ outcome: WorkOutcome, of job: Job<C>, _ attempt: Attempt, ending: MemoEvent?, worker number: Int
    ) async throws {
        let memo = BatchMemo(order: job.order, path: job.path)
        var report = MemoReport(memo: memo, outcome: .vanished, attempts: attempt.count)
        var ending = ending
        do {
            guard try await keep(outcome, of: job, attempt, &report) else { return }
        } catch let error as CaptureError where isOfOneMemo(error) {
            // Its name is too long for a result, or something stands in its place: no reason to stop the others.
            let failure = MemoFailure(error, writing: job.path)
            report.outcome = .failed(failure)
            ending?.payload = .failed(failure)
            if let file = outcome.file { try await keeper.keep(failure, of: file, attempt) }
        }
        await queue.finish(job)
        tally.count(report)
        for event in ending.map({ [$0] }) ?? report.events(after: job.told.sequence) {
            try await observer.receive(event, of: memo, worker: number)
        }
        try await observer.ended(report)
    }

    /// - Returns: whether the memo has ended; else it comes back.
    private func keep(
        _ outcome: WorkOutcome, of job: Job<C>, _ attempt: Attempt, _ report: inout MemoReport
    ) async throws -> Bool {
        switch outcome {
        case .held: return false
        case .failed(let failure, let file):
            if let wait = settings.retries.wait(after: attempt.count, failure: failure) {
                tally.countRetry()
                observer.willRetry(report.memo, after: wait, failure: failure)
                await queue.retry(job, after: wait)
                return false
            }
            report.outcome = .failed(failure)
            try await keeper.keep(failure, of: file, attempt)
        case .analysed(let analysed):
            report.seconds = analysed.duration
            report.salvage = analysed.head.salvage
            report.outcome = .done(analysed.figures.latency)
            try await keeper.keep(analysed, attempt)
        case .apart(let memo):
            report.seconds = memo.head.duration
            report.salvage = memo.head.salvage
            report.outcome = .done(memo.rows.latency)
            try await keeper.keep(memo, attempt)
        case .known(let known):
            report.seconds = known.sound.duration
            report.salvage = known.head.salvage
            report.outcome = .known(as: known.sound.key, isMoved: known.isMoved)
            guard try await keeper.keep(known) else {
                // The other memo has got another result meanwhile.
                await queue.again(job)
                return false
            }
        case .unchanged(let state, let stamp):
            report.seconds = state.duration
            report.outcome = .unchanged
            try await keeper.keep(state, unchangedWith: stamp)
        case .stillFailed(let failure, let state, let stamp):
            report.outcome = .failedBefore(failure)
            try await keeper.keep(state, unchangedWith: stamp)
        case .vanished: break
        }
        return true
    }

    /// Whether a failure to write is one memo's: neither a full disk nor the index.
    private func isOfOneMemo(_ error: CaptureError) -> Bool {
        error.code != .diskFull && error.path != worker.index.path
    }
}

extension MemoFailure {
    /// A result that could not be written.
    init(_ error: CaptureError, writing memo: String) {
        self.init(
            code: error.code.rawValue, path: memo, problem: "its result \(error.path): \(error.problem)",
            advice: error.advice)
    }
}

extension Job {
    init(_ item: BatchWork.Item, order: Int, queuedAt: C.Instant) {
        self.init(
            order: order, key: item.key, path: item.path, bytes: item.bytes, reason: item.reason,
            hasNamesake: item.hasNamesake, isSuspect: item.isSuspect, queuedAt: queuedAt)
    }
}
