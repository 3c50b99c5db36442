// BandFloor: the noise floor of each band, and the signal-to-noise ratio above it.

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
}

/// Minimum statistics per band (Martin 2001) with a look-ahead: the floor of a frame is the lowest smoothed level of
/// a moment to come, so a word's own onset does not count as noise; it falls at once, rises slowly, and may catch up when a
/// band has not been below some level for a second (the noise itself has become louder).
struct BandFloor<Levels: FloorLevels> {
    /// What a frame's bands are measured against.
    struct Resolved {
        /// Levels, none lower than the format's noise, in dB.
        var levels: Levels
        /// The noise floor, in dB.
        var floor: Levels
        /// How far the levels are above it, in dB: the a-posteriori SNR.
        var snr: Levels { levels - floor }
    }

    /// Levels that may be pushed before somebody asks for what became known.
    private static var pushedAhead: Int { 4 }

    private let parameters: BandFloorParameters
    private var levels: Ring<Levels>
    private var smoothed: Ring<Levels>
    private var minima: Ring<Levels>
    private var floor = Levels(repeating: 0)
    private var peak: PeakFollower
    /// Frames whose floor was given out.
    private(set) var resolved = 0

    init(_ parameters: BandFloorParameters) {
        self.parameters = parameters
        peak = parameters.peak
        let none = Levels(repeating: 0)
        levels = Ring(keeping: parameters.delay + parameters.smoothing + Self.pushedAhead, filledWith: none)
        smoothed = Ring(keeping: parameters.delay + Self.pushedAhead, filledWith: none)
        minima = Ring(keeping: parameters.past + 1, filledWith: none)
    }

    /// Whether any sound came yet. Before it there is no floor either.
    var hasSound: Bool { peak.value > -.infinity }

    /// - Parameters:
    ///   - bands: level of each band in dB, −∞ for none.
    ///   - loudest: the largest of them.
    mutating func push(_ bands: Levels, loudest: Float) {
        peak.follow(loudest)
        levels.append(bands.raised(to: Levels(repeating: peak.value - parameters.dynamicRange)))
        if levels.count > smoothed.count + parameters.smoothing { smoothNext() }
    }

    /// The next frame; `nil` while its floor is not known.
    /// - Parameter isLast: whether nothing more will come, so that the look-ahead ends with the memo.
    mutating func next(isLast: Bool) -> Resolved? {
        if isLast { while smoothed.count < levels.count { smoothNext() } }
        let frame = resolved
        guard frame < levels.count, isLast || smoothed.count > frame + parameters.lookAhead else { return nil }
        resolved += 1
        var lowest = smoothed[frame]
        var ahead = frame &+ 1
        let end = min(frame &+ parameters.lookAhead &+ 1, smoothed.count)
        while ahead < end {
            lowest = lowest.lowered(by: smoothed[ahead])
            ahead &+= 1
        }
        minima.append(lowest)
        floor = frame == 0 ? lowest : lowest.lowered(by: floor + Levels(repeating: parameters.rise))
        if parameters.past > 0 && frame >= parameters.past {
            // The minimum over the whole second, put together from minima that each span the look-ahead.
            var since = lowest
            for back in stride(from: parameters.lookAhead, through: parameters.past, by: parameters.lookAhead) {
                since = since.lowered(by: minima[frame - back])
            }
            floor = floor.raised(to: since)
        }
        let base = floor.raised(to: Levels(repeating: peak.value - parameters.dynamicRange))
        return Resolved(levels: levels[frame], floor: base)
    }

    private mutating func smoothNext() {
        let frame = smoothed.count
        let range = max(0, frame - parameters.smoothing)...min(levels.count - 1, frame + parameters.smoothing)
        var sum = Levels(repeating: 0)
        for near in range { sum = sum + levels[near] }
        smoothed.append(sum * (1 / Float(range.count)))
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

    /// Of SNRs in dB: the part of each band that is not noise, 0…1 (as Wiener's filter).
    func wienerGain(of quantity: Quantity) -> BandLevels {
        map { snr in
            let excess = lower(snr - Self.oversubtraction, SIMD4(repeating: 100))
            return 1 - exp2(lower(excess * -quantity.rawValue, SIMD4()))
        }
    }
}
