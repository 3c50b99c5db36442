// TranscriptUpdate: what is new about a transcript since the event before.

import Analysis
import Transcription

/// The first one of a short memo is all there is; those of a long one are added to those before, see `ResultBuilder`.
public struct TranscriptUpdate: Sendable, Equatable {
    /// Whether all that was told before is void: the memo is tried once more.
    public var startsOver = false
    /// Seconds up to which the shape is settled; `nil` once it is all there.
    public var through: Double?
    /// Number of the first segment that is new.
    public var firstSegment = 0
    public var segments: [Segment]
    public var activity: [TimeSpan]
    public var onsets: [Onset]
    public var wordStarts: [WordStart]
    /// Its status and engine as of now, and the passages that are new or changed, by their numbers.
    public var transcript: Transcript
}

/// What is new about the insights since the event before.
public struct InsightsUpdate: Sendable, Equatable {
    /// Those that are new or changed.
    public var changed: [Insight]
    /// The ids of all that there are now, in the order in which a screen shows them.
    public var order: [String]
}
