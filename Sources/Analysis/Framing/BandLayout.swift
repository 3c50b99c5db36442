// BandLayout: overlapping triangular bands over the bins of a spectrum.

import Foundation

/// Bands given in Hz, as weights on the bins of one transform length. A band that would fall between two bins is left
/// out rather than doubled, so low bands are fewer at low resolution.
struct BandLayout {
    /// One band: weights for the bins from `firstBin` on.
    struct Band {
        let firstBin: Int
        let weights: Range<Int>
        let centreHz: Double
    }

    let bands: [Band]
    private let weights: [Float]

    var count: Int { bands.count }

    /// - Parameters:
    ///   - edges: rising frequencies in Hz; band *n* rises from `edges[n]` to its peak at `edges[n + 1]` and falls to
    ///     `edges[n + 2]`.
    ///   - normalised: whether each band's weights sum to 1 (a mean) or peak at 1 (a sum).
    init(edges: [Double], binWidth: Double, bins: Int, normalised: Bool) {
        var bins_ = edges.map { Int(($0 / binWidth).rounded()) }.filter { $0 < bins }
        bins_ = bins_.reduce(into: []) { unique, bin in if unique.last != bin { unique.append(bin) } }
        var bands: [Band] = []
        var weights: [Float] = []
        for index in 0..<max(0, bins_.count - 2) {
            let (low, peak, high) = (bins_[index], bins_[index + 1], bins_[index + 2])
            let start = weights.count
            // A triangle over low…high without its feet, where the weight is zero.
            for bin in (low + 1)..<high {
                let rising = Float(bin - low) / Float(peak - low)
                let falling = Float(high - bin) / Float(high - peak)
                weights.append(min(rising, falling))
            }
            if normalised {
                let sum = weights[start...].reduce(0, +)
                for index in start..<weights.count { weights[index] /= sum }
            }
            bands.append(
                Band(firstBin: low + 1, weights: start..<weights.count, centreHz: Double(peak) * binWidth))
        }
        self.bands = bands
        self.weights = weights
    }

    /// Sums of a spectrum under each band.
    func apply(_ spectrum: [Float], into result: inout [Float]) {
        precondition(result.count >= bands.count)
        for (index, band) in bands.enumerated() {
            var sum: Float = 0
            var bin = band.firstBin
            for weight in band.weights {
                sum += weights[weight] * spectrum[bin]
                bin += 1
            }
            result[index] = sum
        }
    }

    /// `perOctave` frequencies per octave, a whole number of steps from 440 Hz, within `range` Hz.
    static func logarithmicEdges(perOctave: Int, range: ClosedRange<Double>) -> [Double] {
        let steps = Double(perOctave)
        let low = Int((log2(range.lowerBound / 440) * steps).rounded(.up))
        let high = Int((log2(range.upperBound / 440) * steps).rounded(.down))
        return low <= high ? (low...high).map { 440 * exp2(Double($0) / steps) } : []
    }

    /// `count + 2` frequencies evenly spaced on the mel scale (O'Shaughnessy's formula), for `count` bands.
    static func melEdges(count: Int, range: ClosedRange<Double>) -> [Double] {
        func mel(_ hertz: Double) -> Double { 2595 * log10(1 + hertz / 700) }
        let (low, high) = (mel(range.lowerBound), mel(range.upperBound))
        return (0...count + 1).map { step in
            let position = low + (high - low) * Double(step) / Double(count + 1)
            return 700 * (pow(10, position / 2595) - 1)
        }
    }
}
