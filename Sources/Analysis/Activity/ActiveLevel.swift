// ActiveLevel: how loud the memo is while somebody sounds.

/// Mean power over the active frames. Powers wait in a ring for their frame's activity.
struct ActiveLevel {
    private var ring = [Float](repeating: 0, count: 256)
    private var pushed = 0
    private var settled = 0
    private var power = 0.0
    private var frames = 0

    mutating func push(meanSquare: Float) {
        ring[pushed % ring.count] = meanSquare
        pushed += 1
    }

    mutating func settle(isActive: Bool) {
        if isActive && settled < pushed {
            power += Double(ring[settled % ring.count])
            frames += 1
        }
        settled += 1
    }

    /// dBFS; `nil` without activity.
    var level: Double? { frames > 0 ? decibels(power: power / Double(frames)) : nil }
}
