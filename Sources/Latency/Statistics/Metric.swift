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

    /// The figure of one memo, in seconds; `nil` where it was not measured.
    public func seconds(of memo: RecordedMemo) -> Double? {
        switch self {
        case .queue: memo.total == nil && memo.stages.isEmpty ? nil : memo.queueWait
        case .stage(let stage): memo.stages.first { $0.stage == stage }?.elapsed
        case .total: memo.total
        case .response: memo.total.map { $0 + memo.queueWait }
        case .step(let step): memo.steps.first { $0.step == step }?.seconds
        }
    }

    /// The time that is promised for it.
    public func budget(in budgets: Budgets) -> Double? {
        if case .stage(let stage) = self { budgets[stage]?.seconds } else { nil }
    }
}
