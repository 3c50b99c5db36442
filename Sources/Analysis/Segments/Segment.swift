// Segment: an active stretch as one would hand it to a transcriber.

/// One segment of a memo. Segments never overlap and never leave the memo.
public struct Segment: Sendable, Equatable {
    /// Why a segment begins or ends where it does.
    public enum Reason: String, Sendable, CaseIterable {
        /// A pause in the activity.
        case pause
        /// Too long; cut where the sound dips.
        case dip
        /// Too long, and no dip to cut at.
        case maximumLength
        case startOfMemo
        case endOfMemo
    }

    public var span: TimeSpan
    public var startReason: Reason
    public var endReason: Reason
    /// Largest magnitude of the mono signal within, in dBFS.
    public var peak: Double?
    /// Root mean square of the mono signal within, in dBFS.
    public var rms: Double?

    public init(span: TimeSpan, startReason: Reason, endReason: Reason, peak: Double?, rms: Double?) {
        self.span = span
        self.startReason = startReason
        self.endReason = endReason
        self.peak = peak
        self.rms = rms
    }
}

/// How activity becomes segments. All values in seconds, each within its range.
public struct SegmentParameters: Sendable, Equatable, Codable {
    /// Shorter pauses do not end a segment.
    public var join = 0.5
    /// Added at both ends, as first and last sounds are quiet; never into the neighbour, and at most a quarter of `maximumLength`.
    public var padding = 0.2
    /// No segment is longer.
    public var maximumLength = 30.0

    /// Seconds from the start of a segment to where it is certain what it is, at most.
    public var settledAfter: Double { maximumLength + max(join, 2 * padding) + 2 }

    public static let paddingRange = 0.0...5.0
    public static let joinRange = 0.0...10.0
    public static let maximumLengthRange = 1.0...3600.0

    public init() {}
}
