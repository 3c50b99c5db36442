// Live news: the events of a live memo tell its speech bit by bit, first as it seems, then as it is.

import Analysis
import Capture
import Pipeline
import TestSignals
import Testing

@Suite struct LiveNewsTests {
    private func live(_ name: String) async throws -> (sink: RecordingSink, result: MemoResult) {
        let scratch = try Scratch()
        let memo = try livePipe(scratch, rawCopy(of: Samples.folder + name))
        let sink = RecordingSink()
        let result = try await MemoProcessor(settings: ProcessSettings(), clock: ManualClock()).process(memo, to: sink)
        return (sink, result)
    }

    @Test(arguments: ["stand-up-note.wav", "lecture.flac", "garden-no-speech.flac"])
    func `what was settled, put together, is the activity of the result`(name: String) async throws {
        let (sink, result) = try await live(name)
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
