// The analyzer: the same numbers whatever the block size, after reset, and for any memo at all.

import Analysis
import TestSignals
import Testing

@Suite("Analyzer") struct AnalyzerTests {
    private static func memo(sampleRate: Int, channels: Int) -> [Float] {
        let phrases = [(0.7, 5), (2.6, 6)].map { SpeechLike.Phrase(start: $0.0, syllables: $0.1) }
        let talk = SpeechLike(phrases, room: -55, seconds: 4.5037, sampleRate: sampleRate).signal
        var channelSignals = [talk]
        for number in 1..<channels + 1 {
            let noise = Signal.pinkNoise(level: -45, seconds: 4.5037, sampleRate: sampleRate, seed: UInt64(number))
            let clicks = Signal.clicks(at: [0.3, 1.9, 4.1], seconds: 4.5037, sampleRate: sampleRate)
            channelSignals.append(noise + clicks)
        }
        return Signal.interleaved(Array(channelSignals.prefix(channels)))
    }

    private static let parameters: AnalysisParameters = {
        var parameters = AnalysisParameters()
        parameters.samplesPerPixel = 100
        parameters.segments.maximumLength = 1
        return parameters
    }()

    @Test(
        "block sizes change nothing, to the last bit",
        arguments: [8_000, 11_025, 16_000, 22_050, 44_100], [1, 2])
    func blockSizes(sampleRate: Int, channels: Int) {
        let memo = Self.memo(sampleRate: sampleRate, channels: channels)
        func result(_ nextSize: () -> Int) -> String {
            everything(
                analyse(
                    memo, sampleRate: sampleRate, channels: channels, parameters: Self.parameters, nextSize: nextSize))
        }
        let whole = result { .max }
        for size in [1, 7, 4096, 65_536] { #expect(result { size } == whole, "blocks of \(size)") }
        for seed in 1...3 as ClosedRange<UInt64> {
            var generator = SeededGenerator(seed: seed)
            #expect(result { Int.random(in: 1...3000, using: &generator) } == whole, "random blocks, seed \(seed)")
        }
    }

    @Test("the memo of these tests has something of everything")
    func somethingOfEverything() {
        let memo = Self.memo(sampleRate: 16_000, channels: 1)
        let result = analyse(memo, sampleRate: 16_000, parameters: Self.parameters)
        #expect(!result.onsets.isEmpty && result.activity.count == 2 && result.segments.count >= 2)
        #expect(result.nuclei.count >= 8 && Array(result.rings).count == 2 && result.levels.noiseFloor != nil)
        #expect(result.frames == memo.count && result.duration == Double(memo.count) / 16_000)
    }

    @Test("reset is as good as new")
    func reset() {
        let memo = Self.memo(sampleRate: 22_050, channels: 2)
        var analyzer = makeAnalyzer(sampleRate: 22_050, channels: 2, parameters: Self.parameters)
        push(memo, channels: 2, into: &analyzer)
        let first = everything(analyzer.finish())
        for _ in 0..<2 {
            analyzer.reset()
            analyzer.note(nonFiniteSamples: 7)
            push(Array(memo.prefix(10_000)), channels: 2, into: &analyzer)
            analyzer.reset()
            #expect(analyzer.seconds == 0 && analyzer.onsets.isEmpty && analyzer.bloom.isEmpty)
            push(memo, channels: 2, into: &analyzer)
            #expect(everything(analyzer.finish()) == first)
        }
    }

    @Test("a copy goes on alone")
    func copies() {
        let memo = Self.memo(sampleRate: 16_000, channels: 1)
        var analyzer = makeAnalyzer(sampleRate: 16_000, channels: 1)
        push(Array(memo.prefix(20_000)), channels: 1, into: &analyzer)
        var copy = analyzer
        push([Float](repeating: 0.9, count: 30_000), channels: 1, into: &copy)
        _ = copy.finish()
        push(Array(memo.dropFirst(20_000)), channels: 1, into: &analyzer)
        #expect(everything(analyzer.finish()) == everything(analyse(memo, sampleRate: 16_000)))
    }

    @Test(
        "memos of a few samples are measured like any other", arguments: [0, 1, 2, 79, 80, 81, 100, 161],
        [1_000, 1_001, 8_000, 44_100, 192_000, 768_000])
    func tiny(samples: Int, sampleRate: Int) {
        let result = analyse([Float](repeating: 0.25, count: samples), sampleRate: sampleRate)
        #expect(result.frames == samples)
        #expect(result.levels.peak == (samples == 0 ? nil : decibels(amplitude: 0.25)))
        #expect(result.onsets.allSatisfy { $0.time < result.duration })
        #expect(result.segments.allSatisfy { $0.span.end <= result.duration })
        #expect(result.overview.minima.allSatisfy { $0 == 0.25 })
    }

    @Test("a second at the lowest and at the highest rate does not trap", arguments: [1_000, 768_000])
    func extremeRates(sampleRate: Int) {
        let result = analyse(.whiteNoise(level: -20, seconds: 1.1, sampleRate: sampleRate))
        #expect(abs(result.duration - 1.1) < 1e-9 && result.bloom.count == 66)
    }

    @Test("1024 channels are mixed to one")
    func manyChannels() throws {
        let frames = 900
        let memo = (0..<frames * 1024).map { $0 % 1024 == 5 ? Float(0.5) : 0 }
        let result = analyse(memo, sampleRate: 8_000, channels: 1024, nextSize: { 77 })
        #expect(result.channels == 1024 && result.frames == frames)
        #expect(abs(try #require(result.levels.peak) + 6.0206) < 0.001)
        #expect(result.overview.maxima.allSatisfy { abs($0 - 0.5 / 1024) < 1e-9 })
    }

    @Test("a mono memo and the same in two equal channels sound the same")
    func dualMono() {
        let mono = Self.memo(sampleRate: 16_000, channels: 1)
        let one = analyse(mono, sampleRate: 16_000)
        let two = analyse(mono.flatMap { [$0, $0] }, sampleRate: 16_000, channels: 2)
        #expect(one.onsets == two.onsets && one.overview == two.overview && one.nuclei == two.nuclei)
        #expect(one.activity == two.activity)
    }
}
