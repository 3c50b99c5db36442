// SourceTags: what a recording says about itself besides its sound: when it was made, its title, its artist.

/// What the tags of a source say. Texts are clean: short, on one line, without control characters.
public struct SourceTags: Sendable, Equatable {
    public var recordedAt: RecordedAt?
    public var title: String?
    public var artist: String?

    /// No tags.
    public init() {}

    init(date: RecordingDate?, source: DateSource, title: String? = nil, artist: String? = nil) {
        recordedAt = date.map { RecordedAt(date: $0, source: source) }
        self.title = title
        self.artist = artist
    }

    /// Tags as a library hands them out: bytes in whatever encoding somebody wrote them.
    package init(title: [UInt8]?, artist: [UInt8]?, date: [UInt8]?) {
        self.init(
            date: date.flatMap(RecordingDate.init(tag:)), source: .tags, title: title.flatMap { TagText.clean($0) },
            artist: artist.flatMap { TagText.clean($0) })
    }

    /// These tags and, where they are silent, others. The date is that of the more trustworthy source.
    public func merging(_ other: SourceTags) -> SourceTags {
        var merged = self
        merged.recordedAt = [recordedAt, other.recordedAt].compactMap { $0 }.min { $0.source < $1.source }
        merged.title = title ?? other.title
        merged.artist = artist ?? other.artist
        return merged
    }
}

extension RecordingDate {
    /// Longer than any date that somebody wrote.
    private static let mostTagBytes = 64

    /// The date that a tag holds: `2024-05-01`, `2024-05-01 10:20`, `2024-05-01T10:20:30.5+02:00`, `20240501T102030Z`, ….
    /// A year or a month alone is no date, nor is a text that holds anything else.
    package init?(tag bytes: [UInt8]) {
        let text = bytes.prefix { $0 != 0 }
        guard text.count <= Self.mostTagBytes else { return nil }
        var scanner = DateScanner(Array(text))
        scanner.skipSpaces()
        guard let date = scanner.dateOfTag(), !date.isOfUnsetClock else { return nil }
        scanner.skipSpaces()
        guard scanner.isAtEnd else { return nil }
        self = date
    }
}

extension DateScanner {
    /// A date, its time if there is one, and its zone if there is one.
    fileprivate mutating func dateOfTag() -> RecordingDate? {
        if let (day, time) = dayAndTime() { return RecordingDate(day, time, offset: zone()) }
        guard let day = day() else { return nil }
        let time = attempt { scanner -> ClockTime? in
            let start = scanner.position
            scanner.skipSpaces()
            if scanner.position == start && !scanner.skipT() && scanner.one(of: "-_") == nil { return nil }
            return scanner.time(needsSeconds: false)
        }
        guard let time else { return RecordingDate(day) }
        skipFraction()
        skipSpaces()
        return RecordingDate(day, time, offset: zone())
    }
}
