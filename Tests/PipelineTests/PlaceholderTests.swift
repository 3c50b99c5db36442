// Placeholder: words estimated from syllables, and the skeleton a screen draws of them.

import Analysis
import Pipeline
import Testing
import Transcription

@Suite struct PlaceholderTests {
    private static let lines: [(Int, [Double])] = [
        (0, []), (1, [0.1]), (10, [10.0 / 11]), (11, [1]), (12, [1, 0.1]), (22, [1, 1]), (40, [1, 1, 1, 7.0 / 11]),
    ]

    @Test(arguments: lines)
    func `eleven words fill a line, and a rest is never invisible`(words: Int, lines: [Double]) {
        #expect(TranscriptShape.skeleton(words: words) == lines)
    }

    @Test(arguments: [(1, 1), (2, 1), (3, 2), (7, 5), (14, 10), (28, 20), (56, 40)])
    func `seven syllables make five words`(syllables: Int, words: Int) throws {
        var memo = try Made.talk(syllables)
        memo.segments = [try Made.segment(0, memo.duration)]
        #expect(TranscriptShape.placeholder(for: memo).passages.map(\.estimatedWords) == [words])
    }

    @Test func `syllables count for the segment they lie in`() throws {
        var memo = try Made.memo(
            seconds: 10, activity: [(0, 4), (6, 10)],
            nuclei: [(0.5, 50), (1, 50), (1.5, 50), (4.0, 50), (5, 50), (6, 50), (9.99, 50)])
        memo.segments = [try Made.segment(0, 4), try Made.segment(6, 10)]
        // Three of them in the first: the one at its very end is outside. Two in the second.
        #expect(TranscriptShape.placeholder(for: memo).passages.map(\.estimatedWords) == [2, 1])
    }

    @Test func `a segment without a syllable still gets a word`() throws {
        var memo = try Made.memo(seconds: 5, activity: [(1, 2)])
        memo.segments = [try Made.segment(0.8, 2.2)]
        let passage = try #require(TranscriptShape.placeholder(for: memo).passages.first)
        #expect(passage.estimatedWords == 1)
        #expect(passage.skeleton == [0.1])
    }

    @Test func `passages repeat the segments, without any text`() throws {
        var memo = try Made.talk(40)
        memo.segments = [try Made.segment(0, 3), try Made.segment(3.5, 6), try Made.segment(7, 10)]
        let transcript = TranscriptShape.placeholder(for: memo)
        #expect(transcript.status == .placeholder)
        #expect(transcript.passages.map(\.segment) == [0, 1, 2])
        #expect(transcript.passages.map(\.span) == memo.segments.map(\.span))
        #expect(transcript.passages.allSatisfy { $0.text == nil })
    }

    @Test func `no segment, no passage`() throws {
        #expect(TranscriptShape.placeholder(for: try Made.memo(seconds: 5)).passages.isEmpty)
    }
}
