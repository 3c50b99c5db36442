// IndexQueries: what a run asks the index about memos: whether one is done, and where its sound was met before.

import Capture
import Files
import GRDB
import Pipeline

/// What is known of one memo.
struct MemoState: Sendable {
    var id: Int64
    /// Where it lay, from `/` on.
    var source: String
    var stamp: FileStamp
    var contentHash: String?
    var duration: Double?
    var isDone: Bool
    var identity: ResultIdentity
    var document: DocumentFacts?
    /// What the names of further files end in that were written.
    var formats: [String]
    var failure: MemoFailure?

    /// Whether it took a process along.
    var isSuspect: Bool { failure?.code == MemoFailure.crashed }
}

/// A done memo whose sound another one has.
struct KnownSound: Sendable {
    var id: Int64
    var identity: ResultIdentity
    var key: String
    /// Where it lay, from `/` on.
    var source: String
    var head: MemoHead
    var document: DocumentFacts
    var formats: [String]
    var duration: Double
}

extension LibraryIndex {
    private static let stateColumns = """
        memo.*, result.status, result.settingsHash, result.schemaVersion, result.toolVersion, result.errorCode,
        result.errorMessage, result.errorAdvice, result.documentBytes, result.documentModified, result.documentHash,
        result.documentTail, result.formats
        """

    /// What is known of the memo of this name.
    func state(of key: String) throws(CaptureError) -> MemoState? {
        try read { db in
            let statement = try db.cachedStatement(
                sql: "SELECT \(Self.stateColumns) FROM memo JOIN result ON result.memo = memo.id WHERE path = ?")
            return try Row.fetchOne(statement, arguments: [Columns.path(key)]).map { try MemoState($0) }
        }
    }

    /// Whether any memo that is done has so many bytes: only then is it worth hashing one before it is analysed.
    func knowsMemo(ofBytes bytes: Int64) throws(CaptureError) -> Bool {
        try read { db in
            let statement = try db.cachedStatement(sql: "SELECT 1 FROM memo WHERE bytes = ? LIMIT 1")
            return try Int.fetchOne(statement, arguments: [bytes]) != nil
        }
    }

    /// Hands over the done memos whose bytes hash to this, in the order of their numbers.
    func eachDone(
        withHash hash: String, after id: Int64 = 0, _ body: (KnownSound) throws -> Void
    ) throws(CaptureError) {
        try read { db in
            let statement = try db.makeStatement(
                sql: """
                    SELECT \(Self.stateColumns) FROM memo JOIN result ON result.memo = memo.id
                    WHERE contentHash = ? AND memo.id > ? AND status = 'done' ORDER BY memo.id
                    """)
            let rows = try Row.fetchCursor(statement, arguments: [hash, id])
            while let row = try rows.next() { if let sound = try KnownSound(row) { try body(sound) } }
        }
    }

    /// A memo by its number, if it is done and its bytes hash to this.
    func doneMemo(_ id: Int64, withHash hash: String) throws(CaptureError) -> KnownSound? {
        try read { db in
            let statement = try db.cachedStatement(
                sql: """
                    SELECT \(Self.stateColumns) FROM memo JOIN result ON result.memo = memo.id
                    WHERE memo.id = ? AND contentHash = ? AND status = 'done'
                    """)
            return try Row.fetchOne(statement, arguments: [id, hash]).flatMap { try KnownSound($0) }
        }
    }

    /// Whether few memos have this hash, done or not.
    func hasAtMost(_ most: Int, withHash hash: String) throws(CaptureError) -> Bool {
        try read { db in
            let statement = try db.cachedStatement(
                sql: "SELECT count(*) FROM (SELECT 1 FROM memo WHERE contentHash = ? LIMIT ?)")
            return try Int.fetchOne(statement, arguments: [hash, most + 1]) ?? 0 <= most
        }
    }

    /// The highest number of a memo whose bytes hash to this, done or not.
    func newestMemo(withHash hash: String) throws(CaptureError) -> Int64 {
        try read { db in
            let statement = try db.cachedStatement(sql: "SELECT max(id) FROM memo WHERE contentHash = ?")
            return try Int64?.fetchOne(statement, arguments: [hash]).flatMap(\.self) ?? 0
        }
    }

    /// Whether a memo still has the result that was found: another memo may have taken its name since.
    func stillHolds(_ sound: KnownSound) throws(CaptureError) -> Bool {
        try read { db in
            let statement = try db.cachedStatement(
                sql: """
                    SELECT 1 FROM memo JOIN result ON result.memo = memo.id
                    WHERE memo.id = ? AND path = ? AND contentHash = ? AND documentHash = ? AND status = 'done'
                    """)
            return try Int.fetchOne(
                statement,
                arguments: [sound.id, Columns.path(sound.key), sound.head.contentHash, sound.document.hash]) != nil
        }
    }

    /// Notes that a memo's bytes are the same although its times, or the folder around it, are not.
    func refresh(_ stamp: FileStamp, source: String, of id: Int64) throws(CaptureError) {
        try write { db in
            try db.cachedStatement(sql: "UPDATE memo SET source = ?, modified = ?, changed = ? WHERE id = ?")
                .execute(arguments: [Columns.path(source), stamp.modified, stamp.changed, id])
        }
    }

    /// Notes that memos lie elsewhere, as the folder around them has another name.
    func relocate(_ memos: [(key: String, source: String)]) throws(CaptureError) {
        guard !memos.isEmpty else { return }
        try write { db in
            let statement = try db.cachedStatement(sql: "UPDATE memo SET source = ? WHERE path = ?")
            for memo in memos { try statement.execute(arguments: [Columns.path(memo.source), Columns.path(memo.key)]) }
        }
    }

    static func formats(_ row: Row) throws(IndexFault) -> [String] {
        let formats = (try row.find("formats") ?? "").split(separator: " ").map(String.init)
        guard formats.allSatisfy(ResultName.isSuffix) else {
            throw IndexFault(column: "formats", problem: "no endings of files")
        }
        return formats
    }
}

extension ResultIdentity {
    fileprivate init(_ row: Row) throws(IndexFault) {
        self.init(
            settingsHash: try row.need("settingsHash"), schemaVersion: try row.need("schemaVersion"),
            toolVersion: try row.need("toolVersion"))
    }
}

extension DocumentFacts {
    fileprivate init?(_ row: Row) throws(IndexFault) {
        guard let bytes: Int64 = try row.find("documentBytes"), let modified: Int64 = try row.find("documentModified"),
            let hash: String = try row.find("documentHash"), let tail: Int = try row.find("documentTail"), tail >= 0
        else { return nil }
        self.init(bytes: bytes, modified: modified, hash: hash, tail: tail)
    }
}

extension KnownSound {
    /// `nil` where an older Sonora has not kept enough of it.
    fileprivate init?(_ row: Row) throws(IndexFault) {
        guard let head = try MemoHead(row), let document = try DocumentFacts(row) else { return nil }
        self.init(
            id: try row.need("id"), identity: try ResultIdentity(row), key: try Columns.name(row),
            source: try Columns.path(row, "source"), head: head, document: document,
            formats: try LibraryIndex.formats(row), duration: head.duration)
    }
}

extension MemoState {
    fileprivate init(_ row: Row) throws(IndexFault) {
        id = try row.need("id")
        source = try Columns.path(row, "source")
        stamp = FileStamp(
            bytes: try row.need("bytes"), modified: try row.need("modified"), changed: try row.need("changed"))
        contentHash = try row.find("contentHash")
        duration = try row.find("duration")
        isDone = try row.need("status") == "done"
        identity = try ResultIdentity(row)
        document = try DocumentFacts(row)
        formats = try LibraryIndex.formats(row)
        failure = try MemoFailure(row)
    }
}

extension MemoFailure {
    /// Why there is no result; `nil` where there is one.
    init?(_ row: Row) throws(IndexFault) {
        guard let code: String = try row.find("errorCode") else { return nil }
        self.init(
            code: code, path: try Columns.path(row, "source"), problem: try row.find("errorMessage") ?? "",
            advice: try row.find("errorAdvice") ?? "", late: LateStop(row))
    }
}
