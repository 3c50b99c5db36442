// Harmonicity: how periodic the part of the sound is that stands above the noise floor.

import Foundation

/// The peak of the autocorrelation of a spectrum below 2 kHz, at lags of a human voice (2.5 to 15 ms, 67 to 400 Hz).
/// Magnitudes instead of powers keep one strong harmonic from hiding the others (Boersma 1993 discusses the choice).
struct Harmonicity {
    private static let transformLength = 128

    let lags: VoiceLags
    private let blend: BandBlend
    private let transform: EvenTransformPair
    private var bandGains: [Float]
    private var spectrum: [Float]
    private var correlation: [Float]
    /// The transform does two sequences at once; here is one.
    private var same: [Float]

    init(binWidth: Double, bins: Int, bandCentres: [Double]) {
        lags = VoiceLags(binWidth: binWidth, bins: bins, length: Self.transformLength)
        blend = BandBlend(first: lags.firstBin, count: lags.binCount, binWidth: binWidth, centres: bandCentres)
        bandGains = [Float](repeating: 0, count: BandLevels.capacity + 1)
        spectrum = [Float](repeating: 0, count: lags.firstBin + lags.binCount)
        transform = EvenTransformPair(length: Self.transformLength, count: spectrum.count)
        correlation = [Float](repeating: 0, count: Self.transformLength / 2 + 1)
        same = correlation
    }

    /// - Parameters:
    ///   - magnitudes: of `binCount` bins from `firstBin` on, starting at `offset`.
    ///   - gains: the part of each band that is not noise, 0…1; see `BandLevels.wienerGain`.
    /// - Returns: 0 (noise) … 1 (strictly periodic).
    mutating func measure(_ magnitudes: [Float], at offset: Int, gains: BandLevels) -> Float {
        gains.store(into: &bandGains)
        blend.weigh(magnitudes, at: offset, by: bandGains, into: &spectrum, at: lags.firstBin)
        transform.transform(spectrum, spectrum, into: &correlation, &same)
        guard correlation[0] > 0 else { return 0 }
        var best: Float = 0
        for lag in lags.range { best = max(best, correlation[lag]) }
        return best / correlation[0]
    }
}
