// MemoLookup: one memo of a library by its name or a part of it.

import Capture
import Files
import GRDB

/// Which memo is meant. Made by `LibraryIndex.find`.
public struct FoundMemo: Sendable, Equatable {
    let id: Int64
    /// Its name below the output folder, as `FileName` tells it.
    public let path: String
}

extension LibraryIndex {
    /// So many are named when a name is not clear.
    private static let shownMatches = 10

    /// The memo of this name; or else the only one whose name ends so, or has it anywhere.
    /// - Throws: `notFound` when there is none, or more than one; it says which.
    public func find(_ name: String) throws(CaptureError) -> FoundMemo {
        let conditions = [
            "memo.path = :bytes OR memo.source = :bytes", "substr(memo.name, -length(:text)) = :text",
            "instr(memo.name, :text) > 0",
        ]
        for condition in conditions where !name.isEmpty {
            let (found, count) = try read { db in
                // A statement takes no arguments that it does not use.
                let isWhole = condition.contains(":bytes")
                let value: StatementArguments =
                    isWhole ? ["bytes": Columns.path(name)] : ["text": FileName.display(name)]
                let source = "FROM memo JOIN result ON result.memo = memo.id WHERE \(condition)"
                let rows = try Row.fetchAll(
                    db,
                    sql:
                        "SELECT memo.id, memo.path AS path \(source) ORDER BY memo.name, memo.path LIMIT \(Self.shownMatches)",
                    arguments: value)
                let found = try rows.map { FoundMemo(id: try $0.need("id"), path: try Columns.name($0)) }
                guard found.count == Self.shownMatches else { return (found, found.count) }
                return (found, try Int.fetchOne(db, sql: "SELECT count(*) \(source)", arguments: value) ?? found.count)
            }
            if found.count == 1 { return found[0] }
            if count > 1 { throw Self.ambiguous(name, found, count: count) }
        }
        throw CaptureError(
            .notFound, path: name, problem: "no memo of this library has this name",
            advice: "its memos are listed by: sonora library FOLDER")
    }

    private static func ambiguous(_ name: String, _ found: [FoundMemo], count: Int) -> CaptureError {
        let names = found.map(\.path).joined(separator: ", ") + (count > found.count ? ", …" : "")
        return CaptureError(
            .notFound, path: name, problem: "\(count) memos have this in their names (\(names))",
            advice: "write more of the name")
    }

    /// One memo as a row of a list.
    public func row(of memo: FoundMemo, columns: [MemoColumn]) throws(CaptureError) -> MemoRow? {
        var query = MemoQuery(columns: columns)
        query.id = memo.id
        var found: MemoRow?
        try list(query) { row throws(CaptureError) in found = row }
        return found
    }
}
