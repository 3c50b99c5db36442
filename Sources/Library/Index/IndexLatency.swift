// IndexLatency: when the results of each memo of a library arrived.

import Capture
import GRDB
import Pipeline

/// The times of one memo, as they stand in the index. Seconds; what is there and is no number is not a number here, either.
public struct LatencyRow: Sendable {
    /// As text, for people.
    public var name: String
    public var duration: Double?
    public var run: Int64
    public var worker: Int?
    /// Since 1970.
    public var startedAt: Double
    public var queueWait: Double?
    public var total: Double?
    public var errorCode: String?
    /// The stage that the memo was stopped for, and when.
    public var late: StageTime?
    public var stages: [StageTime]
    public var steps: [StepTime]
}

extension LatencyRow {
    /// What can be a time, and in seconds since 1970 one of the next few centuries.
    public static let times = 0..<9e9
    public static let workers = 0..<1_000_000

    /// When a stage arrived.
    public struct StageTime: Sendable {
        public var stage: Stage
        public var elapsed: Double
        /// Whether that was what was known at the deadline; then when the whole arrived, where it did.
        public var isPartial = false
        public var whole: Double?
    }
}

extension LateStop {
    /// - Parameter row: of the table of results; one that an older Sonora wrote does not have these columns.
    init?(_ row: Row) {
        guard let late = lateTime(row), LatencyRow.times.contains(late.elapsed) else { return nil }
        self.init(late.stage, elapsed: .seconds(late.elapsed))
    }
}

extension LibraryIndex {
    /// Hands over the memos one after the other, in the order in which the library met them.
    public func latencyRows(_ body: (LatencyRow) -> Void) throws(CaptureError) {
        try read { db in
            // One row for each memo and table: reading a row costs more than finding it.
            let stages = try TimeColumns(db, table: "stage", names: Stage.allCases.map(\.rawValue))
            let hasSteps = try db.tableExists("step")
            let steps = hasSteps ? try TimeColumns(db, table: "step", names: Step.allCases.map(\.rawValue)) : nil
            let hasLate = try db.columns(in: "result").contains { $0.name == "lateStage" }
            let hasPartial =
                try db.columns(in: "stage").contains { $0.name == "partial" }
                && Bool.fetchOne(db, sql: "SELECT EXISTS (SELECT 1 FROM stage WHERE partial)") == true
            let parts =
                hasPartial
                ? try TimeColumns(db, table: "stage", names: Stage.allCases.map(\.rawValue), value: Self.part) : nil
            let rows = try Row.fetchCursor(
                db,
                sql: """
                    SELECT memo.id, memo.name, memo.duration, run, worker, startedAt, queueWait, total, errorCode
                        \(hasLate ? ", lateStage, lateElapsed" : "")
                    FROM memo JOIN result ON result.memo = memo.id ORDER BY memo.id
                    """)
            while let row = try rows.next() {
                let id: Int64 = try row.need(at: 0, "id")
                let arrivals = try stages.times(of: id)
                let wholes = try parts?.times(of: id) ?? []
                let times = try steps?.times(of: id) ?? []
                body(
                    LatencyRow(
                        name: String.fromDatabaseValue(row[1]) ?? "", duration: time(row[2]),
                        run: Int64.fromDatabaseValue(row[3]) ?? -1, worker: worker(row[4]),
                        startedAt: time(row[5]) ?? .nan, queueWait: time(row[6]), total: time(row[7]),
                        errorCode: code(row[8]), late: lateTime(row), stages: Self.stages(arrivals, wholes),
                        steps: zip(Step.allCases, times).compactMap { step, time in time.map { StepTime(step, $0) } }))
            }
        }
    }
}

extension LibraryIndex {
    /// When the whole of a stage arrived that arrived in part; `never` where it did not.
    private static let part = "CASE WHEN partial THEN coalesce(whole, \(never)) END"
    private static let never = -1.0

    private static func stages(_ arrivals: [Double?], _ wholes: [Double?]) -> [LatencyRow.StageTime] {
        zip(Stage.allCases, arrivals).enumerated().compactMap { index, arrival in
            let (stage, elapsed) = arrival
            guard let elapsed else { return nil }
            let whole = wholes.indices.contains(index) ? wholes[index] : nil
            return LatencyRow.StageTime(
                stage: stage, elapsed: elapsed, isPartial: whole != nil, whole: whole.flatMap { $0 == never ? nil : $0 }
            )
        }
    }
}

/// SQLite keeps what it is given, whatever the type of the column; asking for another type ends the process.
private func time(_ value: DatabaseValue) -> Double? {
    value.isNull ? nil : Double.fromDatabaseValue(value) ?? .nan
}

private func worker(_ value: DatabaseValue) -> Int? { value.isNull ? nil : Int.fromDatabaseValue(value) ?? -1 }

private func lateTime(_ row: Row) -> LatencyRow.StageTime? {
    guard let name = (row["lateStage"] as DatabaseValue?).flatMap(String.fromDatabaseValue),
        let stage = Stage(rawValue: name)
    else { return nil }
    return LatencyRow.StageTime(stage: stage, elapsed: (row["lateElapsed"] as DatabaseValue?).flatMap(time) ?? .nan)
}

private func code(_ value: DatabaseValue) -> String? {
    value.isNull ? nil : String.fromDatabaseValue(value) ?? "unknown"
}

/// A table of names and times, as a row of times for each memo, in the order of the memos.
private final class TimeColumns {
    private let rows: RowCursor
    private let count: Int
    private var memo: Int64?
    private var times: [Double?] = []

    /// - Parameters:
    ///   - table: `memo`, a column that is called like the table, and those of `value`.
    ///   - value: the time, in SQL.
    init(_ db: Database, table: String, names: [String], value: String = "elapsed") throws {
        let columns = names.map { "max(CASE \(table) WHEN '\($0)' THEN \(value) END)" }
        rows = try Row.fetchCursor(
            db, sql: "SELECT memo, \(columns.joined(separator: ", ")) FROM \(table) GROUP BY memo ORDER BY memo")
        count = names.count
        try advance()
    }

    /// The times of a memo, which comes after those that were asked for before.
    func times(of id: Int64) throws -> [Double?] {
        while let memo, memo < id { try advance() }
        return memo == id ? times : []
    }

    private func advance() throws {
        (memo, times) = (nil, [])
        while memo == nil, let row = try rows.next() {
            memo = Int64.fromDatabaseValue(row[0])
            times = (1...count).map { time(row[$0]) }
        }
    }
}
