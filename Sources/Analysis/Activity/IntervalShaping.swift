// IntervalShaping: raw decisions become stretches: short gaps closed, blips dropped, ends kept on for a moment.

/// Turns one yes or no per frame into another one per frame, later: a stretch stays on for a moment after its last
/// frame (the hangover), is joined to the next over short gaps, and is dropped when it is too short to be anything.
package struct IntervalShaping {
    /// What is short, in frames.
    package struct Limits: Sendable {
        /// A stretch stays on for so long after its last frame.
        var hangover: Int
        /// Gaps up to this are closed.
        var longestGap: Int
        /// Stretches under this, hangover included, are dropped.
        var shortest: Int

        /// Frames by which the result may come later than the decision.
        package var delay: Int { shortest + longestGap + hangover }

        /// For decisions that flicker and cut off what fades.
        package static let rule = Limits(hangover: 4, longestGap: 15, shortest: 20)
        /// For decisions that have looked ahead themselves.
        package static let trained = Limits(hangover: 0, longestGap: 10, shortest: 12)
    }

    private let limits: Limits
    private var start: Int?
    private var lastOn = 0
    private var pushed = 0
    private var settled = 0

    package init(_ limits: Limits) { self.limits = limits }

    package mutating func push(_ isOn: Bool, into result: inout [Bool]) {
        let frame = pushed
        pushed += 1
        if isOn {
            if start == nil { start = frame }
            lastOn = frame
            // Once it is long enough to stay, what has come of a stretch is settled.
            if let start, lastOn + 1 + limits.hangover - start >= limits.shortest {
                settle(upTo: frame + 1, as: true, from: start, into: &result)
            }
        } else if start == nil {
            settle(upTo: frame + 1, as: false, from: frame, into: &result)
        } else if frame - lastOn - limits.hangover > limits.longestGap {
            close(into: &result)
        }
    }

    package mutating func finish(into result: inout [Bool]) {
        close(into: &result)
        while settled < pushed { append(false, into: &result) }
    }

    private mutating func close(into result: inout [Bool]) {
        guard let first = start else { return }
        let end = min(lastOn + 1 + limits.hangover, pushed)
        let stays = lastOn + 1 + limits.hangover - first >= limits.shortest
        settle(upTo: end, as: stays, from: first, into: &result)
        while settled < pushed { append(false, into: &result) }
        start = nil
    }

    /// Gives out all frames up to `end`: those before `first` as inactive.
    private mutating func settle(upTo end: Int, as isActive: Bool, from first: Int, into result: inout [Bool]) {
        while settled < end { append(isActive && settled >= first, into: &result) }
    }

    private mutating func append(_ isActive: Bool, into result: inout [Bool]) {
        result.append(isActive)
        settled += 1
    }
}
