// MemoResult: everything Sonora says about one memo.

import Analysis
import Capture
import Transcription

/// What is known at once.
public struct ImmediateResult: Sendable {
    /// How much of the memo the figures rest on.
    public enum Coverage: String, Sendable {
        /// All of it.
        case full
        /// Short stretches spread over it, as reading it all would take longer than the budget.
        case sampled
        /// What has been heard of it so far.
        case live
    }

    public var format: AudioFormat
    /// Seconds; from the header when sampled, else counted.
    public var duration: Double?
    public var origin: MemoOrigin
    public var salvage: Salvage?
    public var coverage: Coverage
    public var levels: LevelSummary
    public var overview: WaveformOverview
    /// The first bloom frames, or those since the last revision of a live memo.
    public var bloom: BloomTrack
    /// Number of the first of these frames.
    public var firstBloomFrame: Int
    /// Onsets since the last revision of a live memo.
    public var onsets: [Onset]
    /// What became known of speech in a live memo since the answer before; `nil` for other memos.
    public var news: SpeechNews?
}

/// Speech in a part of a live memo.
public struct SpeechNews: Sendable, Equatable {
    public var activity: LiveActivity
    public var wordStarts: [WordStart]
}

/// The whole result.
public struct MemoResult: Sendable {
    public static let schemaVersion = 1

    public var path: String
    public var contentHash: String?
    public var origin: MemoOrigin
    public var salvage: Salvage?
    public var format: AudioFormat
    public var measurements: Measurements
    public var transcript: Transcript
    public var insights: [Insight]
    public var latency: Latency

    /// Counted from what was read, in seconds.
    public var duration: Double { measurements.duration }

    public var head: MemoHead {
        MemoHead(
            path: path, contentHash: contentHash, origin: origin, salvage: salvage, format: format,
            frames: measurements.frames)
    }
}

/// What a document says about the memo itself, before what was measured.
public struct MemoHead: Sendable, Equatable {
    public var path: String
    public var contentHash: String?
    public var origin: MemoOrigin
    public var salvage: Salvage?
    public var format: AudioFormat
    /// Counted, not claimed.
    public var frames: Int

    public init(
        path: String, contentHash: String?, origin: MemoOrigin, salvage: Salvage?, format: AudioFormat, frames: Int
    ) {
        self.path = path
        self.contentHash = contentHash
        self.origin = origin
        self.salvage = salvage
        self.format = format
        self.frames = frames
    }

    public var duration: Double { Double(frames) / Double(format.sampleRate) }
}
