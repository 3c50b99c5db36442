// TranscriptShape: how many words a segment probably holds, and what a screen draws in their place.

import Analysis

/// Shapes the passages of segments, in their order.
public struct TranscriptShape: Sendable {
    /// Running English speech has about 1.4 syllables a word; read and spontaneous corpora lie between 1.3 and 1.5.
    public static let syllablesPerWord = 1.4
    /// Words on a full line of the skeleton: 60 characters of reading text.
    public static let wordsPerLine = 11
    /// What stands in the place of an engine's name.
    public static let engine = "placeholder"

    /// The first nucleus that no earlier segment held.
    private var nucleus = 0

    public init() {}

    /// The shape of a whole memo.
    public static func placeholder(for memo: Measurements) -> Transcript {
        var shape = TranscriptShape()
        let passages = memo.segments.enumerated().map { number, segment in
            shape.passage(number, segment, nuclei: memo.nuclei)
        }
        return Transcript(status: .placeholder, engine: engine, passages: passages)
    }

    /// Words are estimated as the syllable nuclei inside the segment, divided by the syllables of a word; a segment without
    /// any nucleus still gets one word, as something was said.
    /// - Parameter nuclei: those of the memo so far, in order.
    public mutating func passage(_ number: Int, _ segment: Segment, nuclei: [SyllableNucleus]) -> Transcript.Passage {
        while nucleus < nuclei.count && nuclei[nucleus].time < segment.span.start { nucleus += 1 }
        let first = nucleus
        while nucleus < nuclei.count && nuclei[nucleus].time < segment.span.end { nucleus += 1 }
        let words = max(1, Int((Double(nucleus - first) / Self.syllablesPerWord).rounded()))
        return Transcript.Passage(
            segment: number, span: segment.span, text: nil, estimatedWords: words,
            skeleton: Self.skeleton(words: words))
    }

    package static func skeleton(words: Int) -> [Double] {
        let full = words / wordsPerLine
        let rest = words % wordsPerLine
        let lines = [Double](repeating: 1, count: full)
        return rest > 0 ? lines + [max(0.1, Double(rest) / Double(wordsPerLine))] : lines
    }
}
