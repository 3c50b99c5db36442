// Polarity: when two channels are taken for each other's negative, and when no more.

import Analysis
import TestSignals
import Testing

@Suite("Polarity") struct PolarityTests {
    private let sound = Signal.sine(440, amplitude: 0.5, phase: 0.1, seconds: 4, sampleRate: 16_000)

    /// What the second channel is of the first, for channels whose correlation, by the mean of their powers, is −`correlation`.
    private func gain(_ correlation: Double) -> Float {
        Float((1 - (1 - correlation * correlation).squareRoot()) / correlation)
    }

    /// Half of the extent of the mix in a stretch of time, where stretches of two seconds have the given correlations.
    private func extent(_ correlations: [Double], from start: Double) -> Float {
        var channels: [Float] = []
        for correlation in correlations {
            let second = -gain(correlation)
            for sample in sound.samples.prefix(32_000) { channels += [sample, second * sample] }
        }
        var parameters = AnalysisParameters()
        parameters.samplesPerPixel = 160
        let pairs = Array(
            analyse(channels, sampleRate: 16_000, channels: 2, parameters: parameters).waveform?.values.map { $0 } ?? []
        )
        let first = 2 * Int(start * 100)
        return Float(pairs.dropFirst(first).prefix(40).max() ?? 0) / 32_768
    }

    private func mean(_ correlation: Double) -> Float { 0.5 * (1 - gain(correlation)) / 2 }
    private func difference(_ correlation: Double) -> Float { 0.5 * (1 + gain(correlation)) / 2 }

    @Test("channels that are only much unlike are mixed as they are", arguments: [0.3, 0.7, 0.8, 0.88])
    func unlike(correlation: Double) {
        #expect(abs(extent([correlation], from: 1) - mean(correlation)) < 0.01)
    }

    @Test("the second of two that are each other's negative is turned over", arguments: [0.92, 0.97, 0.999])
    func opposite(correlation: Double) {
        #expect(abs(extent([correlation], from: 1) - difference(correlation)) < 0.01)
    }

    @Test(
        "and stays so until they are much less unlike",
        arguments: [(0.85, true), (0.7, true), (0.52, true), (0.48, false), (0.3, false)])
    func turnedBack(correlation: Double, isTurned: Bool) {
        let expected = isTurned ? difference(correlation) : mean(correlation)
        let found = extent([0.99, correlation, correlation], from: 5.5)
        #expect(abs(found - expected) < 0.01)
    }

    @Test("of three channels and more the mix is their mean", arguments: [3, 4, 6])
    func several(channels: Int) {
        let memo = sound.samples.flatMap { [Float](repeating: $0, count: channels) }
        let one = analyse(sound)
        let all = analyse(memo, sampleRate: 16_000, channels: channels)
        #expect(zip(one.overview.maxima, all.overview.maxima).allSatisfy { abs($0 - $1) < 1e-6 })
        #expect(one.overview.maxima.count == all.overview.maxima.count)
    }

    @Test("the overview of two channels is that of their mix")
    func overview() throws {
        let memo = sound.samples.flatMap { [$0, Float(0)] }
        let result = analyse(memo, sampleRate: 16_000, channels: 2)
        #expect(abs(try #require(result.overview.maxima.max()) - 0.25) < 0.001)
    }
}
