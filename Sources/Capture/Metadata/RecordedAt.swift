// RecordedAt: when a memo was recorded, and how that is known.

/// Who says when a memo was recorded, the most trustworthy first.
public enum DateSource: String, Sendable, CaseIterable, Comparable {
    /// The broadcast extension of a WAV file, written by the recorder when it began.
    case bext
    /// The `LIST` of information in a RIFF file.
    case info
    /// The tags of an MP4 or QuickTime file.
    case quicktime
    /// The comments of a FLAC, Ogg or MP3 file, and other tags that libsndfile reads.
    case tags
    case fileName
    /// When the file was last written, which copying may have changed.
    case mtime

    /// Ordered by trust: the source to believe is the smallest.
    public static func < (one: DateSource, other: DateSource) -> Bool { one.rank < other.rank }

    private var rank: Int { Self.allCases.firstIndex(of: self) ?? 0 }
}

/// A date and who says so.
public struct RecordedAt: Sendable, Equatable {
    public var date: RecordingDate
    public var source: DateSource

    public init(date: RecordingDate, source: DateSource) {
        self.date = date
        self.source = source
    }

    /// ISO 8601, as precise as is known.
    public var text: String { date.text }
}
