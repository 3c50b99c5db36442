// BandBlend: values of bands, at the bins between them.

/// How the value of a bin follows from the bands on both sides of it: in a straight line between their centres.
struct BandBlend {
    private struct Blend {
        let band: Int
        let nextBand: Int
        let share: Float
    }

    private let blends: [Blend]

    /// - Parameters:
    ///   - first, count: the bins.
    ///   - binWidth: Hz from bin to bin.
    ///   - centres: of the bands, rising, in Hz.
    init(first: Int, count: Int, binWidth: Double, centres: [Double]) {
        blends = (0..<count).map { offset in
            let frequency = Double(first + offset) * binWidth
            guard let above = centres.firstIndex(where: { $0 >= frequency }) else {
                return Blend(band: centres.count - 1, nextBand: centres.count - 1, share: 0)
            }
            guard above > 0 else { return Blend(band: 0, nextBand: 0, share: 0) }
            let (low, high) = (centres[above - 1], centres[above])
            return Blend(band: above - 1, nextBand: above, share: Float((frequency - low) / (high - low)))
        }
    }

    /// - Parameter values: one per band.
    /// - Returns: the value of the bin `offset` bins after the first.
    @inline(__always)
    func value(_ offset: Int, of values: [Float]) -> Float {
        let blend = blends[offset]
        let low = values[blend.band]
        return low + (values[blend.nextBand] - low) * blend.share
    }
}
