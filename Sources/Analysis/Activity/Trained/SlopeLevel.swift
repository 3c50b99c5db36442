// SlopeLevel: how loud a frame is, at a finer time than any spectrum tells.

/// Level of the differences between neighbouring samples, which weighs high frequencies more, as speech does against rumble.
/// A window of 43 ms blurs the dips between syllables; a frame of 10 ms does not.
struct SlopeLevel {
    /// Share of the sample before that is taken off: the usual pre-emphasis of speech analysis, at any rate.
    private static let emphasis: Float = 0.9

    private var newest: Float = silentPower
    private var last: Float = 0

    /// Takes the mono samples of one frame. Returns the level of the frame before, in dB: spectra are centred on that one.
    mutating func push(_ samples: [Float], count: Int) -> Float {
        precondition(count <= samples.count)
        let before = newest
        var sum: Float = 0
        for index in 0..<count {
            let slope = samples[index] - Self.emphasis * last
            last = samples[index]
            sum += slope * slope
        }
        newest = sum / Float(max(count, 1))
        return flooredDecibels(before)
    }
}
