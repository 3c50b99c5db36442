// Transcriber: what an engine that turns segments into text has to do; and the one that only knows their shape.

import Analysis

/// A transcript, with or without words.
public struct Transcript: Sendable, Equatable {
    public enum Status: String, Sendable { case placeholder, partial, final }

    /// One segment of the memo.
    public struct Passage: Sendable, Equatable {
        /// Number of the segment, from 0.
        public var segment: Int
        public var span: TimeSpan
        public var text: String?
        /// How many words it probably holds, from the count of its syllables.
        public var estimatedWords: Int
        /// Lines that a screen draws while there is no text: widths as shares of the full line.
        public var skeleton: [Double]

        public init(segment: Int, span: TimeSpan, text: String?, estimatedWords: Int, skeleton: [Double]) {
            self.segment = segment
            self.span = span
            self.text = text
            self.estimatedWords = estimatedWords
            self.skeleton = skeleton
        }
    }

    public var status: Status
    /// Name of the engine.
    public var engine: String
    public var passages: [Passage]

    public init(status: Status, engine: String, passages: [Passage]) {
        self.status = status
        self.engine = engine
        self.passages = passages
    }
}

/// An engine. It receives what was measured and delivers transcripts, each more complete than the one before: any
/// number with status `partial`, then one that is `final` (or the `placeholder`, where there will be no words).
public protocol Transcriber: Sendable {
    var engine: String { get }
    func transcribe(_ measurements: Measurements, deliver: (Transcript) async throws -> Void) async throws
}

/// Says what shape the transcript will have, not what it says.
public struct PlaceholderTranscriber: Transcriber {
    /// Running English speech has about 1.4 syllables a word; read and spontaneous corpora lie between 1.3 and 1.5.
    public static let syllablesPerWord = 1.4
    /// Words on a full line of the skeleton: 60 characters of reading text.
    public static let wordsPerLine = 11

    public let engine = "placeholder"

    public init() {}

    public func transcribe(
        _ measurements: Measurements, deliver: (Transcript) async throws -> Void
    ) async throws {
        try await deliver(placeholder(for: measurements))
    }

    /// Words are estimated as the syllable nuclei inside each segment, divided by the syllables of a word; a segment
    /// without any nucleus still gets one word, as something was said.
    public func placeholder(for measurements: Measurements) -> Transcript {
        let nuclei = measurements.nuclei
        var next = 0
        let passages = measurements.segments.enumerated().map { number, segment in
            while next < nuclei.count && nuclei[next].time < segment.span.start { next += 1 }
            let first = next
            while next < nuclei.count && nuclei[next].time < segment.span.end { next += 1 }
            let words = max(1, Int((Double(next - first) / Self.syllablesPerWord).rounded()))
            return Transcript.Passage(
                segment: number, span: segment.span, text: nil, estimatedWords: words,
                skeleton: Self.skeleton(words: words))
        }
        return Transcript(status: .placeholder, engine: engine, passages: passages)
    }

    package static func skeleton(words: Int) -> [Double] {
        let full = words / wordsPerLine
        let rest = words % wordsPerLine
        let lines = [Double](repeating: 1, count: full)
        return rest > 0 ? lines + [max(0.1, Double(rest) / Double(wordsPerLine))] : lines
    }
}
