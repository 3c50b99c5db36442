// Waveforms: the overview of a memo of any length, and pairs at a fixed zoom.

import Analysis
import TestSignals
import Testing

@Suite("Waveforms") struct WaveformTests {
    @Test("an overview holds the extremes of equal stretches", arguments: [1, 2, 511, 1023, 1024, 1025, 2050, 9999])
    func builder(hops: Int) {
        var generator = SeededGenerator(seed: UInt64(hops))
        let extremes = (0..<hops).map { _ in
            let (a, b) = (Float(generator.nextSample()), Float(generator.nextSample()))
            return (low: min(a, b), high: max(a, b))
        }
        var builder = OverviewBuilder()
        for (low, high) in extremes { builder.push(low: low, high: high) }
        let overview = builder.overview
        let perPair = Int((overview.secondsPerPair * 200).rounded())
        let stretches = stride(from: 0, to: hops, by: perPair).map { extremes[$0..<min($0 + perPair, hops)] }
        #expect(overview.minima == stretches.map { $0.map(\.low).min() ?? 0 })
        #expect(overview.maxima == stretches.map { $0.map(\.high).max() ?? 0 })
        #expect(overview.minima.count <= OverviewBuilder.maximumPairs && OverviewBuilder.maximumPairs == 1024)
        #expect(hops < 1024 || overview.minima.count >= 512)
    }

    @Test("the overview of a memo is what its samples say", arguments: [8_000, 11_025, 44_100])
    func ofAMemo(sampleRate: Int) throws {
        let noise = Signal.pinkNoise(level: -20, seconds: 11.3, sampleRate: sampleRate)
        let overview = analyse(noise).overview
        let time = TimeBase(sampleRate: sampleRate)
        let perPair = Int((overview.secondsPerPair * 200).rounded())
        try #require(overview.minima.count == overview.maxima.count)
        for pair in overview.minima.indices {
            let first = time.sample(ofHop: pair * perPair)
            let samples = noise.samples[first..<min(time.sample(ofHop: (pair + 1) * perPair), noise.samples.count)]
            #expect(overview.minima[pair] == samples.min() && overview.maxima[pair] == samples.max())
        }
    }

    @Test("an empty memo has an empty overview")
    func empty() {
        let overview = analyse(Signal([], sampleRate: 16_000)).overview
        #expect(overview.minima.isEmpty && overview.maxima.isEmpty)
    }

    @Test("stereo is drawn as the mean of its channels")
    func stereo() {
        let overview = analyse(
            [Float](repeating: 0, count: 800).indices.flatMap { _ in [Float(0.5), 0.25] },
            sampleRate: 16_000, channels: 2
        ).overview
        #expect(overview.minima.allSatisfy { $0 == 0.375 } && overview.maxima.allSatisfy { $0 == 0.375 })
    }

    @Test("pairs hold the extremes of so many samples, in 16 bits, and the rest")
    func pairs() {
        var pairs = WaveformPairs(samplesPerPixel: 3)
        pairs.push([0.5, -0.5, 0, 0.25], count: 4)
        pairs.push([0.25, 0.125, 1, -1, 9], count: 4)
        pairs.finish()
        #expect(Array(pairs.values) == [-16_384, 16_384, 4096, 8192, -32_768, 32_767])
        #expect(pairs.count == 3)
    }

    @Test("values beyond full scale stay within 16 bits")
    func clamped() {
        var pairs = WaveformPairs(samplesPerPixel: 2)
        pairs.push([7, -7], count: 2)
        #expect(Array(pairs.values) == [-32_768, 32_767])
    }

    @Test("pairs of silence take two bits, those of noise little more than their own")
    func room() {
        var quiet = WaveformPairs(samplesPerPixel: 2)
        var noisy = WaveformPairs(samplesPerPixel: 2)
        let zeros = [Float](repeating: 0, count: 1000)
        let noise = Signal.whiteNoise(level: -20, seconds: 1, sampleRate: 1000).samples
        for _ in 0..<200 {
            quiet.push(zeros, count: 1000)
            noisy.push(noise, count: 1000)
        }
        #expect(quiet.count == 100_000 && quiet.byteCount < 100_000 / 4 + 4 * 4096)
        #expect(noisy.byteCount < 100_000 * 4)
    }

    @Test("an analyzer makes pairs only when asked, over the whole memo", arguments: [2, 7, 256, 100_000])
    func onDemand(samplesPerPixel: Int) throws {
        let noise = Signal.whiteNoise(level: -20, seconds: 0.5, sampleRate: 22_050)
        #expect(analyse(noise).waveform == nil)
        var parameters = AnalysisParameters()
        parameters.samplesPerPixel = samplesPerPixel
        let pairs = try #require(analyse(noise, parameters: parameters).waveform)
        #expect(pairs.count == (noise.samples.count + samplesPerPixel - 1) / samplesPerPixel)
        let values = Array(pairs.values)
        for pixel in 0..<pairs.count {
            let samples = noise.samples.dropFirst(pixel * samplesPerPixel).prefix(samplesPerPixel)
            #expect(values[2 * pixel] == Int16(((samples.min() ?? 0) * 32_768).rounded()))
            #expect(values[2 * pixel + 1] == Int16(((samples.max() ?? 0) * 32_768).rounded()))
        }
    }
}
