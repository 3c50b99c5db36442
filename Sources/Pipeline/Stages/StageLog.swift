// StageLog: when each stage of one memo arrived.

/// One stage of one memo against its budget.
public struct StageTiming: Sendable, Equatable {
    public var stage: Stage
    public var elapsed: Duration
    public var budget: Duration?
    /// Whether what arrived was what was known by then, and the rest came later.
    public var isPartial = false
    /// Of a partial one: when the whole arrived; `nil` where it did not.
    public var whole: Duration?
    public var verdict: Verdict { Verdict(elapsed: elapsed, budget: budget) }

    public init(stage: Stage, elapsed: Duration, budget: Duration?, isPartial: Bool = false, whole: Duration? = nil) {
        self.stage = stage
        self.elapsed = elapsed
        self.budget = budget
        self.isPartial = isPartial
        self.whole = whole
    }
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
    /// Whether it was heard while it was recorded: the total is then as long as the recording.
    public var isLive = false

    public init(
        queueWait: Duration, total: Duration, realtimeFactor: Double?, stages: [StageTiming], steps: [StepTime] = [],
        isLive: Bool = false
    ) {
        self.queueWait = queueWait
        self.total = total
        self.realtimeFactor = realtimeFactor
        self.stages = stages
        self.steps = steps
        self.isLive = isLive
    }
}

/// Notes stages as they arrive. It reads no clock: all times are told, counted from when the memo was accepted.
struct StageLog {
    let budgets: Budgets
    /// From when on stages are timed.
    private(set) var start = Duration.zero
    private(set) var timings: [StageTiming] = []

    init(budgets: Budgets) { self.budgets = budgets }

    /// When a stage arrived, counted from the acceptance of the memo.
    func sinceAccepted(_ timing: StageTiming) -> Duration { start + timing.elapsed }

    /// Starts the clock of the stages that follow anew. A live memo is accepted when its first block comes, but what
    /// is said about the whole of it can only be waited for from its end on.
    mutating func restart(at now: Duration) { start = now }

    /// Whether a stage has arrived.
    func has(_ stage: Stage) -> Bool { timings.contains { $0.stage == stage } }

    /// The budget of a stage that has not arrived, where more than a share of it has passed, and how much has.
    func overdue(_ stage: Stage, share: Double, at now: Duration) -> (budget: Duration, elapsed: Duration)? {
        guard !has(stage), let budget = budgets[stage] else { return nil }
        let elapsed = now - start
        return elapsed > budget * share ? (budget, elapsed) : nil
    }

    /// Notes that the whole of a stage has arrived, where only a part of it had.
    mutating func complete(_ stage: Stage, at now: Duration) {
        guard let index = timings.firstIndex(where: { $0.stage == stage && $0.isPartial && $0.whole == nil }) else {
            return
        }
        timings[index].whole = now - start
    }

    /// Notes that a stage has arrived.
    mutating func arrive(_ stage: Stage, isPartial: Bool = false, at now: Duration) -> StageTiming {
        let timing = StageTiming(stage: stage, elapsed: now - start, budget: budgets[stage], isPartial: isPartial)
        timings.append(timing)
        return timing
    }
}
