// SpeechDecision: log odds per step become a yes or no per step.

/// A mean over five steps: off at even odds, on at half a unit of log odds more, so that it does not flicker.
package struct SpeechDecision {
    /// Steps by which a decision comes later than its log odds.
    static let delay = reach
    private static let reach = 2
    /// Log odds above which it switches on, and stays on.
    private static let onThreshold: Float = 0.5
    private static let offThreshold: Float = 0

    private var logits = Ring<Float>(keeping: 2 * reach + 1, filledWith: 0)
    private var decided = 0
    private var isOn = false
    /// The mean that the last decision was made on.
    private(set) var smoothed: Float = 0

    package init() {}

    package mutating func push(logit: Float) { logits.append(logit) }

    /// The next step's decision; `nil` while it cannot be made.
    package mutating func next(isLast: Bool) -> Bool? {
        let step = decided
        guard step < logits.count, isLast || step + Self.reach < logits.count else { return nil }
        decided += 1
        let range = max(0, step - Self.reach)...min(logits.count - 1, step + Self.reach)
        var sum: Float = 0
        for near in range { sum += logits[near] }
        smoothed = sum / Float(range.count)
        isOn = smoothed > (isOn ? Self.offThreshold : Self.onThreshold)
        return isOn
    }
}
