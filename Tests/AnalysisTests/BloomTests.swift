// The bloom: rest, attack and release, and that it never knows the future.

import Analysis
import Foundation
import TestSignals
import Testing

@Suite("Bloom") struct BloomTests {
    private static let rate = 16_000

    /// Levels of hops of 80 samples, given as mean squares.
    private func track(
        _ powers: [Float], sampleRate: Int = rate, parameters: Bloom.Parameters = Bloom.Parameters()
    ) -> BloomTrack {
        var bloom = Bloom(time: TimeBase(sampleRate: sampleRate), parameters: parameters)
        var track = BloomTrack()
        for power in powers { bloom.push(meanSquare: power, count: 80, into: &track) }
        return track
    }

    @Test("silence rests at exactly 0, and the button at exactly 1")
    func silence() {
        let memo = analyse(.silence(seconds: 3, sampleRate: Self.rate))
        let bloom = memo.bloom.track
        #expect(Array(memo.rings).isEmpty && bloom.rings.isEmpty)
        #expect(bloom.level == [Float](repeating: 0, count: 180))
        #expect(bloom.scale == [Float](repeating: 1, count: 180))
    }

    @Test("a known room does not twitch, however loud it is", arguments: [-20.0, -40, -60, -85])
    func steadyNoise(level: Double) {
        let bloom = analyse(.whiteNoise(level: level, seconds: 12, sampleRate: Self.rate)).bloom.track
        #expect(bloom.level[360...].allSatisfy { $0 == 0 })
        #expect(bloom.scale[480...].allSatisfy { $0 == 1 })
    }

    @Test("after the last word the bloom comes to rest, exactly")
    func comesToRest() {
        let talk = SpeechLike([.init(start: 1, syllables: 6)], seconds: 9, sampleRate: Self.rate)
        let bloom = analyse(talk.signal).bloom.track
        #expect(bloom.level.max() ?? 0 > 0.5)
        #expect(bloom.level.suffix(60).allSatisfy { $0 == 0 })
        #expect(bloom.scale.suffix(60).allSatisfy { $0 == 1 })
    }

    @Test("the bloom of a beginning is the beginning of the bloom", arguments: [0.5, 2.0, 2.71828])
    func causal(seconds: Double) {
        let quiet = SpeechLike([.init(start: 0.4, syllables: 5)], level: -35, seconds: 3, sampleRate: Self.rate).signal
        let loud = Signal.whiteNoise(level: -3, seconds: 2, sampleRate: Self.rate)
        let whole = analyse(quiet.followed(by: loud)).bloom.track
        let part = analyse(quiet.prefix(seconds: seconds)).bloom.track
        #expect(part.level == Array(whole.level.prefix(part.level.count)))
        #expect(part.scale == Array(whole.scale.prefix(part.scale.count)))
        #expect(part.level.count == Int((seconds * 60).rounded(.up)))
    }

    @Test("there are 60 frames per second at every rate", arguments: [8_000, 11_025, 16_000, 22_050, 44_100, 192_000])
    func frameCount(sampleRate: Int) {
        for samples in [0, 1, sampleRate / 60, sampleRate, 3 * sampleRate + 7] {
            let result = analyse([Float](repeating: 0.1, count: samples), sampleRate: sampleRate)
            #expect(result.bloom.count == (samples * 60 + sampleRate - 1) / sampleRate)
        }
    }

    @Test("any number of frames per second may be asked for", arguments: [1, 24, 30, 120, 240])
    func otherRates(framesPerSecond: Int) {
        var parameters = AnalysisParameters()
        parameters.bloomFramesPerSecond = framesPerSecond
        let result = analyse(.whiteNoise(level: -30, seconds: 2, sampleRate: Self.rate), parameters: parameters)
        #expect(result.bloom.count == 2 * framesPerSecond)
        #expect(result.bloom.framesPerSecond == framesPerSecond)
    }

    @Test("the level rises with 40 ms and falls with 250 ms")
    func timeConstants() {
        // Ten hops are three frames: 50 ms.
        let bloom = track(
            [Float](repeating: 1e-8, count: 400) + [Float](repeating: 0.1, count: 200)
                + [Float](repeating: 1e-8, count: 200))
        for frame in 122...126 {
            let left = (1 - bloom.level[frame + 3]) / (1 - bloom.level[frame])
            #expect(abs(Double(left) - exp(-0.050 / 0.040)) < 0.002)
        }
        for frame in 195...205 {
            let left = bloom.level[frame + 3] / bloom.level[frame]
            #expect(abs(Double(left) - exp(-0.050 / 0.250)) < 0.002)
        }
    }

    @Test("what is as loud as the ceiling fills the bloom, and the button grows by a twentieth")
    func ceiling() throws {
        let bloom = track([Float](repeating: 1e-8, count: 200) + [Float](repeating: 0.0631, count: 800))
        #expect(abs(try #require(bloom.level.last) - 1) < 0.001)
        #expect(abs(try #require(bloom.scale.last) - 1.05) < 0.0005)
        #expect(bloom.level.allSatisfy { 0 <= $0 && $0 <= 1 })
    }

    @Test("between room and ceiling the level goes with the decibels")
    func middle() throws {
        // Room −80 dBFS, shown from −72 on; the middle to −12 is −42.
        let bloom = track([Float](repeating: 1e-8, count: 800) + [Float](repeating: 6.31e-5, count: 400))
        #expect(abs(try #require(bloom.level.last) - 0.5) < 0.001)
    }

    @Test("what is faint leaves the bloom at rest: it begins 8 dB above the room", arguments: [-80.0, -60, -40])
    func faint(room: Double) throws {
        func power(_ decibels: Double) -> Float { Float(pow(10, decibels / 10)) }
        let quiet = [Float](repeating: power(room), count: 400)
        let below = track(quiet + [Float](repeating: power(room + 7), count: 400))
        #expect(below.level.allSatisfy { $0 == 0 } && below.scale.allSatisfy { $0 == 1 })
        let above = track(quiet + [Float](repeating: power(room + 9.5), count: 400))
        #expect(try #require(above.level.max()) > 0)
    }

    @Test("a part of the history is that part of the levels and of the scales")
    func part() {
        let talk = SpeechLike([.init(start: 0.5, syllables: 6)], seconds: 3, sampleRate: Self.rate)
        let bloom = analyse(talk.signal).bloom
        let part = bloom.track(60..<100)
        #expect(part.level == Array(bloom.track.level[60..<100]) && part.scale == Array(bloom.track.scale[60..<100]))
        #expect(part.scale.contains { $0 > 1 })
    }

    @Test("rings that were told are not told again, those of open activity are")
    func laterRings() throws {
        let talk = SpeechLike(
            [.init(start: 1, syllables: 6), .init(start: 4, syllables: 30)], seconds: 7, sampleRate: Self.rate)
        var live = try Analyzer(sampleRate: Self.rate, channels: 1)
        push(talk.signal.prefix(seconds: 6).samples, channels: 1, into: &live)
        let all = live.rings()
        try #require(all.count == 2)
        #expect(live.rings(from: 1) == [all[1]] && live.rings(from: 2).isEmpty)
    }

    @Test("the button follows the level through the spring")
    func spring() {
        let bloom = track([Float](repeating: 1e-8, count: 400) + [Float](repeating: 0.1, count: 400))
        var state = Spring.State(position: 1)
        for (frame, level) in bloom.level.enumerated() {
            state = Spring.bloom.advance(state, towards: 1 + 0.05 * Double(level), by: 1.0 / 60)
            #expect(abs(Double(bloom.scale[frame]) - state.position) < 1e-4)
        }
        #expect(bloom.scale.max() ?? 0 > 1.05)
    }

    @Test("with reduced motion the button moves in a straight line of 0.1 s, and there are no rings")
    func reduceMotion() {
        let talk = SpeechLike([.init(start: 0.5, syllables: 6)], level: -12, seconds: 4, sampleRate: Self.rate)
        var parameters = AnalysisParameters()
        parameters.reduceMotion = true
        let (calmMemo, usualMemo) = (analyse(talk.signal, parameters: parameters), analyse(talk.signal))
        let (calm, usual) = (calmMemo.bloom.track, usualMemo.bloom.track)
        #expect(Array(calmMemo.rings).isEmpty && !Array(usualMemo.rings).isEmpty)
        #expect(calm.level == usual.level)
        for (before, after) in zip(calm.scale, calm.scale.dropFirst()) {
            // A sixth of the way per frame, and half a unit of rounding at both ends.
            #expect(abs(after - before) < 0.05 / 6 + 1.01e-4)
        }
        #expect(calm.scale.allSatisfy { $0 >= 1 && $0 <= 1.05 })
        #expect(calm.scale.last == 1)
    }

    @Test("a ring starts where activity starts, before the activity has ended too")
    func rings() {
        let talk = SpeechLike(
            [.init(start: 1, syllables: 6), .init(start: 4, syllables: 30)], seconds: 7, sampleRate: Self.rate)
        let result = analyse(talk.signal)
        #expect(Array(result.rings) == result.activity.map(\.start))
        var live = makeAnalyzer(sampleRate: Self.rate, channels: 1)
        push(talk.signal.prefix(seconds: 6).samples, channels: 1, into: &live)
        #expect(live.activity.count == 1 && live.rings() == Array(result.rings))
    }
}
