// Segments: joined, padded, bounded, cut at dips, each end with its reason.

import Analysis
import Foundation
import TestSignals
import Testing

@Suite("Segmenter") struct SegmenterTests {
    /// Segments of a memo of so many frames (10 ms each) that is active in the given ones.
    private func segments(
        _ active: [Range<Int>], frames: Int, parameters: SegmentParameters = SegmentParameters(),
        power: (Int) -> Float = { _ in 0.01 }
    ) -> [Segment] {
        var isActive = [Bool](repeating: false, count: frames)
        for range in active { for frame in range { isActive[frame] = true } }
        var segmenter = Segmenter(time: TimeBase(sampleRate: 16_000), parameters: parameters, delay: 0)
        var result: [Segment] = []
        for frame in 0..<frames {
            segmenter.push(meanSquare: power(frame), peak: power(frame).squareRoot())
            segmenter.push(isActive: isActive[frame], into: &result)
        }
        segmenter.finish(samples: frames * 160, into: &result)
        return result
    }

    private func spans(_ segments: [Segment]) -> [[Int]] {
        segments.map { [Int(($0.span.start * 100).rounded()), Int(($0.span.end * 100).rounded())] }
    }

    private func parameters(join: Double = 0.5, padding: Double = 0.2, maximum: Double = 30) -> SegmentParameters {
        var parameters = SegmentParameters()
        (parameters.join, parameters.padding, parameters.maximumLength) = (join, padding, maximum)
        return parameters
    }

    @Test("a stretch is padded by 200 ms, with a pause at both ends")
    func padding() throws {
        let found = segments([100..<200], frames: 400)
        try #require(spans(found) == [[80, 220]])
        #expect(found[0].startReason == .pause && found[0].endReason == .pause)
    }

    @Test("pauses shorter than half a second join, others part", arguments: [1, 30, 49, 50, 51, 80])
    func join(pause: Int) {
        let found = segments([100..<200, 200 + pause..<300 + pause], frames: 600)
        #expect(found.count == (pause < 50 ? 1 : 2))
        #expect(spans(found).first?.first == 80 && spans(found).last?.last == 320 + pause)
    }

    @Test("padding that would overlap meets in the middle")
    func meeting() {
        let found = segments([200..<300, 360..<400], frames: 800, parameters: parameters(join: 0.1, padding: 0.5))
        #expect(spans(found) == [[150, 330], [330, 450]])
        let odd = spans(
            segments([200..<300, 361..<400], frames: 800, parameters: parameters(join: 0.1, padding: 0.5)))
        #expect(odd.count == 2 && odd[0][1] <= odd[1][0] && odd[1][0] - odd[0][1] <= 1)
    }

    @Test("padding stays inside the memo, and the reasons say so")
    func edges() throws {
        let found = segments([5..<100, 200..<290], frames: 300)
        #expect(spans(found) == [[0, 120], [180, 300]])
        #expect(found.map(\.startReason) == [.startOfMemo, .pause])
        #expect(found.map(\.endReason) == [.pause, .endOfMemo])
        let whole = segments([0..<300], frames: 300)
        try #require(spans(whole) == [[0, 300]])
        #expect(whole[0].startReason == .startOfMemo && whole[0].endReason == .endOfMemo)
    }

    @Test("a memo of one frame is one segment or none")
    func short() {
        #expect(segments([], frames: 1).isEmpty)
        #expect(segments([], frames: 0).isEmpty)
        #expect(spans(segments([0..<1], frames: 1)) == [[0, 1]])
        var segmenter = Segmenter(time: TimeBase(sampleRate: 16_000), parameters: SegmentParameters(), delay: 0)
        var result: [Segment] = []
        segmenter.push(meanSquare: 0.1, peak: 0.5)
        segmenter.push(isActive: true, into: &result)
        segmenter.finish(samples: 7, into: &result)
        #expect(result.map(\.span) == [TimeSpan(start: 0, end: 7.0 / 16_000)])
    }

    @Test("what is too long and even is cut at the maximum length")
    func evenSound() {
        let found = segments([100..<10_000], frames: 11_000)
        #expect(found.count >= 4)
        #expect(found.dropLast().allSatisfy { $0.endReason == .maximumLength })
        #expect(found.dropFirst().allSatisfy { $0.startReason == .maximumLength })
        for (one, next) in zip(found, found.dropFirst()) { #expect(one.span.end == next.span.start) }
        #expect(found.allSatisfy { $0.span.duration <= 30 + 1e-9 })
    }

    @Test("what is too long is cut at a dip when there is one", arguments: [1500, 2000, 2500, 2900])
    func dip(place: Int) throws {
        let found = segments([100..<4000], frames: 4500) { frame in
            (place..<place + 12).contains(frame) ? 0.0005 : 0.01
        }
        try #require(found.count == 2)
        #expect(found.first?.endReason == .dip && found.last?.startReason == .dip)
        #expect((place..<place + 12).contains(spans(found)[0][1]))
    }

    @Test("of two dips and of two gaps that are alike the later one is cut, so that segments are long")
    func equals() {
        let dips = segments([100..<4000], frames: 4500) { frame in
            [1600..<1612, 2500..<2512].contains { $0.contains(frame) } ? 0.0005 : 0.01
        }
        #expect(dips.count == 2)
        #expect(spans(dips).first.map { (2500..<2512).contains($0[1]) } == true)
        let gaps = segments([100..<1600, 1620..<2500, 2520..<4000], frames: 4500)
        #expect(gaps.count == 2 && spans(gaps).first?[1] == 2510)
    }

    @Test("a dip is six decibels deep", arguments: [(5.5, Segment.Reason.maximumLength), (6.5, .dip)])
    func depth(decibels: Double, reason: Segment.Reason) {
        let low = Float(0.01 / pow(10, decibels / 10))
        let found = segments([100..<4000], frames: 4500) { (2000..<2020).contains($0) ? low : 0.01 }
        #expect(found.first?.endReason == reason)
    }

    @Test("and as long as a short pause: level is judged over 70 ms", arguments: [(1, false), (5, false), (6, true)])
    func reach(frames: Int, isDip: Bool) {
        let found = segments([100..<4000], frames: 4500) { (2000..<2000 + frames).contains($0) ? 0 : 0.01 }
        #expect(found.first?.endReason == (isDip ? .dip : .maximumLength))
    }

    @Test("a gap in the activity is a better place to cut than any dip")
    func gap() throws {
        let found = segments([100..<2000, 2030..<4000], frames: 4500) { (1500..<1520).contains($0) ? 0.0001 : 0.01 }
        try #require(found.count == 2)
        #expect(spans(found)[0][1] == 2015)
        #expect(found[0].endReason == .dip && found[1].startReason == .dip)
    }

    @Test("levels are those of the segment and not of what is around it")
    func levels() throws {
        let found = segments([100..<200, 400..<500], frames: 600) { $0 < 300 ? 0.01 : 0.0001 }
        try #require(found.count == 2)
        #expect(abs(try #require(found[0].rms) + 20) < 0.01)
        #expect(abs(try #require(found[1].rms) + 40) < 0.01)
        #expect(abs(try #require(found[1].peak) + 40) < 0.01)
        #expect(segments([100..<200], frames: 300) { _ in 0 }[0].rms == nil)
    }

    @Test("the peak of a segment is its loudest frame, wherever that is", arguments: [100, 150, 199])
    func peak(place: Int) throws {
        let found = segments([100..<200, 400..<500], frames: 600) { $0 == place ? 0.25 : 0.0001 }
        try #require(found.count == 2)
        #expect(abs(try #require(found[0].peak) + 6.02) < 0.01)
        #expect(abs(try #require(found[1].peak) + 40) < 0.01)
    }

    @Test("a segment of an analyzer has its own peak, not that of what came before")
    func analyzerPeak() throws {
        let talk = SpeechLike([.init(start: 0.5, syllables: 5)], level: -12, seconds: 3, sampleRate: 16_000).signal
        let later = SpeechLike([.init(start: 0.5, syllables: 5)], level: -32, seconds: 3, sampleRate: 16_000).signal
        let found = analyse(talk.followed(by: later)).segments
        try #require(found.count == 2)
        let (loud, quiet) = (try #require(found[0].peak), try #require(found[1].peak))
        #expect(abs(loud - quiet - 20) < 4)
        let rms = try #require(found[1].rms)
        #expect(quiet > rms)
    }

    @Test("segments cover what is active, never overlap, leave the memo or get too long", arguments: 1...60)
    func properties(seed: UInt64) {
        var generator = SeededGenerator(seed: seed)
        let parameters = parameters(
            join: Double.random(in: 0...6, using: &generator), padding: Double.random(in: 0...0.5, using: &generator),
            maximum: Double.random(in: 1...30, using: &generator))
        var active: [Range<Int>] = []
        var frame = Int.random(in: 0...200, using: &generator)
        while frame < 8000 {
            let end = frame + Int.random(in: 20...1500, using: &generator)
            active.append(frame..<end)
            frame = end + Int.random(in: 16...400, using: &generator)
        }
        let frames = (active.last?.upperBound ?? 0) + Int.random(in: 0...100, using: &generator)
        let levels = (0..<frames).map { _ in Float.random(in: 0.001...0.1, using: &generator) }
        let found = segments(active, frames: frames, parameters: parameters) { levels[$0] }
        var covered = [Bool](repeating: false, count: frames)
        for span in spans(found) { for frame in span[0]..<min(span[1], frames) { covered[frame] = true } }
        #expect(active.joined().allSatisfy { covered[$0] })
        #expect(found.allSatisfy { $0.span.start >= 0 && $0.span.end <= Double(frames) / 100 && $0.span.duration > 0 })
        #expect(found.allSatisfy { $0.span.duration <= parameters.maximumLength + 0.0051 })
        for (one, next) in zip(found, found.dropFirst()) { #expect(one.span.end <= next.span.start) }
    }

    @Test("the maximum length holds even where the padding alone exceeds it")
    func paddingBeyondMaximum() {
        let found = segments([1000..<2000], frames: 3000, parameters: parameters(padding: 5, maximum: 1))
        #expect(!found.isEmpty)
        #expect(found.allSatisfy { $0.span.duration <= 1 + 1e-9 && $0.span.duration > 0 })
    }
}
