// Hostile input: no sample and no setting makes the analyzer trap or lie; mistakes of the program stop it at once.

import Analysis
import TestSignals
import Testing

@Suite("Hostile input", .timeLimit(.minutes(10))) struct HostileInputTests {
    private static let talk = SpeechLike([.init(start: 0.4, syllables: 5)], room: -55, seconds: 2, sampleRate: 16_000)
        .signal.samples

    private static func parameters(
        _ method: ActivityMethod = .trained, _ change: (inout AnalysisParameters) -> Void = { _ in }
    ) -> AnalysisParameters {
        var parameters = AnalysisParameters()
        parameters.activityMethod = method
        parameters.samplesPerPixel = 100
        (parameters.keepsEvidence, parameters.keepsSpectrogram) = (true, true)
        change(&parameters)
        return parameters
    }

    @Test(
        "what is no sound is silence, and counted",
        arguments: [.nan, .signalingNaN, .infinity, -.infinity, 1e30, -1e30, 1_000_001, -1_000_001] as [Float],
        [1, 2, 3])
    func broken(sample: Float, channels: Int) {
        var clean = Self.talk.flatMap { [Float](repeating: $0, count: channels) }
        var damaged = clean
        // The first and the last sample of the memo, of hops, and whole hops.
        var places = [0, 1, clean.count - 1]
        places += stride(from: 79 * channels, to: clean.count, by: 997 * 5)
        places += 12_000..<12_000 + 160 * channels
        let broken = Set(places)
        for place in broken { (clean[place], damaged[place]) = (0, sample) }
        var (right, found) = (
            analyse(clean, sampleRate: 16_000, channels: channels, parameters: Self.parameters()),
            analyse(damaged, sampleRate: 16_000, channels: channels, parameters: Self.parameters()) { 333 }
        )
        #expect(right.levels.nonFiniteSamples == 0 && found.levels.nonFiniteSamples == broken.count)
        (right.levels.nonFiniteSamples, found.levels.nonFiniteSamples) = (0, 0)
        #expect(everything(found) == everything(right))
    }

    @Test("a memo of nothing but broken samples is silence", arguments: ActivityMethod.allCases, [1, 2])
    func nothingButBroken(method: ActivityMethod, channels: Int) {
        let result = analyse(
            [Float](repeating: .nan, count: 20_001 * channels), sampleRate: 8_000, channels: channels,
            parameters: Self.parameters(method))
        #expect(result.levels.nonFiniteSamples == 20_001 * channels && result.levels.peak == nil)
        #expect(result.frames == 20_001 && result.activity.isEmpty && result.onsets.isEmpty)
    }

    @Test("what is noted and what is found is counted together")
    func noted() {
        var analyzer = makeAnalyzer(sampleRate: 8_000)
        analyzer.push([Float](repeating: .infinity, count: 81), frames: 81)
        analyzer.note(nonFiniteSamples: 5)
        // Those of the hop that is under way are counted when it is full.
        #expect(analyzer.levels.nonFiniteSamples == 85)
        #expect(analyzer.finish().levels.nonFiniteSamples == 86)
    }

    @Test("a first look counts them, too")
    func sampled() {
        var sampler = LevelSampler(time: TimeBase(sampleRate: 8_000), channels: 1, stretches: 2)
        sampler.pushOpening([Float](repeating: .nan, count: 400), frames: 400)
        sampler.push([0.5, .nan] + [Float](repeating: 0.5, count: 158), frames: 160, stretch: 1)
        #expect(sampler.levels.nonFiniteSamples == 1 && sampler.levels.peak == decibels(amplitude: 0.5))
        #expect(sampler.overview(duration: 1).maxima == [0, 0.5])
        #expect(sampler.bloom.level.allSatisfy { $0 == 0 })
    }

    @Test(
        "the loudest and the faintest sound give numbers", arguments: ActivityMethod.allCases,
        [1, 2, 3, 4] as [UInt64])
    func extremes(method: ActivityMethod, seed: UInt64) {
        var generator = SeededGenerator(seed: seed)
        let levels: [Float] = [1e6, -1e6, .leastNonzeroMagnitude, 1e-38, 1e-20, 1e-7, 1, 0]
        var level: Float = 0
        let samples = (0..<32_000).map { index -> Float in
            if index.isMultiple(of: 400) { level = levels.randomElement(using: &generator) ?? 0 }
            return level * Float(generator.nextSample())
        }
        let result = analyse(samples, sampleRate: 16_000, parameters: Self.parameters(method))
        #expect(result.levels.nonFiniteSamples == 0)
        #expect(result.onsets.allSatisfy { $0.time.isFinite && $0.strength.isFinite })
        #expect(result.bloom.level.allSatisfy { (0...1).contains($0) })
        #expect(result.bloom.scale.allSatisfy { $0.isFinite && abs($0 - 1) < 0.2 })
        #expect(result.nuclei.allSatisfy { $0.time.isFinite && $0.level.isFinite })
        #expect(result.spectrogram?.levels.allSatisfy(\.isFinite) == true)
    }

    @Test("a rate or a number of channels that there is not is refused")
    func formats() {
        for rate in [Int.min, -1, 0, 999, 768_001, .max] {
            #expect(settingRefused { try Analyzer(sampleRate: rate, channels: 1) } == .sampleRate)
        }
        for channels in [Int.min, -1, 0, 1025, .max] {
            #expect(settingRefused { try Analyzer(sampleRate: 8_000, channels: channels) } == .channels)
        }
    }

    @Test(
        "a duration that is none, or out of range, is refused",
        arguments: [.nan, .infinity, -.infinity, -0.1, -1e300, 1e300] as [Double])
    func durations(seconds: Double) {
        #expect(refused { $0.segments.join = seconds } == .join)
        #expect(refused { $0.segments.padding = seconds } == .padding)
        #expect(refused { $0.segments.maximumLength = seconds } == .maximumLength)
    }

    @Test("lengths, rates and pixels of nothing are refused")
    func settings() {
        #expect(refused { $0.segments.maximumLength = 0 } == .maximumLength)
        for rate in [Int.min, -60, 0, 241, .max] {
            #expect(refused { $0.bloomFramesPerSecond = rate } == .bloomFramesPerSecond)
        }
        for samples in [Int.min, -1, 0, 1, 1_000_001] {
            #expect(refused { $0.samplesPerPixel = samples } == .samplesPerPixel)
        }
    }

    @Test("the ends of the ranges are allowed, and an error says what to do")
    func ranges() throws {
        for (join, padding, longest) in [(0.0, 0.0, 1.0), (10, 5, 3600)] {
            let parameters = Self.parameters {
                $0.segments.join = join
                $0.segments.padding = padding
                $0.segments.maximumLength = longest
            }
            try parameters.validate()
            _ = analyse(Self.talk, sampleRate: 16_000, parameters: parameters)
        }
        let error = #expect(throws: AnalysisError.self) { try Analyzer(sampleRate: 0, channels: 1) }
        #expect(error?.description == "a sample rate of 0 is out of range; choose one between 1000 and 768000")
    }

    @Test("there is no evidence of a time that is none", arguments: [.nan, .infinity, -.infinity, 1e300] as [Double])
    func evidence(time: Double) throws {
        let track = try #require(analyse(Self.talk, sampleRate: 16_000, parameters: Self.parameters()).evidence)
        #expect(track.evidence(of: TimeSpan(start: time, end: 1)) == nil)
        #expect(track.evidence(of: TimeSpan(start: 0, end: time)) == nil)
        #expect(track.evidence(of: TimeSpan(start: 0.5, end: 1)) != nil)
    }

    /// Which setting an analyzer does not take.
    private func refused(_ change: (inout AnalysisParameters) -> Void) -> AnalysisError.Setting? {
        settingRefused { try Analyzer(sampleRate: 8_000, channels: 1, parameters: Self.parameters(.trained, change)) }
    }

    private func settingRefused(_ make: () throws -> Analyzer) -> AnalysisError.Setting? {
        do {
            _ = try make()
            return nil
        } catch {
            return (error as? AnalysisError)?.setting
        }
    }
}
