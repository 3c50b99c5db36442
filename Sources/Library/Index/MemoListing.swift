// MemoListing: the memos of a library in some order, one at a time: a hundred thousand take no more memory than one.

import Capture
import GRDB

/// Which memos, in which order, and what of them.
public struct MemoQuery: Sendable {
    public var columns: [MemoColumn]
    public var sort: MemoColumn = .name
    public var isDescending = false
    public var onlyFailed = false
    /// Those that were damaged and read as far as they go.
    public var onlySalvaged = false
    /// Recorded then or later. A memo of which only the day is known counts by its day; one without a date does not count.
    public var since: LocalTime?
    public var limit: Int?
    /// Only the memo of this number.
    var id: Int64?

    public init(columns: [MemoColumn]) { self.columns = columns }
}

/// One memo of a list.
public struct MemoRow: Sendable {
    /// Its name below the output folder, as `FileName` tells it.
    public var path: String
    /// In the order of the query's columns.
    public var cells: [MemoCell]
}

extension LibraryIndex {
    /// Hands over the memos one after the other. Where a value is missing, the memo comes last in either direction; memos
    /// that are equal come in the order of their names.
    public func list(
        _ query: MemoQuery, _ body: (MemoRow) throws(CaptureError) -> Void
    ) throws(CaptureError) {
        let (sql, arguments) = query.sql
        try read { db in
            let rows = try Row.fetchCursor(db, sql: sql, arguments: arguments)
            while let row = try rows.next() {
                try body(
                    MemoRow(
                        path: try Columns.name(row),
                        cells: try query.columns.enumerated().map { try MemoCell(row, at: $0 + 1, of: $1) }))
            }
        }
    }

    /// How many memos the index has.
    public func memoCount() throws(CaptureError) -> Int {
        try read { try Int.fetchOne($0, sql: "SELECT count(*) FROM memo JOIN result ON result.memo = memo.id") ?? 0 }
    }
}

extension MemoQuery {
    fileprivate var sql: (text: String, arguments: StatementArguments) {
        var conditions: [String] = []
        var arguments: StatementArguments = []
        if onlyFailed { conditions.append("result.status = 'failed'") }
        if onlySalvaged { conditions.append("result.status = 'done' AND memo.salvage IS NOT NULL") }
        if let since {
            conditions.append(
                "memo.recordedAt >= substr(CASE WHEN memo.recordedAt LIKE '%Z' THEN ? ELSE ? END, 1, "
                    + "length(memo.recordedAt))")
            arguments += [since.utcText, since.text]
        }
        if let id {
            conditions.append("memo.id = ?")
            arguments += [id]
        }
        let columns = ["memo.path AS path"] + columns.enumerated().map { "\($1.sql) AS c\($0)" }
        var text = "SELECT \(columns.joined(separator: ", ")) FROM memo JOIN result ON result.memo = memo.id"
        if !conditions.isEmpty { text += " WHERE " + conditions.joined(separator: " AND ") }
        let direction = isDescending ? "DESC" : "ASC"
        text += " ORDER BY \(sort.sql) IS NULL, \(sort.sql) \(direction), memo.name, memo.path"
        if let limit {
            text += " LIMIT ?"
            arguments += [limit]
        }
        return (text, arguments)
    }
}
