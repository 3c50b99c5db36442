// LevelMeter: peak, RMS, noise floor, clipping and DC offset of everything that was pushed.

/// Level figures of a memo. Levels are in dBFS and `nil` where there is nothing to measure.
public struct LevelSummary: Sendable, Equatable {
    /// Largest sample magnitude in any channel.
    public var peak: Double?
    /// Root mean square over all samples of all channels.
    public var rms: Double?
    /// What a tenth of the 20 ms stretches stay under; digital silence is left out.
    public var noiseFloor: Double?
    /// Samples in runs of at least three at full scale, summed over the channels.
    public var clippedSamples = 0
    /// Mean of all samples, −1…1.
    public var dcOffset = 0.0
    /// Samples that were NaN, infinite or beyond any sound (±10⁶) and were read as zero.
    public var nonFiniteSamples = 0

    public init() {}
}

/// Measures hops of interleaved samples. Sums are formed hop by hop, so they do not depend on block sizes.
package struct LevelMeter {
    /// At full scale: within half a step of an 11-bit converter, so that 32767 of 32768 counts and −0.1 dBFS does not.
    package static let fullScale: Float = 0.9995
    /// Shorter runs at full scale are what a normalised but unharmed peak looks like.
    static let shortestClip = 3
    private static let stretchHops = 4

    private let channels: Int
    private var peak: Float = 0
    private var sumOfSquares = 0.0
    private var sum = 0.0
    private var samples = 0
    private var clipped = 0
    /// Length of the run at full scale that each channel is in.
    private var runs: [Int]
    private var hasOpenRun = false
    private var stretchPower = 0.0
    private var stretchSamples = 0
    private var stretchHop = 0
    private var floor = LevelHistogram()
    /// Mean square of the last hop, over all channels.
    package private(set) var hopMeanSquare: Float = 0
    /// Largest magnitude of the last hop.
    package private(set) var hopPeak: Float = 0
    /// Smallest and largest sample of the last hop, over all channels.
    private(set) var hopExtremes: (low: Float, high: Float) = (0, 0)

    package init(channels: Int) {
        self.channels = channels
        runs = [Int](repeating: 0, count: channels)
    }

    /// - Parameter frames: how many frames of `interleaved` count; fewer than a hop only at the end of the memo.
    package mutating func push(_ interleaved: [Float], frames: Int) {
        guard frames > 0 else { return }
        push(interleaved, frames: frames, moments: SampleMoments(interleaved, count: frames * channels))
    }

    /// Takes a hop whose samples have been looked at already.
    mutating func push(_ hop: HopAssembler) { push(hop.interleaved, frames: hop.filled, moments: hop.moments) }

    private mutating func push(_ interleaved: [Float], frames: Int, moments: SampleMoments) {
        let count = frames * channels
        let (squares, largest) = (moments.squares, max(moments.highest, -moments.lowest))
        peak = max(peak, largest)
        sum += Double(moments.sum)
        sumOfSquares += Double(squares)
        hopExtremes = (moments.lowest, moments.highest)
        samples += count
        hopPeak = largest
        hopMeanSquare = squares / Float(count)
        if largest >= Self.fullScale || hasOpenRun { countClipping(interleaved, frames: frames) }
        stretchPower += Double(squares)
        stretchSamples += count
        stretchHop += 1
        if stretchHop == Self.stretchHops { closeStretch() }
    }

    private mutating func countClipping(_ interleaved: [Float], frames: Int) {
        hasOpenRun = false
        for channel in 0..<channels {
            var run = runs[channel]
            for frame in 0..<frames {
                if abs(interleaved[frame * channels + channel]) >= Self.fullScale {
                    run += 1
                    if run == Self.shortestClip { clipped += run } else if run > Self.shortestClip { clipped += 1 }
                } else {
                    run = 0
                }
            }
            runs[channel] = run
            if run > 0 { hasOpenRun = true }
        }
    }

    private mutating func closeStretch() {
        floor.count(power: stretchPower / Double(stretchSamples))
        stretchPower = 0
        stretchSamples = 0
        stretchHop = 0
    }

    /// The figures so far. A last stretch that was never filled does not count for the noise floor, unless it is the
    /// only one.
    package var summary: LevelSummary {
        var result = LevelSummary()
        guard samples > 0 else { return result }
        // Whose square is nothing any more is nothing.
        result.peak = peak * peak > 0 ? decibels(amplitude: Double(peak)) : nil
        result.rms = decibels(power: sumOfSquares / Double(samples))
        result.noiseFloor = floor.quantile(0.1) ?? (stretchSamples > 0 ? result.rms : nil)
        result.clippedSamples = clipped
        result.dcOffset = sum / Double(samples)
        return result
    }
}

/// Counts levels in steps of half a decibel: quantiles of any length of memo in fixed memory.
package struct LevelHistogram {
    private static let lowest = -150.0
    private static let step = 0.5
    private var counts = [Int](repeating: 0, count: 320)
    private var total = 0

    package init() {}

    /// Silence (power 0) is not a level and is not counted.
    package mutating func count(power: Double) {
        guard let level = decibels(power: power) else { return }
        let bin = Int((level - Self.lowest) / Self.step)
        counts[min(max(bin, 0), counts.count - 1)] += 1
        total += 1
    }

    /// The level that a fraction of what was counted stays under, interpolated within its step.
    package func quantile(_ fraction: Double) -> Double? {
        guard total > 0 else { return nil }
        let wanted = fraction * Double(total)
        var below = 0.0
        for (bin, count) in counts.enumerated() where count > 0 {
            if below + Double(count) >= wanted {
                let within = (wanted - below) / Double(count)
                return Self.lowest + (Double(bin) + within) * Self.step
            }
            below += Double(count)
        }
        return nil
    }
}
