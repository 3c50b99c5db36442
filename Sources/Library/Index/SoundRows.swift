// SoundRows: all rows of an index about the sound of one memo, carried from one index to another.

import Capture
import GRDB
import Pipeline

/// What a run on one memo has found, from its own index.
struct SoundRows: Sendable {
    let state: MemoState
    let head: MemoHead?
    let latency: Latency
    fileprivate let tables: [Table]

    fileprivate struct Table: Sendable {
        var name: String
        var columns: [String]
        var rows: [[DatabaseValue]]
    }
}

extension LibraryIndex {
    /// - Returns: `nil` where nothing is known of a memo of this name.
    func soundRows(of key: String) throws(CaptureError) -> SoundRows? {
        guard let state = try state(of: key) else { return nil }
        return try read { db in
            let head = try Row.fetchOne(db, sql: "SELECT * FROM memo WHERE id = ?", arguments: [state.id]).flatMap {
                try MemoHead($0)
            }
            let tables = try (["result"] + Self.detailTables).map { name in
                let rows = try Row.fetchAll(db, sql: "SELECT * FROM \(name) WHERE memo = ?", arguments: [state.id])
                return SoundRows.Table(
                    name: name, columns: rows.first.map { Array($0.columnNames) } ?? [],
                    rows: rows.map { Array($0.databaseValues) })
            }
            return SoundRows(state: state, head: head, latency: try Self.latency(of: state.id, in: db), tables: tables)
        }
    }

    private static func latency(of memo: Int64, in db: Database) throws -> Latency {
        let stages = try Row.fetchAll(db, sql: "SELECT * FROM stage WHERE memo = ?", arguments: [memo])
            .compactMap { (row) throws -> StageTiming? in
                guard let stage = Stage(rawValue: try row.need("stage")) else { return nil }
                return StageTiming(
                    recorded: stage, elapsed: .seconds(try row.need("elapsed") as Double),
                    budget: (try row.find("budget") as Double?).map { .seconds($0) })
            }
        let result = try Row.fetchOne(db, sql: "SELECT * FROM result WHERE memo = ?", arguments: [memo])
        return Latency(
            recorded: stages.sorted { $0.elapsed < $1.elapsed },
            total: .seconds(try result?.find("total") as Double? ?? 0),
            queueWait: .seconds(try result?.find("queueWait") as Double? ?? 0),
            realtimeFactor: try result?.find("realtimeFactor"))
    }

    /// A memo gets what was found in another index, with its own document.
    static func write(
        _ rows: SoundRows, document: DocumentFacts, identity: ResultIdentity, attempt: Attempt, of memo: Int64,
        in db: Database
    ) throws {
        let own: [String: any DatabaseValueConvertible] = [
            "memo": memo, "run": attempt.run, "worker": attempt.worker, "attempts": attempt.count,
            "settingsHash": identity.settingsHash, "schemaVersion": identity.schemaVersion,
            "toolVersion": identity.toolVersion, "documentBytes": document.bytes,
            "documentModified": document.modified, "documentHash": document.hash, "documentTail": document.tail,
        ]
        try clearDetails(of: memo, in: db)
        for table in rows.tables where !table.rows.isEmpty {
            let names = table.columns.map { "\"\($0)\"" }.joined(separator: ", ")
            let places = table.columns.map { _ in "?" }.joined(separator: ", ")
            let statement = try db.cachedStatement(
                sql: "INSERT OR REPLACE INTO \(table.name) (\(names)) VALUES (\(places))")
            for row in table.rows {
                let values = zip(table.columns, row).map { own[$0]?.databaseValue ?? $1 }
                try statement.execute(arguments: StatementArguments(values))
            }
        }
    }
}
