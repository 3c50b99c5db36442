// ActiveLevel: how loud the memo is while somebody sounds.

/// Mean power over the active frames. Powers wait for their frame's activity.
struct ActiveLevel {
    private var powers = Ring<Float>(keeping: 256, filledWith: 0)
    private var settled = 0
    private var power = 0.0
    private var frames = 0

    mutating func push(meanSquare: Float) { powers.append(meanSquare) }

    mutating func settle(isActive: Bool) {
        if isActive && settled < powers.count {
            power += Double(powers[settled])
            frames += 1
        }
        settled += 1
    }

    /// dBFS; `nil` without activity.
    var level: Double? { frames > 0 ? decibels(power: power / Double(frames)) : nil }
}
