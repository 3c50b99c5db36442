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

    let firstBin: Int
    let binCount: Int
    private let lagRange: ClosedRange<Int>
    private let blend: BandBlend
    private let fft = RealFFT(length: transformLength)
    private var bandGains: [Float]
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
        blend = BandBlend(first: firstBin, count: binCount, binWidth: binWidth, centres: bandCentres)
        bandGains = [Float](repeating: 0, count: bandCentres.count)
        spectrum = [Float](repeating: 0, count: Self.transformLength / 2 + 1)
        correlation = [Float](repeating: 0, count: Self.transformLength / 2 + 1)
    }

    /// - Parameters:
    ///   - magnitudes: of `binCount` bins from `firstBin` on, starting at `offset`.
    ///   - gains: share of each band that is not room, 0…1; see `gains(aboveFloor:)`.
    /// - Returns: 0 (noise) … 1 (strictly periodic).
    mutating func measure(_ magnitudes: [Float], at offset: Int, gains: BandLevels) -> Float {
        for band in bandGains.indices { bandGains[band] = gains[band] }
        for index in 0..<binCount {
            spectrum[firstBin + index] = magnitudes[offset + index] * blend.value(index, of: bandGains)
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
