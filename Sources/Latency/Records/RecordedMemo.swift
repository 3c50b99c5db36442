// RecordedMemo: when the results of one memo arrived, whoever recorded it.

import Pipeline

/// One processing of one memo. Times are seconds.
public struct RecordedMemo: Sendable, Equatable {
    /// Its name, as text.
    public var memo: String
    /// How long it is; `nil` where that is not known.
    public var duration: Double?
    /// From when it was due to when it was taken; `nil` where that was not measured, which is not the same as no time.
    public var queueWait: Double?
    /// From when it was taken to its last result; `nil` for one that failed or was not finished.
    public var total: Double?
    /// When stages arrived, counted from when it was taken.
    public var stages: [StageArrival]
    /// Where the time went, as far as that was measured.
    public var steps: [StepTime]
    /// When it was taken: seconds since 1970.
    public var startedAt: Double?
    /// Who worked on it, from 0.
    public var worker: Int?
    /// Why there is no result.
    public var errorCode: String?
    /// For which stage it was stopped, and when, if it was stopped because that was late.
    public var late: StageArrival?
    /// Whether it was heard while it was recorded: its total is then as long as the recording, and says nothing of the work.
    public var isLive: Bool

    public init(
        memo: String, duration: Double? = nil, queueWait: Double? = nil, total: Double? = nil,
        stages: [StageArrival] = [], steps: [StepTime] = [], startedAt: Double? = nil, worker: Int? = nil,
        errorCode: String? = nil, late: StageArrival? = nil, isLive: Bool = false
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
        self.late = late
        self.isLive = isLive
    }

    /// Processing time per second of sound.
    public var realtimeFactor: Double? {
        guard !isLive, let total, let duration, duration > 0 else { return nil }
        return total / duration
    }
}

extension RecordedMemo {
    /// The code of memos of which nobody told the end.
    public static let unfinishedCode = "unfinished"

    /// The arrivals that a result tells, and where a failed memo was stopped.
    mutating func take(_ timings: [StageTiming]) {
        stages = timings.map {
            StageArrival($0.stage, $0.elapsed.seconds, isPartial: $0.isPartial, whole: $0.whole?.seconds)
        }
    }

    mutating func take(_ failure: MemoFailure) {
        errorCode = failure.code
        late = failure.late.map { StageArrival($0.stage, $0.elapsed.seconds) }
    }
}

/// When one stage arrived.
public struct StageArrival: Sendable, Equatable {
    public var stage: Stage
    /// Since the memo was taken, in seconds.
    public var elapsed: Double
    /// Whether that was what was known at the deadline.
    public var isPartial: Bool
    /// Of a partial one: when the whole arrived; `nil` where it did not, or nobody knows.
    public var whole: Double?

    public init(_ stage: Stage, _ elapsed: Double, isPartial: Bool = false, whole: Double? = nil) {
        (self.stage, self.elapsed, self.isPartial, self.whole) = (stage, elapsed, isPartial, whole)
    }
}
