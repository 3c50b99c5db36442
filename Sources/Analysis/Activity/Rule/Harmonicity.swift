// Harmonicity: how periodic the part of the sound is that stands above the room.

import Foundation

/// The peak of the autocorrelation of a spectrum below 2 kHz, at lags of a human voice (2.5 to 15 ms, 67 to 400 Hz).
/// Magnitudes instead of powers keep one strong harmonic from hiding the others (Boersma 1993 discusses the choice).
struct Harmonicity {
    private static let lags = 0.0025...0.015
    private static let range = 60.0...2000.0
    private static let transformLength = 128
    /// dB above the floor that are taken for noise when bins are weighted.
    private static let oversubtraction: Float = 3

    /// log₂ 10 / 10: what a decibel of power is in powers of two, whose exponential is the fastest.
    private static let octavesPerDecibel: Float = 0.332_192_8

    /// How a bin's weight follows from the bands on both sides of it.
    private struct Blend {
        let band: Int
        let nextBand: Int
        let share: Float
    }

    let firstBin: Int
    let binCount: Int
    private let lagRange: ClosedRange<Int>
    private let blends: [Blend]
    private let fft = RealFFT(length: transformLength)
    private var spectrum: [Float]
    private var correlation: [Float]

    init(binWidth: Double, bins: Int, bandCentres: [Double]) {
        firstBin = Int((Self.range.lowerBound / binWidth).rounded(.up))
        let last = min(Int(Self.range.upperBound / binWidth), Self.transformLength / 2 - 1, bins - 1)
        binCount = max(1, last - firstBin + 1)
        let lagStep = 1 / (binWidth * Double(Self.transformLength))
        lagRange =
            Int(
                (Self.lags.lowerBound / lagStep).rounded())...min(
                Int((Self.lags.upperBound / lagStep).rounded()), Self.transformLength / 2)
        let first = firstBin
        blends = (0..<binCount).map { offset in
            let frequency = Double(first + offset) * binWidth
            guard let above = bandCentres.firstIndex(where: { $0 >= frequency }) else {
                return Blend(band: bandCentres.count - 1, nextBand: bandCentres.count - 1, share: 0)
            }
            guard above > 0 else { return Blend(band: 0, nextBand: 0, share: 0) }
            let (low, high) = (bandCentres[above - 1], bandCentres[above])
            return Blend(band: above - 1, nextBand: above, share: Float((frequency - low) / (high - low)))
        }
        spectrum = [Float](repeating: 0, count: Self.transformLength / 2 + 1)
        correlation = [Float](repeating: 0, count: Self.transformLength / 2 + 1)
    }

    /// - Parameters:
    ///   - magnitudes: of `binCount` bins from `firstBin` on, starting at `offset`.
    ///   - gains: share of each band that is not room, 0…1; see `gains(aboveFloor:)`.
    /// - Returns: 0 (noise) … 1 (strictly periodic).
    mutating func measure(_ magnitudes: [Float], at offset: Int, gains: BandLevels) -> Float {
        for (index, blend) in blends.enumerated() {
            let gain = gains[blend.band] + (gains[blend.nextBand] - gains[blend.band]) * blend.share
            spectrum[firstBin + index] = magnitudes[offset + index] * gain
        }
        fft.evenTransform(of: spectrum, into: &correlation)
        guard correlation[0] > 0 else { return 0 }
        var best: Float = 0
        for lag in lagRange { best = max(best, correlation[lag]) }
        return best / correlation[0]
    }

    /// Wiener-like weights from heights above the floor in dB, for the first `count` bands.
    static func gains(aboveFloor heights: BandLevels, count: Int) -> BandLevels {
        var gains = BandLevels()
        for band in 0..<count where heights[band] > oversubtraction {
            gains[band] = 1 - exp2f((oversubtraction - heights[band]) * octavesPerDecibel)
        }
        return gains
    }
}
