// RecordedMemo: when the results of one memo arrived, whoever recorded it.

import Pipeline

/// One processing of one memo. Times are seconds.
public struct RecordedMemo: Sendable, Equatable {
    /// Its name, as text.
    public var memo: String
    /// How long it is; `nil` where that is not known.
    public var duration: Double?
    /// From when it was due to when it was taken.
    public var queueWait: Double
    /// From when it was taken to its last result; `nil` for one that failed or was not finished.
    public var total: Double?
    /// When stages arrived, counted from when it was taken.
    public var stages: [StageArrival]
    /// Where the time went, as far as that was measured.
    public var steps: [StepTime]
    /// When it was taken, on any clock that all records of a run share.
    public var startedAt: Double?
    /// Who worked on it, from 0.
    public var worker: Int?
    /// Why there is no result.
    public var errorCode: String?

    public init(
        memo: String, duration: Double? = nil, queueWait: Double = 0, total: Double? = nil,
        stages: [StageArrival] = [], steps: [StepTime] = [], startedAt: Double? = nil, worker: Int? = nil,
        errorCode: String? = nil
    ) {
        self.memo = memo
        self.duration = duration
        self.queueWait = queueWait
        self.total = total
        self.stages = stages
        self.steps = steps
        self.startedAt = startedAt
        self.worker = worker
        self.errorCode = errorCode
    }

    /// Processing time per second of sound.
    public var realtimeFactor: Double? {
        guard let total, let duration, duration > 0 else { return nil }
        return total / duration
    }
}

/// When one stage arrived.
public struct StageArrival: Sendable, Equatable {
    public var stage: Stage
    /// Since the memo was taken, in seconds.
    public var elapsed: Double

    public init(_ stage: Stage, _ elapsed: Double) { (self.stage, self.elapsed) = (stage, elapsed) }
}
