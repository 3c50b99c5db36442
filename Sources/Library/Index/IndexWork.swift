// IndexWork: which memos are being analysed, so that the next run knows on which a crash ended this one.
//
// A memo is noted before it is analysed and forgotten with its result, in the same transaction. A run that ends in any way
// that it can tell of forgets its own. What is left was in work when a process crashed, or was killed, or lost its power:
// nobody knows which, so such a memo is tried in a process of its own, and only that one's crash is held against it.

import Capture
import Files
import GRDB

extension LibraryIndex {
    func noteWork(on key: String, in run: Int64) throws(CaptureError) {
        try write { db in
            try db.cachedStatement(sql: "INSERT OR REPLACE INTO work VALUES (?, ?)")
                .execute(arguments: [Columns.path(key), run])
        }
    }

    /// The names of memos that were in work when a run ended without a word, as bytes.
    func abandonedWork() throws(CaptureError) -> Set<[UInt8]> {
        try read { db in
            guard try db.tableExists("work") else { return [] }
            return Set(
                try Row.fetchAll(db, sql: "SELECT path FROM work").map { FileName.bytes(of: try Columns.name($0)) })
        }
    }

    static func endWork(on key: String, in db: Database) throws {
        try db.cachedStatement(sql: "DELETE FROM work WHERE path = ?").execute(arguments: [Columns.path(key)])
    }
}
