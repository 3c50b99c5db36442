// Peak, RMS, DC and clipping against closed forms.

import Analysis
import Foundation
import TestSignals
import Testing

@Suite("Level meter") struct LevelMeterTests {
    private func levels(_ samples: [Float], channels: Int = 1, hop: Int = 80) -> LevelSummary {
        var meter = LevelMeter(channels: channels)
        let frames = samples.count / channels
        for start in stride(from: 0, to: frames, by: hop) {
            let count = min(hop, frames - start)
            meter.push(Array(samples[start * channels..<(start + count) * channels]), frames: count)
        }
        return meter.summary
    }

    private func clipped(_ samples: [Float], channels: Int = 1, hop: Int = 80) -> Int {
        levels(samples, channels: channels, hop: hop).clippedSamples
    }

    @Test("a sine's peak is its amplitude and its RMS 3 dB less", arguments: [1.0, 0.5, 0.1, 0.001])
    func sine(amplitude: Double) throws {
        let level = levels(Signal.sine(400, amplitude: amplitude, seconds: 1, sampleRate: 16_000).samples)
        let peak = try #require(level.peak)
        let rms = try #require(level.rms)
        #expect(abs(peak - 20 * log10(amplitude)) < 0.001)
        #expect(abs(rms - (20 * log10(amplitude) - 10 * log10(2))) < 0.001)
        #expect(abs(level.dcOffset) < 1e-6)
    }

    @Test("a square wave's RMS is its peak")
    func square() throws {
        let level = levels((0..<1600).map { $0 / 20 % 2 == 0 ? 0.25 : -0.25 })
        #expect(abs(try #require(level.rms) + 12.0412) < 0.001)
        #expect(level.rms == level.peak)
    }

    @Test("the peak is the largest magnitude, negative ones included, wherever it is", arguments: [0, 7, 79, 80, 163])
    func peakAnywhere(place: Int) throws {
        var samples = [Float](repeating: 0.1, count: 164)
        samples[place] = -0.5
        #expect(abs(try #require(levels(samples).peak) + 6.0206) < 0.001)
    }

    @Test("silence has no levels")
    func silence() {
        let level = levels([Float](repeating: 0, count: 1000))
        #expect(level == LevelSummary())
        #expect(level.peak == nil && level.rms == nil && level.noiseFloor == nil)
        #expect(levels([]) == LevelSummary())
    }

    @Test("an offset is measured with its sign, in every channel", arguments: [-0.25, 0.125])
    func offset(value: Double) {
        let sine = Signal.sine(500, amplitude: 0.5, seconds: 1, sampleRate: 16_000).samples.map { $0 + Float(value) }
        #expect(abs(levels(sine).dcOffset - value) < 1e-5)
        #expect(abs(levels(sine, channels: 4).dcOffset - value) < 1e-5)
    }

    @Test("RMS and peak are taken over all channels")
    func channels() throws {
        let sine = Signal.sine(400, amplitude: 0.8, seconds: 1, sampleRate: 16_000)
        let quiet = Signal.silence(seconds: 1, sampleRate: 16_000)
        let level = levels(Signal.interleaved([sine, quiet]), channels: 2)
        #expect(abs(try #require(level.peak) - 20 * log10(0.8)) < 0.001)
        #expect(abs(try #require(level.rms) - (20 * log10(0.8) - 6.0206)) < 0.001)
    }

    @Test("runs of three and more at full scale are clipping, shorter ones are not", arguments: 1...7)
    func runs(length: Int) {
        for sign: Float in [1, -1] {
            let samples = [Float](repeating: 0.1, count: 20) + [Float](repeating: sign, count: length) + [0.1, 0.1]
            #expect(clipped(samples) == (length >= 3 ? length : 0))
        }
    }

    @Test("a run is one run across hops", arguments: 1...6)
    func runsAcrossHops(hop: Int) {
        let samples: [Float] = [0, 0, 0, 1, 1, 1, 1, 0, 1, 1, 0, -1, -1, -1, 0, 1]
        #expect(clipped(samples, hop: hop) == 7)
    }

    @Test("runs are counted in each channel on its own")
    func runsPerChannel() {
        // Two frames at full scale in both channels are four samples in a row, and no clipping.
        #expect(clipped([0, 0, 1, 1, 1, 1, 0, 0], channels: 2) == 0)
        #expect(clipped([0, 0, 1, 0, 1, 0, 1, 0, 0, 0], channels: 2) == 3)
        #expect(clipped([1, 0, 1, -1, 1, -1, 0, -1], channels: 2) == 6)
    }

    @Test("32767 of 32768 is full scale, −0.1 dBFS is not")
    func fullScale() {
        #expect(clipped([Float](repeating: 32_767 / 32_768, count: 4)) == 4)
        #expect(clipped([Float](repeating: Float(pow(10, -0.1 / 20)), count: 4)) == 0)
        #expect(clipped([Float](repeating: 1.5, count: 4)) == 4)
    }

    @Test("clipping is found across blocks of the analyzer", arguments: [1, 2, 3, 80, 81, 1000])
    func clippingAcrossBlocks(block: Int) {
        var samples = Signal.sine(200, amplitude: 0.5, seconds: 0.2, sampleRate: 16_000).samples
        for place in [78, 79, 80, 81, 82, 1599, 1600, 1601] { samples[place] = 1 }
        let result = analyse(samples, sampleRate: 16_000, nextSize: { block })
        #expect(result.levels.clippedSamples == 8)
    }

    @Test("samples that were no numbers are reported as noted")
    func nonFinite() {
        var analyzer = makeAnalyzer(sampleRate: 16_000, channels: 1)
        analyzer.note(nonFiniteSamples: 3)
        analyzer.note(nonFiniteSamples: 2)
        #expect(analyzer.levels.nonFiniteSamples == 5)
        #expect(analyzer.finish().levels.nonFiniteSamples == 5)
    }
}
