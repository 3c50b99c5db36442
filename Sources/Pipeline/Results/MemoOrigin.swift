// MemoOrigin: where a memo comes from: when it was recorded and who says so, what it is called and who made it.

import Capture

/// What is known of a memo besides its sound.
public struct MemoOrigin: Sendable, Equatable {
    public var recordedAt: RecordedAt?
    public var title: String?
    public var artist: String?

    public init(recordedAt: RecordedAt? = nil, title: String? = nil, artist: String? = nil) {
        self.recordedAt = recordedAt
        self.title = title
        self.artist = artist
    }
}

extension MemoOrigin {
    /// - Parameter tags: what the memo says about itself. Where it does not say when it was recorded, its name may, and
    ///   at last the file system; a stream has neither.
    init(of memo: Memo, tags: SourceTags) {
        self.init(recordedAt: tags.recordedAt ?? Self.date(ofFile: memo), title: tags.title, artist: tags.artist)
    }

    /// The origin of the same recording under another name.
    public func moved(to memo: Memo) -> MemoOrigin {
        guard let source = recordedAt?.source, source != .fileName, source != .mtime else {
            return MemoOrigin(recordedAt: Self.date(ofFile: memo), title: title, artist: artist)
        }
        return self
    }

    private static func date(ofFile memo: Memo) -> RecordedAt? {
        guard let written = memo.modificationTime() else { return nil }
        if let date = RecordingDate(fileName: memo.path) { return RecordedAt(date: date, source: .fileName) }
        return Int(exactly: written.rounded(.down))
            .flatMap(RecordingDate.init(secondsSince1970:))
            .map { RecordedAt(date: $0, source: .mtime) }
    }
}
