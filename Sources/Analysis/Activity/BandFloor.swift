// BandFloor: how loud the room is in each band, and how far the sound is above it.

/// Levels whose floor is looked for: of one band, or of all of them at once.
protocol FloorLevels {
    init(repeating value: Float)
    func lowered(by other: Self) -> Self
    func raised(to other: Self) -> Self
    static func + (a: Self, b: Self) -> Self
    static func - (a: Self, b: Self) -> Self
    static func * (a: Self, b: Float) -> Self
}

extension Float: FloorLevels {
    init(repeating value: Float) { self = value }
    func lowered(by other: Float) -> Float { min(self, other) }
    func raised(to other: Float) -> Float { max(self, other) }
}

/// Counts are of frames, or of whatever is pushed.
struct BandFloorParameters {
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
    static let rule = BandFloorParameters(
        smoothing: 2, lookAhead: 20, rise: 0.05, past: 80, dynamicRange: 57, peak: PeakFollower(fall: 0.01))
    /// For steps of 20 ms: 280 ms ahead, 5 dB/s. The net sees for itself that a room became louder.
    static let trained = BandFloorParameters(
        smoothing: 1, lookAhead: 14, rise: 0.1, past: 0, dynamicRange: 50, peak: .ofSteps(fallPerSecond: 0.3))
}

/// Minimum statistics per band (Martin 2001) with a look-ahead: the floor of a frame is the lowest smoothed level of
/// a moment to come, so a word's own onset does not count as room; it falls at once, rises slowly, and may catch up when a
/// band has not been below some level for a second (the room itself has become louder).
struct BandFloor<Levels: FloorLevels> {
    /// What a frame's bands are measured against.
    struct Resolved {
        /// Levels, none lower than the format's noise, in dB.
        var levels: Levels
        /// The room, in dB.
        var floor: Levels
        var heights: Levels { levels - floor }
    }

    private let parameters: BandFloorParameters
    /// More than any look-ahead, and a power of two, so that places in the ring are found by a mask.
    private static var rows: Int { 128 }
    private var levels = [Levels](repeating: Levels(repeating: 0), count: rows)
    private var smoothed = [Levels](repeating: Levels(repeating: 0), count: rows)
    private var minima = [Levels](repeating: Levels(repeating: 0), count: rows)
    private var floor = Levels(repeating: 0)
    private var peak: PeakFollower
    private var count = 0
    private var smoothedCount = 0
    /// Frames whose height above the floor was given out.
    private(set) var resolved = 0

    init(_ parameters: BandFloorParameters) {
        self.parameters = parameters
        peak = parameters.peak
    }

    /// Whether any sound came yet. Before it there is no room either.
    var hasSound: Bool { peak.value > -.infinity }

    /// - Parameters:
    ///   - bands: level of each band in dB, −∞ for none.
    ///   - loudest: the largest of them.
    mutating func push(_ bands: Levels, loudest: Float) {
        peak.follow(loudest)
        levels[count & (Self.rows - 1)] = bands.raised(to: Levels(repeating: peak.value - parameters.dynamicRange))
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
        var lowest = smoothed[frame & (Self.rows - 1)]
        var ahead = frame &+ 1
        let end = min(frame &+ parameters.lookAhead &+ 1, smoothedCount)
        while ahead < end {
            lowest = lowest.lowered(by: smoothed[ahead & (Self.rows - 1)])
            ahead &+= 1
        }
        minima[frame & (Self.rows - 1)] = lowest
        floor = frame == 0 ? lowest : lowest.lowered(by: floor + Levels(repeating: parameters.rise))
        if parameters.past > 0 && frame >= parameters.past {
            // The minimum over the whole second, put together from minima that each span the look-ahead.
            var since = lowest
            for back in stride(from: parameters.lookAhead, through: parameters.past, by: parameters.lookAhead) {
                since = since.lowered(by: minima[(frame - back) & (Self.rows - 1)])
            }
            floor = floor.raised(to: since)
        }
        let base = floor.raised(to: Levels(repeating: peak.value - parameters.dynamicRange))
        return Resolved(levels: levels[frame & (Self.rows - 1)], floor: base)
    }

    private mutating func smooth(_ frame: Int) {
        let range = max(0, frame - parameters.smoothing)...min(count - 1, frame + parameters.smoothing)
        var sum = Levels(repeating: 0)
        for near in range { sum = sum + levels[near & (Self.rows - 1)] }
        smoothed[frame & (Self.rows - 1)] = sum * (1 / Float(range.count))
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

    /// Of heights above the floor in dB: the share that is not room, 0…1 (as Wiener's filter).
    func shareAboveRoom(of quantity: Quantity) -> BandLevels {
        map { height in
            let excess = lower(height - Self.oversubtraction, SIMD4(repeating: 100))
            return 1 - exp2(lower(excess * -quantity.rawValue, SIMD4()))
        }
    }
}
