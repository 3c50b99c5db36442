// MeasureRun: the real pipeline on memos, again and again, and when its results arrived.

import Capture
import Files
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
    /// How they are dropped: which share of the file is still in memory afterwards.
    package var drop: @Sendable (String) -> Double? = PageCache.drop
    public var process = ProcessSettings()
    public var decoder: DecoderHost?
    /// Samples that are read of a memo at most; see `Memo`.
    public var maximumSamples = Memo.usualMaximumSamples

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
    /// How many were to be made; fewer records are there where somebody interrupted it.
    public var planned = 0
    public var isInterrupted: Bool { records.count < planned }
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
    /// - Returns: what was measured, also when the task was cancelled before the end.
    public func run(_ memos: [String], advance: @escaping @Sendable (Int, Int) -> Void) async -> Measured {
        for _ in 0..<settings.warmup {
            for memo in memos where !Task.isCancelled { _ = await process(memo, due: nil, since: Start(clock)) }
        }
        let start = Start(clock)
        let turns = Turns(count: memos.count * settings.runs)
        let parts = await withTaskGroup(of: [Turn].self) { group in
            for worker in 0..<settings.jobs {
                group.addTask(executorPreference: WorkThread("sonora.worker.\(worker)")) {
                    var done: [Turn] = []
                    // What this worker spent on dropping pages: all that it does afterwards is due so much later.
                    var dropping = Duration.zero
                    while let number = await turns.take() {
                        let memo = memos[number % memos.count]
                        guard var turn = await take(number, memo, start: start, dropping: &dropping) else { break }
                        turn.record.worker = worker
                        done.append(turn)
                        advance(await turns.finish(), turns.count)
                    }
                    return done
                }
            }
            return await group.reduce(into: []) { $0 += $1 }
        }
        let turned = parts.sorted { $0.number < $1.number }
        return Measured(
            records: turned.map(\.record), startedAt: start.time, warmRuns: turned.count { $0.isWarm },
            planned: turns.count)
    }

    /// The start of it all, on both clocks.
    private struct Start: Sendable {
        var instant: C.Instant
        /// Seconds since 1970.
        var time: Double

        init(_ clock: C) { (instant, time) = (clock.now, Double(FileStamp.now()) / 1e9) }
    }

    /// One processing.
    private struct Turn: Sendable {
        var number: Int
        var record: RecordedMemo
        var isWarm: Bool
    }

    /// - Returns: `nil` where it was interrupted.
    private func take(
        _ number: Int, _ memo: String, start: Start, dropping: inout Duration
    ) async -> Turn? {
        guard !Task.isCancelled else { return nil }
        let scheduled = settings.rate.map { start.instant.advanced(by: .seconds(Double(number) / $0)) }
        if let due = scheduled?.advanced(by: dropping), due > clock.now {
            guard (try? await clock.sleep(until: due, tolerance: .zero)) != nil else { return nil }
        }
        // Dropping pages is part of the measuring, not of what is measured, nor of what the memos after it wait for.
        let before = clock.now
        let isWarm = settings.isCold && settings.drop(memo) != 0
        if settings.isCold { dropping += before.duration(to: clock.now) }
        let record = await process(memo, due: scheduled?.advanced(by: dropping), since: start)
        // What was stopped in its middle says nothing.
        return Task.isCancelled && record.errorCode == CaptureError.Code.interrupted.rawValue
            ? nil : Turn(number: number, record: record, isWarm: isWarm)
    }

    /// - Parameter due: `nil` where nothing is due at any time, so that there is no waiting to measure.
    private func process(_ path: String, due: C.Instant?, since start: Start) async -> RecordedMemo {
        let taken = clock.now
        let wait = due.map { max(.zero, $0.duration(to: taken)) }
        var settings = settings.process
        settings.measuresSteps = true
        let processor = MemoProcessor(settings: settings, clock: clock)
        var record = RecordedMemo(memo: FileName.display(path), queueWait: wait?.seconds)
        record.startedAt = start.time + start.instant.duration(to: taken).seconds
        let arrivals = Arrivals()
        do {
            var memo = Memo(path: path, decoder: self.settings.decoder)
            memo.maximumSamples = self.settings.maximumSamples
            let result = try await processor.process(memo, queueWait: wait ?? .zero, to: arrivals)
            record.duration = result.duration
            record.total = result.latency.total.seconds
            record.isLive = result.latency.isLive
            record.take(result.latency.stages)
            record.steps = result.latency.steps
        } catch let failure as MemoFailure {
            record.duration = arrivals.duration
            record.take(arrivals.stages)
            record.take(failure)
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

/// What had arrived of a memo before it failed.
private final class Arrivals: EventSink {
    private(set) var stages: [StageTiming] = []
    private(set) var duration: Double?

    func receive(_ event: MemoEvent) async throws {
        if let timing = event.timing { stages.append(timing) }
        duration = event.progress.duration
    }
}
