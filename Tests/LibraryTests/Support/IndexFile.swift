// IndexFile: the index of a library as whoever else has a SQLite may write to it.

import Foundation
import GRDB

enum IndexFile {
    /// Runs SQL on the index of an output folder. Checks of the schema do not stop it.
    static func run(_ sql: String, _ arguments: StatementArguments = [], in folder: String) throws {
        try open(folder).writeWithoutTransaction { db in
            try db.execute(sql: "PRAGMA ignore_check_constraints = 1")
            try db.execute(sql: "PRAGMA foreign_keys = 0")
            try db.execute(sql: sql, arguments: arguments)
            try db.execute(sql: "PRAGMA wal_checkpoint(TRUNCATE)")
        }
    }

    static func number(_ sql: String, in folder: String) throws -> Int? {
        try open(folder).read { try Int.fetchOne($0, sql: sql) }
    }

    /// All columns of all tables that hold something about a library.
    static func columns(in folder: String) throws -> [(table: String, column: String)] {
        try open(folder).read { db in
            let tables = try String.fetchAll(
                db, sql: "SELECT name FROM sqlite_master WHERE type = 'table' ORDER BY name")
            return try tables.flatMap { table in try db.columns(in: table).map { (table, $0.name) } }
        }
    }

    private static func open(_ folder: String) throws -> DatabaseQueue {
        try DatabaseQueue(path: "\(folder)/sonora.sqlite")
    }
}
