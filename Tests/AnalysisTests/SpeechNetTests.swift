// The net: Swift says what torch says, a stream ends as it should, and damaged weights are refused.

import Analysis
import Foundation
import TestSignals
import Testing

@Suite("Speech net") struct SpeechNetTests {
    /// What Training/ wrote beside the weights: features of 200 steps and what torch makes of them.
    private struct Fixture {
        var features: [[Float]] = []
        var outputs: [(logit: Float, logSyllables: Float)] = []

        init() throws {
            let file = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "Fixtures/speech-net.bin")
            let bytes = [UInt8](try Data(contentsOf: file))
            let newline = try #require(bytes.firstIndex(of: UInt8(ascii: "\n")))
            let json = try JSONSerialization.jsonObject(with: Data(bytes[..<newline]))
            let header = try #require(json as? [String: Any])
            let (steps, width) = (try #require(header["steps"] as? Int), try #require(header["features"] as? Int))
            let numbers = stride(from: newline + 1, to: bytes.count, by: 4).map { start in
                Float(bitPattern: (0..<4).reduce(UInt32(0)) { $0 | UInt32(bytes[start + $1]) << UInt32(8 * $1) })
            }
            try #require(numbers.count == steps * (width + 2))
            features = (0..<steps).map { Array(numbers[$0 * width..<($0 + 1) * width]) }
            outputs = (0..<steps).map { (numbers[steps * width + 2 * $0], numbers[steps * width + 2 * $0 + 1]) }
        }
    }

    private func answers(_ features: [[Float]]) -> [SpeechNet.Answer] {
        var net = SpeechNet(weights: .shipped)
        var result = features.compactMap { net.push($0) }
        net.finish(into: &result)
        return result
    }

    @Test("probabilities and syllables are torch's, within 1e-4")
    func sameAsTorch() throws {
        let fixture = try Fixture()
        let found = answers(fixture.features)
        try #require(found.count == fixture.outputs.count && found.count >= 200)
        func probability(_ logit: Float) -> Float { 1 / (1 + exp(-logit)) }
        for (one, other) in zip(found, fixture.outputs) {
            #expect(abs(probability(one.logit) - probability(other.logit)) < 1e-4)
            #expect(abs(exp(one.logSyllables) - exp(other.logSyllables)) < 1e-4)
        }
        // The fixture says something: both answers occur.
        #expect(fixture.outputs.contains { $0.logit > 1 } && fixture.outputs.contains { $0.logit < -1 })
    }

    @Test("every step gets one answer, in memos of any length", arguments: [0, 1, 2, 3, 7, 17, 18, 19, 20, 63, 150])
    func lengths(steps: Int) throws {
        let features = Array(try Fixture().features.prefix(steps))
        #expect(answers(features).count == steps)
    }

    @Test("an answer depends on 18 steps ahead, and on no more")
    func lookAhead() throws {
        let features = try Fixture().features
        #expect(SpeechNet.delay == 18)
        let whole = answers(features)
        var changed = features
        changed[150] = changed[150].map { 1 - $0 }
        let other = answers(changed)
        #expect(whole[..<132] == other[..<132])
        #expect(whole[132...150] != other[132...150])
    }

    @Test("damaged weights are refused, with what is wrong")
    func damaged() throws {
        #expect(throws: SpeechNetWeights.Failure.noHeader) { try SpeechNetWeights(bytes: []) }
        #expect(throws: SpeechNetWeights.Failure.noHeader) { try SpeechNetWeights(bytes: Array("{}\n".utf8)) }
        let header = """
            {"features":32,"channels":32,"taps":5,"dilations":[1,2,4,8,16],"right":[2,2,1,1,0]}

            """
        #expect(throws: SpeechNetWeights.Failure.numbers(wanted: 7362, found: 1)) {
            try SpeechNetWeights(bytes: Array(header.utf8) + [0, 0, 0, 0])
        }
        let other = header.replacing("\"channels\":32", with: "\"channels\":64")
        #expect(throws: SpeechNetWeights.Failure.otherShape) { try SpeechNetWeights(bytes: Array(other.utf8)) }
    }

    @Test("features do not depend on the gain", arguments: [-30.0, -12, 9])
    func gain(decibels: Double) {
        let talk = SpeechLike([.init(start: 1, syllables: 9)], level: -25, room: -55, seconds: 4, sampleRate: 16_000)
            .signal
        let usual = SpeechFeatures.ofWholeMemo(talk.samples, sampleRate: 16_000)
        let changed = SpeechFeatures.ofWholeMemo(talk.amplified(decibels: decibels).samples, sampleRate: 16_000)
        #expect(usual.count == 200 * SpeechFeature.count && usual.count == changed.count)
        #expect(zip(usual, changed).allSatisfy { abs($0 - $1) < 2e-3 })
    }

    @Test("features are finite whatever comes in", arguments: [1, 2, 3] as [UInt64])
    func finite(seed: UInt64) {
        var generator = SeededGenerator(seed: seed)
        let samples = (0..<32_000).map { index -> Float in
            switch index / 4000 {
            case 0, 3: 0
            case 1: generator.nextSample() > 0.9 ? 1 : -1
            case 2: Float.leastNonzeroMagnitude
            case 5: 1000
            default: Float(generator.nextSample())
            }
        }
        let features = SpeechFeatures.ofWholeMemo(samples, sampleRate: 16_000)
        #expect(features.allSatisfy { $0.isFinite && abs($0) < 1000 })
    }
}
