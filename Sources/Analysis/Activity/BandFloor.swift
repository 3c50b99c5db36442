// BandFloor: how loud the room is in each band, and how far the sound is above it.

import Foundation

/// Minimum statistics per band (Martin 2001) with a look-ahead: the floor of a frame is the lowest smoothed level of
/// a moment to come, so a word's own onset does not count as room; it falls at once, rises slowly, and may catch up when a
/// band has not been below some level for a second (the room itself has become louder).
struct BandFloor {
    /// Counts are of frames, or of whatever is pushed.
    struct Parameters {
        /// Levels are averaged over this many on both sides.
        var smoothing: Int
        /// The lowest of so many to come counts.
        var lookAhead: Int
        /// dB by which the floor rises at most: slower than any syllable does.
        var rise: Float
        /// The catch-up looks so far back; 0 for none.
        var past: Int
        /// Below the loudest of late by more than this, in dB, there is only the format's own noise.
        var dynamicRange: Float
        /// The loudest of late.
        var peak: PeakFollower

        /// By how many the floor comes later than the levels.
        var delay: Int { smoothing + lookAhead }

        /// For frames of 10 ms: 200 ms ahead, 5 dB/s.
        static let rule = Parameters(
            smoothing: 2, lookAhead: 20, rise: 0.05, past: 80, dynamicRange: 57, peak: PeakFollower(fall: 0.01))
        /// For steps of 20 ms: 280 ms ahead, 5 dB/s. The net sees for itself that a room became louder.
        static let trained = Parameters(
            smoothing: 1, lookAhead: 14, rise: 0.1, past: 0, dynamicRange: 50, peak: .ofSteps(fallPerSecond: 0.3))
    }

    /// What a frame's bands are measured against.
    struct Resolved {
        /// Levels, none lower than the format's noise, in dB.
        var levels: BandLevels
        /// The room, in dB.
        var floor: BandLevels
        var heights: BandLevels { levels - floor }
    }

    private let parameters: Parameters
    private static let rows = 128
    private var levels = [BandLevels](repeating: BandLevels(), count: rows)
    private var smoothed = [BandLevels](repeating: BandLevels(), count: rows)
    private var minima = [BandLevels](repeating: BandLevels(), count: rows)
    private var floor = BandLevels()
    private var peak: PeakFollower
    private var count = 0
    private var smoothedCount = 0
    /// Frames whose height above the floor was given out.
    private(set) var resolved = 0

    init(_ parameters: Parameters) {
        self.parameters = parameters
        peak = parameters.peak
    }

    /// Whether any sound came yet. Before it there is no room either.
    var hasSound: Bool { peak.value > -.infinity }

    /// - Parameters:
    ///   - bands: level of each band in dB, −∞ for none.
    ///   - loudest: the largest of them.
    mutating func push(_ bands: BandLevels, loudest: Float) {
        peak.follow(loudest)
        levels[count % Self.rows] = bands.raised(to: BandLevels(repeating: peak.value - parameters.dynamicRange))
        count += 1
        if count > parameters.smoothing { smooth(count - 1 - parameters.smoothing) }
    }

    /// The next frame; `nil` while its floor is not known.
    /// - Parameter isLast: whether nothing more will come, so that the look-ahead ends with the memo.
    mutating func next(isLast: Bool) -> Resolved? {
        if isLast { while smoothedCount < count { smooth(smoothedCount) } }
        let frame = resolved
        guard frame < count, isLast || smoothedCount > frame + parameters.lookAhead else { return nil }
        resolved += 1
        var lowest = smoothed[frame % Self.rows]
        for ahead in frame..<min(frame + parameters.lookAhead + 1, smoothedCount) {
            lowest = lowest.lowered(by: smoothed[ahead % Self.rows])
        }
        minima[frame % Self.rows] = lowest
        floor = frame == 0 ? lowest : lowest.lowered(by: floor + parameters.rise)
        if parameters.past > 0 && frame >= parameters.past {
            // The minimum over the whole second, put together from minima that each span the look-ahead.
            var since = lowest
            for back in stride(from: parameters.lookAhead, through: parameters.past, by: parameters.lookAhead) {
                since = since.lowered(by: minima[(frame - back) % Self.rows])
            }
            floor = floor.raised(to: since)
        }
        let base = floor.raised(to: BandLevels(repeating: peak.value - parameters.dynamicRange))
        return Resolved(levels: levels[frame % Self.rows], floor: base)
    }

    private mutating func smooth(_ frame: Int) {
        let range = max(0, frame - parameters.smoothing)...min(count - 1, frame + parameters.smoothing)
        var sum = BandLevels()
        for near in range { sum = sum + levels[near % Self.rows] }
        smoothed[frame % Self.rows] = sum / Float(range.count)
        smoothedCount = frame + 1
    }
}

extension BandLevels {
    /// dB above the floor that are taken for noise: minima lie below the mean of noise.
    private static let oversubtraction: Float = 3

    /// What a decibel is in powers of two, whose exponential is the fastest: log₂ 10 / 10 of power, half of it of magnitude.
    enum Quantity: Float {
        case power = 0.332_192_8
        case magnitude = 0.166_096
    }

    /// Of heights above the floor in dB, for the first `count` bands: the share that is not room, 0…1 (as Wiener's filter).
    func shareAboveRoom(of quantity: Quantity, count: Int) -> BandLevels {
        var shares = BandLevels()
        for band in 0..<count where self[band] > Self.oversubtraction {
            shares[band] = 1 - exp2f((Self.oversubtraction - self[band]) * quantity.rawValue)
        }
        return shares
    }
}
