// SampleMoments: sum, sum of squares and extremes of a run of samples, in one pass.

/// Of at least one sample. Sums are formed in eight lanes whose order never changes.
struct SampleMoments {
    /// 120 dB above full scale. Beyond is damage, not sound: its square would swallow everything around it.
    static let loudest: Float = 1e6

    static let silence = SampleMoments()

    let sum: Float
    let squares: Float
    let lowest: Float
    let highest: Float

    private init() { (sum, squares, lowest, highest) = (0, 0, 0, 0) }

    /// Whether all samples were numbers within ±`loudest`. NaN and infinity make the sum of squares one, too, wherever they lie.
    var areOfSound: Bool { squares.isFinite && lowest >= -Self.loudest && highest <= Self.loudest }

    /// - Parameter count: how many of the samples count (1…).
    init(_ samples: [Float], count: Int) {
        precondition(count > 0 && count <= samples.count)
        let samples = samples.span
        var sums = SIMD8<Float>()
        var squares = SIMD8<Float>()
        var lows = SIMD8<Float>(repeating: samples[0])
        var highs = lows
        var index = 0
        while index &+ 8 <= count {
            let lanes = SIMD8(lowHalf: quad(samples, index), highHalf: quad(samples, index &+ 4))
            sums += lanes
            squares += lanes * lanes
            lows = lower(lows, lanes)
            highs = higher(highs, lanes)
            index &+= 8
        }
        var (sum, square) = (sums.sum(), squares.sum())
        var (low, high) = (lows.extremes.low, highs.extremes.high)
        while index < count {
            let sample = samples[unchecked: index]
            sum += sample
            square += sample * sample
            low = min(low, sample)
            high = max(high, sample)
            index &+= 1
        }
        (self.sum, self.squares, lowest, highest) = (sum, square, low, high)
    }
}
