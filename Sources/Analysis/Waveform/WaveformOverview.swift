// WaveformOverview: the whole memo as at most a thousand min/max pairs.

/// Min/max pairs of equal length over a memo, −1…1.
public struct WaveformOverview: Sendable, Equatable {
    public var secondsPerPair: Double
    public var minima: [Float]
    public var maxima: [Float]

    public init(secondsPerPair: Double, minima: [Float], maxima: [Float]) {
        self.secondsPerPair = secondsPerPair
        self.minima = minima
        self.maxima = maxima
    }
}

/// Builds an overview of a memo whose length is not known: when the pairs are full, neighbours are merged and pairs
/// become twice as long. Memory stays the same, and so does the result, whatever the block size.
package struct OverviewBuilder {
    package static let maximumPairs = 1024

    private var minima: [Float] = []
    private var maxima: [Float] = []
    private var hopsPerPair = 1
    private var hopsInPair = 0
    private var low: Float = .infinity
    private var high: Float = -.infinity

    package init() {
        minima.reserveCapacity(Self.maximumPairs)
        maxima.reserveCapacity(Self.maximumPairs)
    }

    /// Takes the smallest and the largest sample of one hop.
    package mutating func push(low hopLow: Float, high hopHigh: Float) {
        low = min(low, hopLow)
        high = max(high, hopHigh)
        hopsInPair += 1
        if hopsInPair == hopsPerPair { closePair() }
    }

    private mutating func closePair() {
        minima.append(low)
        maxima.append(high)
        low = .infinity
        high = -.infinity
        hopsInPair = 0
        guard minima.count == Self.maximumPairs else { return }
        for pair in 0..<Self.maximumPairs / 2 {
            minima[pair] = min(minima[2 * pair], minima[2 * pair + 1])
            maxima[pair] = max(maxima[2 * pair], maxima[2 * pair + 1])
        }
        minima.removeLast(Self.maximumPairs / 2)
        maxima.removeLast(Self.maximumPairs / 2)
        hopsPerPair *= 2
    }

    /// The overview so far; the last pair may be shorter than the others.
    package var overview: WaveformOverview {
        var result = WaveformOverview(
            secondsPerPair: TimeBase.seconds(hops: hopsPerPair), minima: minima, maxima: maxima)
        if hopsInPair > 0 {
            result.minima.append(low)
            result.maxima.append(high)
        }
        return result
    }
}
