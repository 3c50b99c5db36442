// BandBlend: values of bands, at the bins between them.

/// How the value of a bin follows from the bands on both sides of it: in a straight line between their centres.
struct BandBlend {
    /// Of each bin, the band below it, and how far it is on the way to the next one, 0…1.
    private let bands: [Int32]
    private let fractions: [Float]
    /// Values of bands that are looked at.
    private let bandsNeeded: Int

    /// - Parameters:
    ///   - first, count: the bins.
    ///   - binWidth: Hz from bin to bin.
    ///   - centres: of the bands, rising, in Hz.
    init(first: Int, count: Int, binWidth: Double, centres: [Double]) {
        var (bands, fractions): ([Int32], [Float]) = ([], [])
        for bin in first..<first + count {
            let frequency = Double(bin) * binWidth
            let above = centres.firstIndex { $0 >= frequency } ?? centres.count
            let isBetween = above > 0 && above < centres.count
            bands.append(Int32(max(0, above - 1)))
            fractions.append(
                isBetween ? Float((frequency - centres[above - 1]) / (centres[above] - centres[above - 1])) : 0)
        }
        self.bands = bands
        self.fractions = fractions
        bandsNeeded = Int(bands.max() ?? 0) + 2
    }

    /// Multiplies the values of bins by those of the bands around them.
    /// - Parameters:
    ///   - bins: the first bin's at `offset`.
    ///   - levels: one per band, and one more, which does not matter.
    ///   - result: gets the first bin's at `place`.
    func weigh(_ bins: [Float], at offset: Int, by levels: [Float], into result: inout [Float], at place: Int) {
        precondition(offset >= 0 && offset + bands.count <= bins.count && levels.count >= bandsNeeded)
        precondition(place >= 0 && place + bands.count <= result.count)
        let (bins, levels, bands, fractions) = (bins.span, levels.span, bands.span, fractions.span)
        var result = result.mutableSpan
        for index in 0..<bands.count {
            let band = Int(bands[unchecked: index])
            let low = levels[unchecked: band]
            let gain = low + (levels[unchecked: band &+ 1] - low) * fractions[unchecked: index]
            result[unchecked: place &+ index] = bins[unchecked: offset &+ index] * gain
        }
    }
}
