// IndexRuns: the runs of a library, and the documents that moved memos have left behind.

import Capture
import Files
import GRDB
import Pipeline

/// How a run ended.
public enum RunState: String, Sendable {
    case running, completed
    /// Ctrl-C.
    case interrupted
    /// A failure that was not a memo's: a full disk.
    case stopped
}

/// A memo whose file is nowhere any more.
struct GoneMemo {
    var id: Int64
    var key: String
    /// Where it lay, from `/` on.
    var source: String
    var formats: [String]
    var contentHash: String?
    var hasResult: Bool

    /// Whether it lay below one of these folders.
    func lies(below folders: [String]) -> Bool {
        folders.contains { source.utf8.starts(with: ($0 == "/" ? $0 : "\($0)/").utf8) }
    }
}

extension LibraryIndex {
    /// - Returns: the number of the run.
    func beginRun(
        _ identity: ResultIdentity, settings: String, jobs: Int, startedAt: Double
    ) throws(CaptureError) -> Int64 {
        try write { db in
            // A run that was killed could not say so.
            try db.execute(sql: "UPDATE run SET state = 'interrupted' WHERE state = 'running'")
            try db.execute(
                sql: """
                    INSERT INTO run (startedAt, state, jobs, settingsHash, settings, schemaVersion, toolVersion)
                    VALUES (?, 'running', ?, ?, ?, ?, ?)
                    """,
                arguments: [
                    startedAt, jobs, identity.settingsHash, settings, identity.schemaVersion, identity.toolVersion,
                ])
            return db.lastInsertedRowID
        }
    }

    func endRun(_ run: Int64, _ state: RunState, finishedAt: Double) throws(CaptureError) {
        try write { db in
            try db.execute(
                sql: "UPDATE run SET state = ?, finishedAt = ? WHERE id = ?",
                arguments: [state.rawValue, finishedAt, run]
            )
            // What it left undone was not the fault of any memo.
            try db.execute(sql: "DELETE FROM work WHERE run = ?", arguments: [run])
        }
    }

    /// Gives a memo its new name, and notes which files under the old one can go. In one transaction with the new
    /// result, so that a run that is killed in between leaves either nothing changed or a note.
    static func rename(_ sound: KnownSound, to key: String, in db: Database) throws {
        // A failed memo of the new name gives way.
        try db.execute(sql: "DELETE FROM memo WHERE path = ? AND id <> ?", arguments: [Columns.path(key), sound.id])
        try db.execute(
            sql: "UPDATE memo SET path = ?, name = ? WHERE id = ?",
            arguments: [Columns.path(key), FileName.display(key), sound.id])
        try noteRemoval(of: sound.key, formats: sound.formats, in: db)
    }

    /// Files of the output folder that can go.
    func removals() throws(CaptureError) -> [String] {
        try read { db in try Row.fetchAll(db, sql: "SELECT path FROM removal").map { try Columns.name($0) } }
    }

    func forgetRemovals() throws(CaptureError) { try write { try $0.execute(sql: "DELETE FROM removal") } }

    /// Files that are written again must not be removed any more.
    static func keepFiles(of key: String, formats: [String], in db: Database) throws {
        let statement = try db.cachedStatement(sql: "DELETE FROM removal WHERE path = ?")
        for suffix in [ResultName.documentSuffix] + formats {
            try statement.execute(arguments: [Columns.path(key + suffix)])
        }
    }

    /// The memos whose file is nowhere any more.
    func gone() throws(CaptureError) -> [GoneMemo] {
        try read { db in
            var gone: [GoneMemo] = []
            let rows = try Row.fetchCursor(
                db,
                sql:
                    "SELECT memo.id, path, source, formats, contentHash, documentBytes FROM memo JOIN result ON result.memo = memo.id"
            )
            while let row = try rows.next() {
                let source = try Columns.path(row, "source")
                guard FolderListing.isMissing(source) else { continue }
                gone.append(
                    GoneMemo(
                        id: try row.need("id"), key: try Columns.name(row), source: source,
                        formats: try Self.formats(row), contentHash: try row.find("contentHash"),
                        hasResult: try row.find("documentBytes") as Int64? != nil))
            }
            return gone
        }
    }

    /// Forgets a memo, and notes that its files can go.
    static func forget(_ id: Int64, key: String, formats: [String], in db: Database) throws {
        try db.execute(sql: "DELETE FROM memo WHERE id = ?", arguments: [id])
        try noteRemoval(of: key, formats: formats, in: db)
    }

    private static func noteRemoval(of key: String, formats: [String], in db: Database) throws {
        let statement = try db.cachedStatement(sql: "INSERT OR REPLACE INTO removal VALUES (?)")
        for suffix in [ResultName.documentSuffix] + formats {
            try statement.execute(arguments: [Columns.path(key + suffix)])
        }
    }
}
