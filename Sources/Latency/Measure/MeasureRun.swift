// MeasureRun: the real pipeline on memos, again and again, and when its results arrived.

import Capture
import Library
import Pipeline

/// How to measure.
public struct MeasureSettings: Sendable {
    /// How often each memo is processed and recorded (1…).
    public var runs = 10
    /// How often before that, unrecorded: caches and planners warm up.
    public var warmup = 1
    /// Memos worked on at once (1…).
    public var jobs = 1
    /// Memos due each second, whether or not earlier ones are done; `nil` takes the next when the last is done. Only a
    /// fixed rate shows what waiting costs: without one, a slow memo delays the question instead of the answer
    /// (coordinated omission; Gil Tene, "How NOT to Measure Latency", 2013).
    public var rate: Double?
    /// Drops a file's cached pages before each of its runs.
    public var isCold = false
    public var process = ProcessSettings()
    public var decoder: DecoderHost?

    public init() {}
}

/// What was measured.
public struct Measured: Sendable {
    /// In the order in which memos were due.
    public var records: [RecordedMemo]
    /// Seconds since 1970.
    public var startedAt: Double
    /// Runs whose file stayed in memory although it was to be dropped.
    public var warmRuns = 0
}

/// Measures. Recording costs an append for each memo; nothing is recorded for a block.
public struct MeasureRun<C: Clock>: Sendable where C.Duration == Duration {
    private let settings: MeasureSettings
    private let clock: C

    public init(settings: MeasureSettings, clock: C) {
        precondition(settings.jobs > 0 && settings.runs > 0 && settings.warmup >= 0, "there is something to measure")
        self.settings = settings
        self.clock = clock
    }

    /// - Parameters:
    ///   - memos: paths; each run takes them in this order.
    ///   - advance: told how many processings are done, of how many.
    /// - Throws: `CancellationError`.
    public func run(_ memos: [String], advance: @escaping @Sendable (Int, Int) -> Void) async throws -> Measured {
        for _ in 0..<settings.warmup {
            for memo in memos {
                try Task.checkCancellation()
                _ = await process(memo, due: clock.now, since: clock.now, worker: 0)
            }
        }
        let startedAt = Double(FileStamp.now()) / 1e9
        let start = clock.now
        let turns = Turns(count: memos.count * settings.runs)
        let parts = try await withThrowingTaskGroup(of: [Turn].self) { group in
            for worker in 0..<settings.jobs {
                group.addTask(executorPreference: WorkerThread(worker)) {
                    var done: [Turn] = []
                    while let turn = await turns.take() {
                        try Task.checkCancellation()
                        done.append(try await take(turn, memos[turn % memos.count], start: start, worker: worker))
                        advance(await turns.finish(), turns.count)
                    }
                    return done
                }
            }
            return try await group.reduce(into: []) { $0 += $1 }
        }
        let turned = parts.sorted { $0.number < $1.number }
        return Measured(
            records: turned.map(\.record), startedAt: startedAt, warmRuns: turned.count { $0.isWarm })
    }

    /// One processing.
    private struct Turn: Sendable {
        var number: Int
        var record: RecordedMemo
        var isWarm: Bool
    }

    private func take(_ number: Int, _ memo: String, start: C.Instant, worker: Int) async throws -> Turn {
        var due: C.Instant?
        if let rate = settings.rate {
            let instant = start.advanced(by: .seconds(Double(number) / rate))
            if instant > clock.now { try await clock.sleep(until: instant, tolerance: .zero) }
            due = instant
        }
        // Dropping pages is part of the measuring, not of what is measured.
        let before = clock.now
        let isWarm = settings.isCold && PageCache.drop(memo) != 0
        let dropping = before.duration(to: clock.now)
        var record = await process(memo, due: due.map { $0.advanced(by: dropping) }, since: start, worker: worker)
        record.worker = worker
        return Turn(number: number, record: record, isWarm: isWarm)
    }

    private func process(_ path: String, due: C.Instant?, since start: C.Instant, worker: Int) async -> RecordedMemo {
        let taken = clock.now
        let wait = due.map { max(.zero, $0.duration(to: taken)) } ?? .zero
        var settings = settings.process
        settings.measuresSteps = true
        let processor = MemoProcessor(settings: settings, clock: clock)
        var record = RecordedMemo(memo: FileName.display(path), queueWait: wait.seconds)
        record.startedAt = start.duration(to: taken).seconds
        do {
            let result = try await processor.process(
                Memo(path: path, decoder: self.settings.decoder), queueWait: wait, to: Unseen())
            record.duration = result.duration
            record.total = result.latency.total.seconds
            record.stages = result.latency.stages.map { StageArrival($0.stage, $0.elapsed.seconds) }
            record.steps = result.latency.steps
        } catch let failure as MemoFailure {
            record.errorCode = failure.code
        } catch {
            record.errorCode = CaptureError.Code.interrupted.rawValue
        }
        return record
    }
}

/// Hands out numbers to workers.
private actor Turns {
    nonisolated let count: Int
    private var next = 0
    private var finished = 0

    init(count: Int) { self.count = count }

    func take() -> Int? {
        guard next < count else { return nil }
        defer { next += 1 }
        return next
    }

    func finish() -> Int {
        finished += 1
        return finished
    }
}

/// Takes results and does nothing with them.
private final class Unseen: EventSink {
    func receive(_ event: MemoEvent) async throws {}
}
