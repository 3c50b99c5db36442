// Transcriber: what an engine that turns segments into text has to do.

import Analysis

/// What tells the transcripts of one engine from those of another.
public struct EngineIdentity: Sendable, Hashable, Codable {
    /// As people name it: `sherpa`, `whisper`.
    public var name: String
    public var version: String?
    public var model: String?

    public init(name: String, version: String? = nil, model: String? = nil) {
        self.name = name
        self.version = version
        self.model = model
    }
}

/// One segment, to be written down.
public struct TranscriptionRequest: Sendable, Equatable {
    /// Number of the segment, from 0.
    public var segment: Int
    /// Where it lies in the memo.
    public var span: TimeSpan
    /// Hz; what the engine asked for.
    public var sampleRate: Int
    /// Its sound, the mean of the channels, full scale at ±1.
    public var samples: [Float]

    public init(segment: Int, span: TimeSpan, sampleRate: Int, samples: [Float]) {
        self.segment = segment
        self.span = span
        self.sampleRate = sampleRate
        self.samples = samples
    }
}

/// What a person told about the words of a memo.
public struct TranscriptionHints: Sendable, Hashable, Codable {
    /// A code such as `en`; `nil` lets the engine find out.
    public var language: String?
    /// Words and names that may come.
    public var vocabulary: [String]

    public init(language: String? = nil, vocabulary: [String] = []) {
        self.language = language
        self.vocabulary = vocabulary
    }
}

/// The segments of one memo, as they settle: while it is still read or recorded.
public struct TranscriptionJob: Sendable {
    public let hints: TranscriptionHints
    /// Each segment once, in their order. The next one is made when it is asked for, so an engine that is slow holds none in
    /// memory but its own. It ends with the memo, and throws where sound could not be kept for the engine.
    public let requests: AsyncThrowingStream<TranscriptionRequest, any Error>

    public init(hints: TranscriptionHints, requests: AsyncThrowingStream<TranscriptionRequest, any Error>) {
        self.hints = hints
        self.requests = requests
    }
}

/// What an engine wrote for a segment; a later one for the same segment replaces it.
public struct SegmentText: Sendable, Equatable {
    /// Number of the segment, from 0.
    public var segment: Int
    public var text: String
    /// Whether the engine is done with the segment.
    public var isFinal: Bool

    public init(segment: Int, text: String, isFinal: Bool) {
        self.segment = segment
        self.text = text
        self.isFinal = isFinal
    }
}

/// An engine. It takes the segments of a memo one by one and delivers what it wrote, as often as it likes.
public protocol Transcriber: Sendable {
    var identity: EngineIdentity { get }
    /// The rate at which it wants sound, in Hz (8000…48000).
    var sampleRate: Int { get }
    /// Writes down one memo. It ends soon after its task is cancelled. What it throws costs the words that are not there yet.
    func transcribe(
        _ job: TranscriptionJob, deliver: @escaping @Sendable ([SegmentText]) async throws -> Void
    ) async throws
}
