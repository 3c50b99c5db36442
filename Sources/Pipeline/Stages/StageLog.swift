// StageLog: when each stage of one memo arrived.

/// One stage of one memo against its budget.
public struct StageTiming: Sendable, Equatable {
    public var stage: Stage
    public var elapsed: Duration
    public var budget: Duration?
    public var verdict: Verdict { Verdict(elapsed: elapsed, budget: budget) }
}

/// Where the time of one memo went.
public struct Latency: Sendable, Equatable {
    /// From being queued to being taken; zero outside of a batch.
    public var queueWait: Duration
    /// From being taken to the last result.
    public var total: Duration
    /// Processing time per second of sound; `nil` where there was no sound.
    public var realtimeFactor: Double?
    public var stages: [StageTiming]
    /// Where the time went, where that was measured.
    public var steps: [StepTime] = []
}

/// Reads a clock at each stage.
struct StageLog<C: Clock> where C.Duration == Duration {
    private let clock: C
    private let budgets: Budgets
    private(set) var start: C.Instant
    private let accepted: C.Instant
    private(set) var timings: [StageTiming] = []

    /// - Parameter accepted: when the memo was taken; `nil` for now.
    init(clock: C, budgets: Budgets, accepted: C.Instant? = nil) {
        self.clock = clock
        self.budgets = budgets
        self.accepted = accepted ?? clock.now
        start = self.accepted
    }

    /// Time since the memo was accepted.
    var total: Duration { accepted.duration(to: clock.now) }

    /// When a stage arrived, counted from the acceptance of the memo.
    func sinceAccepted(_ timing: StageTiming) -> Duration { accepted.duration(to: start) + timing.elapsed }

    /// Starts the clock of the stages that follow anew. A live memo is accepted when its first block comes, but what
    /// is said about the whole of it can only be waited for from its end on.
    mutating func restart() { start = clock.now }

    /// Notes that a stage has arrived now.
    mutating func arrive(_ stage: Stage) -> StageTiming {
        let timing = StageTiming(
            stage: stage, elapsed: start.duration(to: clock.now), budget: budgets[stage])
        timings.append(timing)
        return timing
    }
}
