// LatencyFindings: a latency report and all that its formats need besides.

import Latency
import Pipeline

/// A report and all that it was made from, for a format that shows single memos.
public struct LatencyFindings: Sendable {
    public var records: [RecordedMemo]
    public var budgets: Budgets
    public var report: LatencyReport
    /// Where they come from, for people.
    public var title: String
    /// What was asked of the report, and what was found.
    public var checks: [Check] = []
    /// With a baseline, if there is one.
    public var comparison: Comparison?

    /// - Parameters:
    ///   - title: where the records come from, for people.
    ///   - budgets: what the report holds the times against.
    ///   - hasReport: whether anybody will look at the report; else it is one of nothing.
    public init(_ records: [RecordedMemo], title: String, budgets: Budgets, hasReport: Bool = true) {
        self.records = records
        self.title = title
        self.budgets = budgets
        report = LatencyReport(hasReport ? records : [], budgets: budgets)
    }
}

extension LatencyFindings {
    /// `nil` where nothing was asked for.
    package var gate: GateTable? {
        checks.isEmpty ? nil : GateTable(checks: checks, failedMemos: report.failed, memos: report.memos)
    }

    var table: ComparisonTable? { comparison.map { ComparisonTable(comparison: $0) } }
}
