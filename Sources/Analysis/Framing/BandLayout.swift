// BandLayout: overlapping triangular bands over the bins of a spectrum.

import Foundation

/// Bands given in Hz, as weights on the bins of one transform.
package struct BandLayout {
    /// Four neighbouring bands, which are summed side by side: most are narrow, and one by one what surrounds the sums takes
    /// longer than they do.
    private struct Group {
        /// The lowest bin of each.
        var firstBins = SIMD4<Int>()
        /// How many fours of bins the widest has; the others have zeros besides.
        var fours = 0
        /// Where its weights begin: for each four of bins, those of the first band, of the second, and so on.
        var weights = 0
    }

    /// Frequencies of the peaks of the bands in Hz.
    package let centres: [Double]
    private let groups: [Group]
    private let weights: [Float]

    package var count: Int { centres.count }

    /// - Parameters:
    ///   - edges: rising frequencies in Hz; band *n* rises from `edges[n]` to its peak at `edges[n + 1]` and falls to
    ///     `edges[n + 2]`.
    ///   - binWidth: Hz from bin to bin.
    ///   - scale: factor on all weights; `nil` makes each band's weights sum to 1.
    package init(edges: [Double], binWidth: Double, scale: Double?) {
        var centres: [Double] = []
        var bands: [(firstBin: Int, weights: [Float])] = []
        for (low, (peak, high)) in zip(edges, zip(edges.dropFirst(), edges.dropFirst(2))) {
            let first = Int((low / binWidth).rounded(.down)) + 1
            let last = Int((high / binWidth).rounded(.up)) - 1
            guard first <= last else { continue }
            let triangle = (first...last).map { bin in
                let frequency = Double(bin) * binWidth
                return max(0, min((frequency - low) / (peak - low), (high - frequency) / (high - peak)))
            }
            let factor = scale ?? 1 / triangle.reduce(0, +)
            bands.append((first, triangle.map { Float($0 * factor) }))
            centres.append(peak)
        }
        self.centres = centres
        var groups: [Group] = []
        var weights: [Float] = []
        var binsNeeded = 0
        for start in stride(from: 0, to: bands.count, by: 4) {
            var group = Group(weights: weights.count)
            let members = bands[start..<min(start + 4, bands.count)]
            group.fours = ((members.map(\.weights.count).max() ?? 0) + 3) / 4
            // Zeros go before a band, where there are bins, else behind it.
            let padded = members.map { band in
                let missing = 4 * group.fours - band.weights.count
                let before = min(missing, band.firstBin)
                let zeros = [Float](repeating: 0, count: missing)
                return (band.firstBin - before, zeros.prefix(before) + band.weights + zeros.dropFirst(before))
            }
            for (lane, member) in padded.enumerated() {
                group.firstBins[lane] = member.0
                binsNeeded = max(binsNeeded, member.0 + 4 * group.fours)
            }
            for four in 0..<group.fours {
                for lane in 0..<4 {
                    let none = [Float](repeating: 0, count: 4)
                    weights += lane < padded.count ? Array(padded[lane].1[4 * four..<4 * four + 4]) : none
                }
            }
            groups.append(group)
        }
        self.groups = groups
        self.weights = weights
        self.binsNeeded = binsNeeded
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
        precondition(offset >= 0 && result.count >= offset + count && spectrum.count >= binsNeeded)
        // What the precondition covers is not checked again for each weight: that took half of the time.
        let (groups, weights, spectrum) = (groups.span, weights.span, spectrum.span)
        var result = result.mutableSpan
        var band = offset
        for index in 0..<groups.count {
            let group = groups[unchecked: index]
            let sums = Self.sums(of: group, weights, spectrum)
            if band &+ 4 <= offset &+ count {
                store(sums, into: &result, band)
            } else {
                for lane in 0..<offset &+ count &- band { result[unchecked: band &+ lane] = sums[lane] }
            }
            band &+= 4
        }
    }

    @inline(__always)
    private static func sums(
        of group: Group, _ weights: borrowing Span<Float>, _ spectrum: borrowing Span<Float>
    ) -> SIMD4<Float> {
        var (a, b, c, d) = (SIMD4<Float>(), SIMD4<Float>(), SIMD4<Float>(), SIMD4<Float>())
        let bins = group.firstBins
        var weight = group.weights
        for four in 0..<group.fours {
            let shift = 4 &* four
            a += quad(weights, weight) * quad(spectrum, bins.x &+ shift)
            b += quad(weights, weight &+ 4) * quad(spectrum, bins.y &+ shift)
            c += quad(weights, weight &+ 8) * quad(spectrum, bins.z &+ shift)
            d += quad(weights, weight &+ 12) * quad(spectrum, bins.w &+ shift)
            weight &+= 16
        }
        let ab =
            SIMD4(lowHalf: a.lowHalf, highHalf: b.lowHalf) + SIMD4(lowHalf: a.highHalf, highHalf: b.highHalf)
        let cd =
            SIMD4(lowHalf: c.lowHalf, highHalf: d.lowHalf) + SIMD4(lowHalf: c.highHalf, highHalf: d.highHalf)
        return SIMD4(lowHalf: ab.evenHalf, highHalf: cd.evenHalf) + SIMD4(lowHalf: ab.oddHalf, highHalf: cd.oddHalf)
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
