// BandFloor: how loud the room is in each band, and how far the sound is above it.

/// Minimum statistics per band (Martin 2001) with a look-ahead: the floor of a frame is the lowest smoothed level of
/// the next 200 ms, so a word's own onset does not count as room; it falls at once, rises slowly, and catches up when
/// a band has not been below some level for a second (the room itself has become louder).
struct BandFloor {
    /// Frames by which the floor comes later than the levels.
    static let delay = smoothing + lookAhead

    /// Levels are averaged over this many frames on both sides.
    private static let smoothing = 2
    private static let lookAhead = 20
    /// dB per frame (5 dB/s): slower than any syllable rises.
    private static let rise: Float = 0.05
    /// The catch-up looks this many frames back.
    private static let past = 80
    /// Below the running peak by more than this, in dB, there is only the format's own noise.
    private static let dynamicRange: Float = 57
    /// dB per frame by which the running peak falls.
    private static let peakFall: Float = 0.01

    private static let rows = 128
    private var levels = [BandLevels](repeating: BandLevels(), count: rows)
    private var smoothed = [BandLevels](repeating: BandLevels(), count: rows)
    private var minima = [BandLevels](repeating: BandLevels(), count: rows)
    private var floor = BandLevels()
    private var peak: Float = -.infinity
    private var count = 0
    private var smoothedCount = 0
    /// Frames whose height above the floor was given out.
    private(set) var resolved = 0

    /// Whether any sound came yet. Before it there is no room either.
    var hasSound: Bool { peak > -.infinity }

    /// - Parameters:
    ///   - bands: level of each band in dB, −∞ for none.
    ///   - loudest: the largest of them.
    mutating func push(_ bands: BandLevels, loudest: Float) {
        peak = max(peak - Self.peakFall, loudest)
        levels[count % Self.rows] = bands.raised(to: BandLevels(repeating: peak - Self.dynamicRange))
        count += 1
        if count > Self.smoothing { smooth(count - 1 - Self.smoothing) }
    }

    /// The height above the floor of the next frame, in dB per band; `nil` while it is not known.
    /// - Parameter isLast: whether nothing more will come, so that the look-ahead ends with the memo.
    mutating func next(isLast: Bool) -> BandLevels? {
        if isLast { while smoothedCount < count { smooth(smoothedCount) } }
        let frame = resolved
        guard frame < count, isLast || smoothedCount > frame + Self.lookAhead else { return nil }
        resolved += 1
        var lowest = smoothed[frame % Self.rows]
        for ahead in frame..<min(frame + Self.lookAhead + 1, smoothedCount) {
            lowest = lowest.lowered(by: smoothed[ahead % Self.rows])
        }
        minima[frame % Self.rows] = lowest
        floor = frame == 0 ? lowest : lowest.lowered(by: floor + Self.rise)
        if frame >= Self.past {
            // The minimum over the whole second, put together from minima that each span the look-ahead.
            var since = lowest
            for back in stride(from: Self.lookAhead, through: Self.past, by: Self.lookAhead) {
                since = since.lowered(by: minima[(frame - back) % Self.rows])
            }
            floor = floor.raised(to: since)
        }
        let base = floor.raised(to: BandLevels(repeating: peak - Self.dynamicRange))
        return levels[frame % Self.rows] - base
    }

    private mutating func smooth(_ frame: Int) {
        let range = max(0, frame - Self.smoothing)...min(count - 1, frame + Self.smoothing)
        var sum = BandLevels()
        for near in range { sum = sum + levels[near % Self.rows] }
        smoothed[frame % Self.rows] = sum / Float(range.count)
        smoothedCount = frame + 1
    }
}
