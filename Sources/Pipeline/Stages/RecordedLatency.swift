// RecordedLatency: times that were measured elsewhere, put together again.

extension Latency {
    /// What an index keeps of the times of a memo.
    package init(recorded stages: [StageTiming], total: Duration, queueWait: Duration, realtimeFactor: Double?) {
        self.init(queueWait: queueWait, total: total, realtimeFactor: realtimeFactor, stages: stages)
    }
}

extension StageTiming {
    package init(recorded stage: Stage, elapsed: Duration, budget: Duration?) {
        self.init(stage: stage, elapsed: elapsed, budget: budget, isPartial: false)
    }
}
