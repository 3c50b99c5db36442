// FrameHistory: what the last minute or so sounded like, frame by frame.

/// A ring of recent activity frames, addressed by their number since the start of the memo.
struct FrameHistory {
    struct Frame {
        var meanSquare: Float = 0
        var peak: Float = 0
        var isActive = false
    }

    private var ring: [Frame]
    /// Frames pushed so far; the newest has number `count - 1`.
    private(set) var count = 0

    init(capacity: Int) {
        ring = [Frame](repeating: Frame(), count: capacity)
    }

    mutating func push(meanSquare: Float, peak: Float) {
        ring[count % ring.count] = Frame(meanSquare: meanSquare, peak: peak)
        count += 1
    }

    mutating func mark(_ number: Int, isActive: Bool) {
        ring[number % ring.count].isActive = isActive
    }

    subscript(number: Int) -> Frame { ring[number % ring.count] }

    /// Peak and RMS in dBFS over frames that are still remembered.
    func levels(_ frames: Range<Int>) -> (peak: Double?, rms: Double?) {
        let known = frames.clamped(to: max(0, count - ring.count)..<count)
        guard !known.isEmpty else { return (nil, nil) }
        var peak: Float = 0
        var power = 0.0
        for number in known {
            peak = max(peak, self[number].peak)
            power += Double(self[number].meanSquare)
        }
        return (decibels(amplitude: Double(peak)), decibels(power: power / Double(known.count)))
    }
}
