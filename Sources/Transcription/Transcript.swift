// Transcript: what was said in a memo, segment by segment, or what shape it has while nobody knows.

import Analysis

/// A transcript, with or without words.
public struct Transcript: Sendable, Equatable {
    public enum Status: String, Sendable {
        /// The shape alone. No words will come, or none have come yet.
        case placeholder
        /// Some words are there; more come, or those that are there change.
        case partial
        case final
        /// The engine failed. What it wrote before is kept.
        case failed
    }

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
