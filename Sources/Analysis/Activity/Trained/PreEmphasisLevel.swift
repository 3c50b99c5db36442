// PreEmphasisLevel: how loud a frame is after pre-emphasis, at a finer time than any spectrum tells.

/// Level of the differences between neighbouring samples, which weighs high frequencies more, as speech does against rumble.
/// A window of 43 ms blurs the dips between syllables; a frame of 10 ms does not.
package struct PreEmphasisLevel {
    /// Coefficient of the sample before: the usual one of speech analysis, at any rate.
    private static let emphasis: Float = 0.9

    private var newest: Float = silentPower
    private var last: Float = 0

    package init() {}

    /// Takes the mono samples of one frame. Returns the level of the frame before, in dB: spectra are centred on that one.
    package mutating func push(_ samples: [Float], count: Int) -> Float {
        precondition(count <= samples.count)
        let before = newest
        guard count > 0 else { return flooredDecibels(before) }
        let first = samples[0] - Self.emphasis * last
        newest = (first * first + Self.slopes(samples, count: count)) / Float(count)
        last = samples[count - 1]
        return flooredDecibels(before)
    }

    /// Sum of the squares of the differences after the first.
    private static func slopes(_ samples: [Float], count: Int) -> Float {
        let samples = samples.span
        var sums = SIMD4<Float>()
        var index = 1
        while index &+ 4 <= count {
            let slope = quad(samples, index) - emphasis * quad(samples, index &- 1)
            sums += slope * slope
            index &+= 4
        }
        var sum = sums.sum()
        while index < count {
            let slope = samples[unchecked: index] - emphasis * samples[unchecked: index &- 1]
            sum += slope * slope
            index &+= 1
        }
        return sum
    }
}
