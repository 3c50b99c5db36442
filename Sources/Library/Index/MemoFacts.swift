// MemoFacts: what the index keeps of a memo's file, whether its result could be made or not.

import Capture
import Files
import GRDB
import Pipeline

/// A file as a run met it.
struct MemoFile: Sendable {
    /// Its name below the output folder.
    var key: String
    /// What it was opened by.
    var source: String
    var stamp: FileStamp
    var contentHash: String?
}

extension LibraryIndex {
    /// Writes what is known of a file, and returns its number. What was known of its sound stays unless `head` says it
    /// anew.
    static func upsert(_ file: MemoFile, head: MemoHead?, in db: Database) throws -> Int64 {
        let statement = try db.cachedStatement(
            sql: """
                INSERT INTO memo (path, source, name, contentHash, bytes, modified, changed)
                VALUES (?, ?, ?, ?, ?, ?, ?)
                ON CONFLICT (path) DO UPDATE SET source = excluded.source, contentHash = excluded.contentHash,
                    bytes = excluded.bytes, modified = excluded.modified, changed = excluded.changed
                RETURNING id
                """)
        let arguments: StatementArguments = [
            Columns.path(file.key), Columns.path(file.source), FileName.display(file.key), file.contentHash,
            file.stamp.bytes, file.stamp.modified, file.stamp.changed,
        ]
        let id = try Int64.fetchAll(statement, arguments: arguments).first ?? 0
        if let head { try write(head, of: id, in: db) }
        return id
    }

    private static func write(_ head: MemoHead, of id: Int64, in db: Database) throws {
        try db.cachedStatement(
            sql: """
                UPDATE memo SET duration = ?, frames = ?, recordedAt = ?, recordedAtSource = ?, title = ?, artist = ?,
                    container = ?, encoding = ?, sampleRate = ?, channels = ?, salvage = ?, salvageDetail = ?,
                    secondsRecovered = ? WHERE id = ?
                """
        ).execute(arguments: [
            head.duration, head.frames, head.origin.recordedAt?.text, head.origin.recordedAt?.source.rawValue,
            head.origin.title, head.origin.artist, head.format.container, head.format.encoding,
            head.format.sampleRate, head.format.channels, head.salvage?.kind, head.salvage?.detail,
            head.salvage?.secondsRecovered, id,
        ])
    }
}

extension MemoHead {
    /// The head of a memo as the index knows it; `nil` where it does not know enough.
    init?(_ row: Row) throws(IndexFault) {
        guard let container: String = try row.find("container"), let encoding: String = try row.find("encoding"),
            let sampleRate: Int = try row.find("sampleRate"), sampleRate > 0,
            let channels: Int = try row.find("channels"), channels > 0, let frames: Int = try row.find("frames"),
            frames >= 0
        else { return nil }
        var recordedAt: RecordedAt?
        if let text: String = try row.find("recordedAt"), let name: String = try row.find("recordedAtSource") {
            guard let source = DateSource(rawValue: name), let date = RecordingDate(iso8601: text) else { return nil }
            recordedAt = RecordedAt(date: date, source: source)
        }
        self.init(
            path: try Columns.path(row, "source"), contentHash: try row.find("contentHash"),
            origin: MemoOrigin(recordedAt: recordedAt, title: try row.find("title"), artist: try row.find("artist")),
            salvage: try Salvage(row),
            format: AudioFormat(
                container: container, encoding: encoding, sampleRate: sampleRate, channels: channels,
                declaredFrames: nil, isInteger: false, bitsPerSample: 0),
            frames: frames)
    }
}

extension Salvage {
    /// What was wrong with a memo; `nil` where nothing was.
    init?(_ row: Row) throws(IndexFault) {
        guard let kind: String = try row.find("salvage") else { return nil }
        self.init(
            kind: kind, detail: try row.find("salvageDetail") ?? "",
            secondsRecovered: try row.find("secondsRecovered"))
    }
}
