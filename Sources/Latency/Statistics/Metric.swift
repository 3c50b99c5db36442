// Metric: what is timed: stages, waiting, steps, the whole; see Design/latency.md.

import Pipeline

/// One figure of each recorded memo.
public enum Metric: Sendable, Hashable {
    /// From being due to being taken.
    case queue
    /// From being taken to a stage.
    case stage(Stage)
    /// From being taken to the last result.
    case total
    /// From being due to the last result: what somebody who waits sees.
    case response
    case step(Step)

    /// The word for it in requirements, tables and files.
    public var name: String {
        switch self {
        case .queue: "queue"
        case .stage(let stage): stage.rawValue
        case .total: "total"
        case .response: "response"
        case .step(let step): "step.\(step.rawValue)"
        }
    }

    /// All of them, in the order in which they are shown.
    public static let all: [Metric] =
        [.queue] + Stage.allCases.map(Metric.stage) + [.total, .response] + Step.allCases.map(Metric.step)

    public init?(name: String) {
        guard let metric = Self.all.first(where: { $0.name == name }) else { return nil }
        self = metric
    }

    /// The figure of one memo, in seconds; `nil` where it was not measured. A live memo has none of what lasts as long as the
    /// recording; a memo that was stopped for a stage counts there with the time at which it was stopped.
    public func seconds(of memo: RecordedMemo) -> Double? {
        switch self {
        case .queue: memo.total == nil && memo.stages.isEmpty && memo.late == nil ? nil : memo.queueWait
        case .stage(let stage):
            memo.stages.first { $0.stage == stage }?.elapsed ?? (isStopped(memo) ? memo.late?.elapsed : nil)
        case .total where memo.isLive, .response where memo.isLive, .step(.read) where memo.isLive: nil
        case .total: memo.total
        case .response: memo.total.flatMap { total in memo.queueWait.map { total + $0 } }
        case .step(let step): memo.steps.first { $0.step == step }?.seconds
        }
    }

    /// Whether a memo was stopped as this stage was late, so that nobody knows when it would have arrived.
    func isStopped(_ memo: RecordedMemo) -> Bool {
        guard case .stage(let stage) = self, memo.late?.stage == stage else { return false }
        return !memo.stages.contains { $0.stage == stage }
    }

    /// Whether what arrived of a memo was what was known at the deadline.
    func isPartial(_ memo: RecordedMemo) -> Bool {
        guard case .stage(let stage) = self else { return false }
        return memo.stages.contains { $0.stage == stage && $0.isPartial }
    }

    /// The time that is promised for it.
    public func budget(in budgets: Budgets) -> Double? {
        if case .stage(let stage) = self { budgets[stage]?.seconds } else { nil }
    }
}
