// SegmentCutter: segments as an engine hears them.

import Analysis
import Testing
import Transcription

@Suite struct SegmentCutterTests {
    /// Each sample tells its own place.
    private func cutter(seconds: Double, longest: Double, rate: Int = 8000) throws -> SegmentCutter {
        var cutter = try SegmentCutter(sampleRate: rate, engineRate: rate, longest: longest)
        let count = Int(seconds * Double(rate))
        for start in stride(from: 0, to: count, by: 100) {
            cutter.push((start..<min(start + 100, count)).map { Float($0) })
        }
        cutter.finish()
        return cutter
    }

    @Test func `a segment is cut where it lies`() throws {
        let cutter = try cutter(seconds: 10, longest: 4)
        #expect(cutter.samples(of: TimeSpan(start: 8, end: 9.5)) == (64_000..<76_000).map { Float($0) })
        #expect(cutter.seconds == 10)
    }

    @Test func `as much is kept as was asked for, whenever it is asked`() throws {
        for seconds in stride(from: 0.5, through: 20, by: 0.5) {
            let cutter = try cutter(seconds: seconds, longest: 3)
            let span = TimeSpan(start: max(0, seconds - 3), end: seconds)
            let samples = cutter.samples(of: span)
            #expect(samples.count == Int(span.duration * 8000))
            #expect(samples.first == Float(span.start * 8000))
        }
    }

    @Test func `what is not there is left out`() throws {
        let cutter = try cutter(seconds: 10, longest: 2)
        #expect(cutter.samples(of: TimeSpan(start: 0, end: 1)).isEmpty)
        #expect(cutter.samples(of: TimeSpan(start: 9, end: 12)).count == 8000)
        #expect(cutter.samples(of: TimeSpan(start: 20, end: 12)).isEmpty)
    }

    @Test func `other rates keep the place`() throws {
        var cutter = try SegmentCutter(sampleRate: 48_000, engineRate: 16_000, longest: 5)
        // A click of 0.1 s at 2 s.
        cutter.push((0..<48_000 * 4).map { (96_000..<100_800).contains($0) ? 0.5 : 0 })
        cutter.finish()
        let around = cutter.samples(of: TimeSpan(start: 1.95, end: 2.15))
        let loud = around.indices.filter { abs(around[$0]) > 0.25 }
        let first = try #require(loud.first)
        let last = try #require(loud.last)
        #expect(abs(first - 800) <= 1 && abs(last - 2400) <= 1)
    }
}
