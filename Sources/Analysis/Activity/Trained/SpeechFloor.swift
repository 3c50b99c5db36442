// SpeechFloor: how loud the room is in each band around a step, and the loudest there was.

import Foundation

/// Tracks the floor of all bands, step by step, with a look-ahead, so that the start of a word is no room. Levels are in
/// dB; only differences matter, so the memo's gain does not.
struct SpeechFloor {
    /// Steps by which the floor comes later than the levels.
    static let delay = smoothing + lookAhead

    /// Levels are averaged over this many steps on both sides, and the lowest of the next 0.28 s counts.
    private static let smoothing = 1
    private static let lookAhead = 14
    /// dB per step (5 dB/s): slower than any syllable rises.
    private static let rise: Float = 0.1
    /// Below the loudest band of late by more than this, in dB, there is only the format's own noise.
    private static let dynamicRange: Float = 50
    /// dB per step by which the loudest falls (0.3 dB/s).
    private static let peakFall: Float = 0.006

    private static let rows = 32
    private var levels = [BandLevels](repeating: BandLevels(), count: rows)
    private var smoothed = [BandLevels](repeating: BandLevels(), count: rows)
    private var peak: Float = -.infinity
    private var count = 0
    private var smoothedCount = 0
    private(set) var resolved = 0
    private var floor = BandLevels()

    /// What a step's bands are measured against.
    struct Resolved {
        /// Levels, none lower than the format's noise, in dB.
        var levels: BandLevels
        /// The room, in dB.
        var floor: BandLevels
    }

    /// - Parameters:
    ///   - bands: level of each band in dB.
    ///   - loudest: the largest of them.
    mutating func push(_ bands: BandLevels, loudest: Float) {
        peak = max(peak - Self.peakFall, loudest)
        levels[count % Self.rows] = bands.raised(to: BandLevels(repeating: peak - Self.dynamicRange))
        count += 1
        if count > Self.smoothing { smooth(count - 1 - Self.smoothing) }
    }

    /// The next step; `nil` while it is not known.
    /// - Parameter isLast: whether nothing more will come, so that the look-ahead ends with the memo.
    mutating func next(isLast: Bool) -> Resolved? {
        if isLast { while smoothedCount < count { smooth(smoothedCount) } }
        let step = resolved
        guard step < count, isLast || smoothedCount > step + Self.lookAhead else { return nil }
        resolved += 1
        var lowest = smoothed[step % Self.rows]
        for ahead in step..<min(step + Self.lookAhead + 1, smoothedCount) {
            lowest = lowest.lowered(by: smoothed[ahead % Self.rows])
        }
        floor = step == 0 ? lowest : lowest.lowered(by: floor + Self.rise)
        let base = floor.raised(to: BandLevels(repeating: peak - Self.dynamicRange))
        return Resolved(levels: levels[step % Self.rows], floor: base)
    }

    private mutating func smooth(_ step: Int) {
        let range = max(0, step - Self.smoothing)...min(count - 1, step + Self.smoothing)
        var sum = BandLevels()
        for near in range { sum = sum + levels[near % Self.rows] }
        smoothed[step % Self.rows] = sum / Float(range.count)
        smoothedCount = step + 1
    }
}
