// LevelSampler: level figures from separate stretches of a memo instead of all of it.

/// Collects what a first look at a long memo yields. The figures are estimates; a peak between two stretches is missed.
public struct LevelSampler {
    private let time: TimeBase
    private let channels: Int
    private var meter: LevelMeter
    private var bloomGenerator: Bloom
    private var openingMeter: LevelMeter
    private var minima: [Float]
    private var maxima: [Float]
    /// The bloom of what was pushed as the memo's beginning.
    public private(set) var bloom = BloomTrack()

    public init(time: TimeBase, channels: Int, stretches: Int) {
        self.time = time
        self.channels = channels
        meter = LevelMeter(channels: channels)
        openingMeter = LevelMeter(channels: channels)
        bloomGenerator = Bloom(time: time)
        minima = [Float](repeating: 0, count: stretches)
        maxima = [Float](repeating: 0, count: stretches)
    }

    /// Takes the memo's beginning, piece by piece, for the bloom.
    public mutating func pushOpening(_ interleaved: [Float], frames: Int) {
        eachHop(interleaved, frames: frames) { sampler, hop, count in
            sampler.openingMeter.push(hop, frames: count)
            sampler.bloomGenerator.push(
                meanSquare: sampler.openingMeter.hopMeanSquare, count: count, into: &sampler.bloom)
        }
    }

    /// Takes one stretch from further on.
    public mutating func push(_ interleaved: [Float], frames: Int, stretch: Int) {
        var low: Float = 0
        var high: Float = 0
        for sample in interleaved[..<(frames * channels)] {
            low = min(low, sample)
            high = max(high, sample)
        }
        minima[stretch] = low
        maxima[stretch] = high
        eachHop(interleaved, frames: frames) { sampler, hop, count in sampler.meter.push(hop, frames: count) }
    }

    public var levels: LevelSummary { meter.summary }

    public func overview(duration: Double) -> WaveformOverview {
        WaveformOverview(secondsPerPair: duration / Double(minima.count), minima: minima, maxima: maxima)
    }

    private mutating func eachHop(
        _ interleaved: [Float], frames: Int, _ body: (inout LevelSampler, [Float], Int) -> Void
    ) {
        var first = 0
        while first < frames {
            let count = min(time.longestHop, frames - first)
            body(&self, Array(interleaved[first * channels..<(first + count) * channels]), count)
            first += count
        }
    }
}
