// FrameHistory: what the last minute or so sounded like, frame by frame.

/// Recent activity frames, addressed by their number since the start of the memo.
struct FrameHistory {
    struct Frame {
        var meanSquare: Float = 0
        var peak: Float = 0
        var isActive = false
    }

    private var frames: Ring<Frame>

    init(capacity: Int) { frames = Ring(keeping: capacity, filledWith: Frame()) }

    mutating func push(meanSquare: Float, peak: Float) {
        frames.append(Frame(meanSquare: meanSquare, peak: peak))
    }

    mutating func mark(_ number: Int, isActive: Bool) { frames[number].isActive = isActive }

    subscript(number: Int) -> Frame { frames[number] }

    /// Peak and RMS in dBFS over frames that are still remembered.
    func levels(_ range: Range<Int>) -> (peak: Double?, rms: Double?) {
        let known = range.clamped(to: frames.kept)
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
