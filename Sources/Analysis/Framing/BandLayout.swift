// BandLayout: overlapping triangular bands over the bins of a spectrum.

import Foundation

/// Bands given in Hz, as weights on the bins of one transform.
package struct BandLayout {
    private struct Band {
        let firstBin: Int
        let weights: Range<Int>
    }

    /// Frequencies of the peaks of the bands in Hz.
    package let centres: [Double]
    private let bands: [Band]
    private let weights: [Float]

    package var count: Int { bands.count }

    /// - Parameters:
    ///   - edges: rising frequencies in Hz; band *n* rises from `edges[n]` to its peak at `edges[n + 1]` and falls to
    ///     `edges[n + 2]`.
    ///   - binWidth: Hz from bin to bin.
    ///   - scale: factor on all weights; `nil` makes each band's weights sum to 1.
    package init(edges: [Double], binWidth: Double, scale: Double?) {
        var centres: [Double] = []
        var bands: [Band] = []
        var weights: [Float] = []
        for (low, (peak, high)) in zip(edges, zip(edges.dropFirst(), edges.dropFirst(2))) {
            let first = Int((low / binWidth).rounded(.down)) + 1
            let last = Int((high / binWidth).rounded(.up)) - 1
            guard first <= last else { continue }
            let triangle = (first...last).map { bin in
                let frequency = Double(bin) * binWidth
                return max(0, min((frequency - low) / (peak - low), (high - frequency) / (high - peak)))
            }
            let factor = scale ?? 1 / triangle.reduce(0, +)
            // Zeros make whole fours of all weights: most bands are narrower, and sums one by one take most of the time. They
            // go before the band, where there are bins, else behind it.
            let missing = (4 - triangle.count % 4) % 4
            let before = min(missing, first)
            let padded =
                [Double](repeating: 0, count: before) + triangle + [Double](repeating: 0, count: missing - before)
            bands.append(Band(firstBin: first - before, weights: weights.count..<weights.count + padded.count))
            weights.append(contentsOf: padded.map { Float($0 * factor) })
            centres.append(peak)
        }
        self.centres = centres
        self.bands = bands
        self.weights = weights
        binsNeeded = bands.map { $0.firstBin + $0.weights.count }.max() ?? 0
    }

    /// The bands whose centres lie in a range of Hz; all of them where none does.
    func bands(centredIn range: ClosedRange<Double>) -> Range<Int> {
        let inside = centres.indices.filter { range.contains(centres[$0]) }
        return inside.isEmpty ? 0..<count : inside[0]..<inside[inside.count - 1] + 1
    }

    /// One more than the highest bin that any band looks at.
    package let binsNeeded: Int

    /// Weighted sums of a spectrum under each band, written to `result` from `offset` on.
    package func apply(_ spectrum: [Float], into result: inout [Float], at offset: Int = 0) {
        precondition(result.count >= offset + bands.count && spectrum.count >= binsNeeded)
        // What the precondition covers is not checked again for each weight: that took half of the time.
        let weights = weights.span
        let spectrum = spectrum.span
        for index in bands.indices {
            let band = bands[index]
            var lanes = SIMD4<Float>()
            var weight = band.weights.lowerBound
            var bin = band.firstBin
            let end = band.weights.upperBound
            while weight < end {
                lanes += quad(weights, weight) * quad(spectrum, bin)
                weight &+= 4
                bin &+= 4
            }
            result[offset + index] = (lanes.x + lanes.z) + (lanes.y + lanes.w)
        }
    }

    /// Frequencies from `range`, `perOctave` to the octave, each moved to the nearest multiple of `grid` Hz; those that
    /// fall together are taken once, so low bands are as wide as the window resolves.
    package static func logarithmicEdges(perOctave: Int, range: ClosedRange<Double>, grid: Double) -> [Double] {
        let count = Int(log2(range.upperBound / range.lowerBound) * Double(perOctave)) + 1
        var edges: [Double] = []
        for step in 0..<max(0, count) {
            let frequency = range.lowerBound * exp2(Double(step) / Double(perOctave))
            let snapped = (frequency / grid).rounded() * grid
            if snapped <= range.upperBound && snapped > edges.last ?? 0 { edges.append(snapped) }
        }
        return edges
    }

    /// Edges of `count` bands evenly spaced on the mel scale (O'Shaughnessy's formula). Those beyond `limit` Hz are left
    /// out, so a band covers the same frequencies at every sample rate.
    package static func melEdges(count: Int, range: ClosedRange<Double>, limit: Double) -> [Double] {
        func mel(_ hertz: Double) -> Double { 1127 * log(1 + hertz / 700) }
        let (low, high) = (mel(range.lowerBound), mel(range.upperBound))
        let edges = (0...count + 1).map { step in
            700 * (exp((low + (high - low) * Double(step) / Double(count + 1)) / 1127) - 1)
        }
        return edges.filter { $0 <= limit }
    }
}
