// LevelSampler: level figures from separate stretches of a memo instead of all of it.

/// Collects what a first look at a long memo yields. The figures are estimates; a peak between two stretches is missed.
public struct LevelSampler {
    private var meter: LevelMeter
    private var bloomGenerator: Bloom
    private var openingHops: HopAssembler
    private var stretchHops: HopAssembler
    private var openingMeter: LevelMeter
    private var minima: [Float]
    private var maxima: [Float]
    /// The bloom of what was pushed as the memo's beginning.
    public private(set) var bloom: BloomTrack

    /// - Parameters:
    ///   - channels: 1…1024.
    ///   - stretches: 1….
    ///   - parameters: ones that `validate()` accepts. Anything else is a mistake of the program.
    public init(
        time: TimeBase, channels: Int, stretches: Int, parameters: AnalysisParameters = AnalysisParameters()
    ) {
        precondition(stretches > 0, "an overview has at least one stretch")
        meter = LevelMeter(channels: channels)
        openingMeter = LevelMeter(channels: channels)
        openingHops = HopAssembler(time: time, channels: channels)
        stretchHops = HopAssembler(time: time, channels: channels)
        bloom = BloomTrack(framesPerSecond: parameters.bloomFramesPerSecond)
        bloomGenerator = Bloom(
            time: time, framesPerSecond: parameters.bloomFramesPerSecond,
            parameters: Bloom.Parameters(reduceMotion: parameters.reduceMotion))
        minima = [Float](repeating: 0, count: stretches)
        maxima = [Float](repeating: 0, count: stretches)
    }

    /// Takes the memo's beginning, piece by piece, for the bloom: the same frames as those of the whole memo.
    public mutating func pushOpening(_ interleaved: [Float], frames: Int) {
        var position = 0
        while position < frames {
            guard openingHops.fill(from: interleaved, frames: frames, position: &position) else { continue }
            openingMeter.push(openingHops)
            bloomGenerator.push(
                meanSquare: openingMeter.hopMeanSquare, count: openingHops.filled, into: &bloom)
            openingHops.advance()
        }
    }

    /// Takes one stretch from further on.
    /// - Parameter stretch: its number, one of those that were announced.
    public mutating func push(_ interleaved: [Float], frames: Int, stretch: Int) {
        precondition(minima.indices.contains(stretch), "there are \(minima.count) stretches")
        var low: Float = 0
        var high: Float = 0
        var position = 0
        stretchHops.discard()
        while position < frames {
            guard stretchHops.fill(from: interleaved, frames: frames, position: &position) else { continue }
            meter.push(stretchHops)
            let mixed = SampleMoments(stretchHops.mono, count: stretchHops.filled)
            low = min(low, mixed.lowest)
            high = max(high, mixed.highest)
            stretchHops.advance()
        }
        minima[stretch] = low
        maxima[stretch] = high
    }

    public var levels: LevelSummary {
        var summary = meter.summary
        summary.nonFiniteSamples = stretchHops.nonFiniteSamples
        return summary
    }

    public func overview(duration: Double) -> WaveformOverview {
        WaveformOverview(secondsPerPair: duration / Double(minima.count), minima: minima, maxima: maxima)
    }
}
