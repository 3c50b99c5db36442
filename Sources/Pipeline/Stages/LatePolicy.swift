// LatePolicy: what happens when a stage is not there at its deadline.

import Capture

/// Budgets are always reported; they can be enforced, too.
public enum LatePolicy: String, Sendable, CaseIterable {
    /// The stage is delivered when it is there, and marked `over`.
    case report
    /// What is known at the deadline is delivered then, marked as partial; the whole follows as a revision.
    case partial
    /// The memo ends at the deadline, as failed.
    case stop

    /// How much of a budget is kept for making and handing over a partial answer.
    static let reserve = 0.1
}

/// Where a memo was stopped that did not make a deadline. Without it, the slowest would be missing from every percentile.
public struct LateStop: Sendable, Equatable {
    /// What was not there.
    public var stage: Stage
    /// When it was stopped, counted like the arrival of the stage, which would have been later still.
    public var elapsed: Duration

    public init(_ stage: Stage, elapsed: Duration) { (self.stage, self.elapsed) = (stage, elapsed) }
}

extension MemoFailure {
    /// The code of a memo that was stopped at a deadline.
    package static let lateCode = "late"

    static func late(_ path: String, _ stop: LateStop, budget: Duration) -> MemoFailure {
        let stage = stop.stage.rawValue
        return MemoFailure(
            code: lateCode, path: path, problem: "\(stage) was not there within its \(budget.inWords)",
            advice: "give it more time (--budget \(stage)=…), or take what there is then (--late partial)", late: stop)
    }
}

extension Duration {
    /// `20 µs`, `300 ms`, `2.5 s`.
    fileprivate var inWords: String {
        if seconds < 0.95e-3 { return "\(Numbers.said(seconds * 1e6, 1)) µs" }
        return seconds < 1 ? "\(Numbers.said(seconds * 1000, 1)) ms" : "\(Numbers.said(seconds, 1)) s"
    }
}
