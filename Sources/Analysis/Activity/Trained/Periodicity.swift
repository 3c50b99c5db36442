// Periodicity: how periodic a spectrum is at the pitches of a voice, with and without the noise.

import Foundation

/// Peaks of two autocorrelations at lags of 2.5 to 15 ms (67 to 400 Hz), from magnitudes below 2 kHz: one as they are,
/// one weighted by how far they stand above the noise floor. Both come out of a single complex transform, since the transform of
/// an even real sequence is real. Magnitudes instead of powers keep one strong harmonic from hiding the others (Boersma
/// 1993 discusses the choice).
struct Periodicity {
    struct Answer: Equatable {
        /// 0 (noise) … 1 (strictly periodic).
        var plain: Float = 0
        var aboveNoise: Float = 0
        /// Octaves of the best lag above the noise from 6 ms; 0 where there is none.
        var lagOctaves: Float = 0
    }

    private static let middleLag = 0.006
    private static let transformLength = 192

    let lags: VoiceLags
    private let blend: BandBlend
    private let transform: EvenTransformPair
    private var bandGains: [Float]
    private var plain: [Float]
    private var aboveNoise: [Float]
    private var plainCorrelation: [Float]
    private var aboveCorrelation: [Float]

    init(binWidth: Double, bins: Int, bandCentres: [Double]) {
        lags = VoiceLags(binWidth: binWidth, bins: bins, length: Self.transformLength)
        blend = BandBlend(first: lags.firstBin, count: lags.binCount, binWidth: binWidth, centres: bandCentres)
        bandGains = [Float](repeating: 0, count: BandLevels.capacity + 1)
        plain = [Float](repeating: 0, count: lags.firstBin + lags.binCount)
        aboveNoise = plain
        transform = EvenTransformPair(length: Self.transformLength, count: plain.count)
        plainCorrelation = [Float](repeating: 0, count: Self.transformLength / 2 + 1)
        aboveCorrelation = plainCorrelation
    }

    /// - Parameters:
    ///   - magnitudes: of `binCount` bins from `firstBin` on, starting at `offset`.
    ///   - gains: the part of each band that is not noise, 0…1; see `BandLevels.wienerGain`.
    mutating func measure(_ magnitudes: [Float], at offset: Int, gains: BandLevels) -> Answer {
        gains.store(into: &bandGains)
        copy(magnitudes, offset..<offset + lags.binCount, into: &plain, at: lags.firstBin)
        blend.weigh(magnitudes, at: offset, by: bandGains, into: &aboveNoise, at: lags.firstBin)
        transform.transform(plain, aboveNoise, into: &plainCorrelation, &aboveCorrelation)
        let (whole, _) = peak(of: plainCorrelation)
        let (above, lag) = peak(of: aboveCorrelation)
        return Answer(
            plain: whole, aboveNoise: above,
            lagOctaves: above > 0 ? log2f(Float(lag * lags.step / Self.middleLag)) : 0)
    }

    /// Height and place of the highest peak, refined by a parabola, so that the grid of lags, which differs a little
    /// between sample rates, does not show.
    private func peak(of correlation: [Float]) -> (height: Float, lag: Double) {
        guard correlation[0] > 0 else { return (0, 0) }
        let best = highest(of: correlation)
        let (before, value, after) = (correlation[best - 1], correlation[best], correlation[best + 1])
        guard value > 0 else { return (0, 0) }
        let bend = before - 2 * value + after
        guard bend < 0, value >= before, value >= after else { return (min(1, value / correlation[0]), Double(best)) }
        let shift = 0.5 * (before - after) / bend
        let height = value - 0.25 * (before - after) * shift
        return (min(1, height / correlation[0]), Double(best) + Double(shift))
    }

    /// The lag of the highest value, the first of them.
    private func highest(of correlation: [Float]) -> Int {
        let (first, last) = (lags.range.lowerBound, lags.range.upperBound)
        precondition(last < correlation.count)
        let values = correlation.span
        var fours = SIMD4<Float>(repeating: values[first])
        var lag = first
        while lag &+ 4 <= last &+ 1 {
            fours = higher(fours, quad(values, lag))
            lag &+= 4
        }
        var highest = max(max(fours.x, fours.y), max(fours.z, fours.w))
        while lag <= last {
            highest = max(highest, values[unchecked: lag])
            lag &+= 1
        }
        lag = first
        while lag < last && values[unchecked: lag] != highest { lag &+= 1 }
        return lag
    }
}
