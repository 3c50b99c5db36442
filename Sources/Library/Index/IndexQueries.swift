// IndexQueries: what a run asks the index about memos: whether one is done, and where its sound was met before.

import Capture
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
}

/// A done memo whose sound another one has.
struct KnownSound: Sendable {
    var id: Int64
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
            return try Row.fetchOne(statement, arguments: [Columns.path(key)]).map(MemoState.init)
        }
    }

    /// Whether any memo that is done has so many bytes: only then is it worth hashing one before it is analysed.
    func knowsMemo(ofBytes bytes: Int64) throws(CaptureError) -> Bool {
        try read { db in
            let statement = try db.cachedStatement(sql: "SELECT 1 FROM memo WHERE bytes = ? LIMIT 1")
            return try Int.fetchOne(statement, arguments: [bytes]) != nil
        }
    }

    /// The done memos whose bytes hash to this.
    /// - Parameter identity: only those that were done so; `nil` for any.
    func memos(withHash hash: String, doneAs identity: ResultIdentity?) throws(CaptureError) -> [KnownSound] {
        try read { db in
            let statement = try db.cachedStatement(
                sql: """
                    SELECT \(Self.stateColumns) FROM memo JOIN result ON result.memo = memo.id
                    WHERE contentHash = ? AND status = 'done' ORDER BY memo.id
                    """)
            return try Row.fetchAll(statement, arguments: [hash]).compactMap { row in
                guard identity == nil || ResultIdentity(row) == identity, let head = MemoHead(row),
                    let document = DocumentFacts(row)
                else { return nil }
                return KnownSound(
                    id: row["id"], key: Columns.path(row, "path"), source: Columns.path(row, "source"), head: head,
                    document: document,
                    formats: Self.formats(row), duration: head.duration)
            }
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

    /// Notes that a memo's bytes are the same although its times are not.
    func refresh(_ stamp: FileStamp, of id: Int64) throws(CaptureError) {
        try write { db in
            try db.cachedStatement(sql: "UPDATE memo SET modified = ?, changed = ? WHERE id = ?")
                .execute(arguments: [stamp.modified, stamp.changed, id])
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

    static func formats(_ row: Row) -> [String] {
        ((row["formats"] as String?) ?? "").split(separator: " ").map(String.init)
    }
}

extension ResultIdentity {
    fileprivate init(_ row: Row) {
        self.init(
            settingsHash: row["settingsHash"], schemaVersion: row["schemaVersion"], toolVersion: row["toolVersion"])
    }
}

extension DocumentFacts {
    fileprivate init?(_ row: Row) {
        guard let bytes: Int64 = row["documentBytes"], let modified: Int64 = row["documentModified"],
            let hash: String = row["documentHash"], let tail: Int = row["documentTail"]
        else { return nil }
        self.init(bytes: bytes, modified: modified, hash: hash, tail: tail)
    }
}

extension MemoState {
    fileprivate init(_ row: Row) {
        id = row["id"]
        source = Columns.path(row, "source")
        stamp = FileStamp(bytes: row["bytes"], modified: row["modified"], changed: row["changed"])
        contentHash = row["contentHash"]
        duration = row["duration"]
        isDone = row["status"] == "done"
        identity = ResultIdentity(row)
        document = DocumentFacts(row)
        formats = LibraryIndex.formats(row)
        failure = (row["errorCode"] as String?).map {
            MemoFailure(
                code: $0, path: Columns.path(row, "source"), problem: row["errorMessage"] ?? "",
                advice: row["errorAdvice"] ?? "")
        }
    }
}
