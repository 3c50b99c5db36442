// Live news: the events of a live memo tell its speech bit by bit, first as it seems, then as it is.

import Analysis
import Capture
import Pipeline
import TestSignals
import Testing

@Suite(.timeLimit(.minutes(10))) struct LiveNewsTests {
    /// - Parameter seconds: where the recording of 16 bits at 16 kHz is stopped.
    private func live(
        _ name: String, until seconds: Double = .infinity
    ) async throws -> (sink: RecordingSink, result: MemoResult) {
        let scratch = try Scratch()
        var raw = try rawCopy(of: Samples.folder + name)
        if seconds < .infinity { raw.bytes = Array(raw.bytes.prefix(Int(seconds * 16_000) * 2)) }
        let memo = try livePipe(scratch, raw)
        let sink = RecordingSink()
        let result = try await MemoProcessor(settings: ProcessSettings(), clock: ManualClock()).process(memo, to: sink)
        return (sink, result)
    }

    /// The second one is stopped half a second after a word began.
    @Test(arguments: [
        ("stand-up-note.wav", Double.infinity), ("stand-up-note.wav", 12.4), ("lecture.flac", .infinity),
        ("garden-no-speech.flac", .infinity),
    ])
    func `what was settled, put together, is the activity of the result`(name: String, seconds: Double) async throws {
        let (sink, result) = try await live(name, until: seconds)
        let news = sink.answers.compactMap(\.result.news)
        #expect(news.count == sink.answers.count)
        var joined: [TimeSpan] = []
        for span in news.flatMap(\.activity.settled.active) {
            if joined.last?.end == span.start {
                joined[joined.count - 1].end = span.end
            } else {
                joined.append(span)
            }
        }
        #expect(joined == result.measurements.activity)
        #expect(news.last?.activity.settled.span.end == result.duration)
        #expect(news.flatMap(\.wordStarts) == result.measurements.wordStarts)
        if seconds < .infinity { #expect(news.last?.wordStarts.isEmpty == false) }
    }

    @Test func `speech is told before it is settled`() async throws {
        let (sink, result) = try await live("stand-up-note.wav")
        let first = try #require(result.measurements.activity.first)
        let middle = (first.start + first.end) / 2
        func answer(_ part: KeyPath<LiveActivity, HeardPart>) -> Int? {
            sink.answers.firstIndex { answer in
                answer.result.news?.activity[keyPath: part].active.contains { $0.start <= middle && middle < $0.end }
                    == true
            }
        }
        let (seemed, settled) = (try #require(answer(\.provisional)), try #require(answer(\.settled)))
        #expect(seemed < settled)
    }

    @Test func `a file has no news: all of it comes at once`() async throws {
        let sink = RecordingSink()
        try await MemoProcessor(settings: ProcessSettings(), clock: ManualClock())
            .process(Memo(path: Samples.note), to: sink)
        #expect(sink.answers.allSatisfy { $0.result.news == nil } && !sink.answers.isEmpty)
    }
}
