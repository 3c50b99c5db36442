// BatchSummary: what a run did, counted while it goes.

import Capture
import Pipeline

/// How a run went.
public struct BatchSummary: Sendable {
    public struct Failure: Sendable {
        public var failure: MemoFailure
        public var attempts: Int
        /// Whether it was not tried, as nothing has changed since it failed.
        public var isOld: Bool
    }

    public struct Slow: Sendable {
        public var path: String
        public var total: Duration
        public var seconds: Double
    }

    public struct StageFigures: Sendable {
        public var stage: Stage
        public var budget: Duration?
        public var within = 0
        public var over = 0
        /// Seconds, of each memo; in order only once the run has ended.
        public fileprivate(set) var elapsed: [Double] = []

        /// The time that a share (0…1) of the memos stayed under; `nil` where none arrived.
        public func percentile(_ share: Double) -> Double? { elapsed.percentile(ofSorted: share) }
        public var verdict: Verdict { elapsed.isEmpty || budget == nil ? .none : over == 0 ? .within : .over }
    }

    private static let slowestShown = 5

    public internal(set) var state = RunState.running
    /// What ended the run before its end.
    public internal(set) var stop: CaptureError?
    public var planned = 0
    public var done = 0
    /// Memos whose sound was done before under another name; those of which the other name is gone.
    public var known = 0
    public var moved = 0
    public var unchanged = 0
    /// Of the done and known ones, those that were damaged and read as far as they went.
    public var salvaged = 0
    /// Memos of the library that lie nowhere any more; their results are kept.
    public internal(set) var gone = 0
    /// The names of those whose results were removed, as `prunes` asks for.
    public internal(set) var pruned: [String] = []
    public var vanished: [String] = []
    public var failures: [Failure] = []
    /// Attempts that failed by chance and were made again.
    public var retries = 0
    /// Names that a walk met and that are no memos of the run.
    public var leftAside: [SkipReason: Int] = [:]
    /// Seconds of sound that were analysed.
    public var audioSeconds = 0.0
    /// Computing time of the memos themselves, in seconds, summed over the workers.
    public var memoSeconds = 0.0
    /// From the beginning of the run to its end, in seconds.
    public var elapsed = 0.0
    public var startedAt = 0.0
    public var jobs = 1
    /// What the memos of the library have in common; `nil` where nothing new was learnt.
    public internal(set) var connections: [Connection]?
    public private(set) var slowest: [Slow] = []
    public private(set) var stages: [StageFigures] = []

    public init() {}

    init(_ work: BatchWork, jobs: Int, budgets: Budgets) {
        self.jobs = jobs
        planned = work.items.count + work.unchanged + work.failedBefore.count + work.planFailures.count
        unchanged = work.unchanged
        leftAside = work.leftAside
        failures = work.planFailures.map { Failure(failure: MemoFailure($0), attempts: 1, isOld: false) }
        failures += work.failedBefore.map { Failure(failure: $0, attempts: 0, isOld: true) }
        stages = Stage.allCases.map { StageFigures(stage: $0, budget: budgets[$0]) }
    }

    public var hasFailures: Bool { !failures.isEmpty || stop != nil }

    /// Sound per second of the run.
    public var speed: Double? { elapsed > 0 && audioSeconds > 0 ? audioSeconds / elapsed : nil }

    mutating func count(_ report: MemoReport) {
        if report.salvage != nil { salvaged += 1 }
        switch report.outcome {
        case .done(let latency):
            done += 1
            audioSeconds += report.seconds ?? 0
            memoSeconds += latency.total.seconds
            count(latency, path: report.memo.path, seconds: report.seconds ?? 0)
        case .known(_, let isMoved):
            known += 1
            if isMoved { moved += 1 }
        case .unchanged: unchanged += 1
        case .failed(let failure):
            failures.append(Failure(failure: failure, attempts: report.attempts, isOld: false))
        case .failedBefore(let failure): failures.append(Failure(failure: failure, attempts: 0, isOld: true))
        case .vanished: vanished.append(report.memo.path)
        }
    }

    private mutating func count(_ latency: Latency, path: String, seconds: Double) {
        for timing in latency.stages {
            guard let index = stages.firstIndex(where: { $0.stage == timing.stage }) else { continue }
            stages[index].elapsed.append(timing.elapsed.seconds)
            switch timing.verdict {
            case .within: stages[index].within += 1
            case .over: stages[index].over += 1
            case .none: break
            }
        }
        let place = slowest.firstIndex { $0.total < latency.total } ?? slowest.endIndex
        slowest.insert(Slow(path: path, total: latency.total, seconds: seconds), at: place)
        if slowest.count > Self.slowestShown { slowest.removeLast() }
    }

    /// The run ended for this, if it did not for something else before.
    mutating func stop(by failure: CaptureError) {
        guard stop == nil else { return }
        (state, stop) = (.stopped, failure)
    }

    /// The stage that is about all memos together.
    mutating func extend(by connections: [Connection], elapsed: Duration) {
        self.connections = connections
        if let index = stages.firstIndex(where: { $0.stage == .extended }) {
            stages[index].elapsed.append(elapsed.seconds)
        }
    }

    mutating func end() {
        for index in stages.indices { stages[index].elapsed.sort() }
    }
}
