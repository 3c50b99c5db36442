// CheckTests: requirements held against reports.

import Latency
import Pipeline
import Testing

@Suite struct CheckTests {
    /// A hundred memos of 10 s: immediate after 1…100 ms, all done after ten times that; the last one failed.
    private static let records =
        (1...100).map { index in
            RecordedMemo(
                memo: "\(index).wav", duration: 10, queueWait: 0.001, total: Double(index) / 100,
                stages: [StageArrival(.immediate, Double(index) / 1000)])
        } + [RecordedMemo(memo: "bad.wav", errorCode: "notAudio")]
    private static let report = LatencyReport(records)

    private func check(_ text: String, _ report: LatencyReport = report) throws -> Check {
        try Requirement(parsing: text).check(report)
    }

    @Test(arguments: [
        ("immediate.p50 < 51ms", true), ("immediate.p50 < 50ms", false), ("immediate.p50 <= 50.1ms", true),
        ("immediate.p99 < 99ms", false), ("immediate.p99 > 98ms", true), ("immediate.p100 <= 100ms", true),
        ("immediate.max < 100ms", false), ("immediate.min == 1ms", true), ("immediate.p0 == 1ms", true),
        ("immediate.mean < 51ms", true), ("immediate.mean < 50ms", false), ("immediate.count >= 100", true),
        ("immediate.count > 100", false), ("immediate.inside >= 100%", true), ("total.rtf.p50 < 0.0502", true),
        ("total.rtf.p50 < 0.04", false), ("failed.count == 1", true), ("failed.count == 0", false),
        ("queue.max <= 1ms", true), ("response.max > 1s", true),
    ])
    func `a requirement holds or not`(text: String, holds: Bool) throws {
        let check = try check(text)
        #expect(check.verdict == (holds ? .holds : .broken), "\(check)")
        #expect(check.requirement == text)
    }

    @Test(arguments: [
        "insights.p99 < 3s", "insights.p99 >= 0s", "insights.count == 0", "insights.inside >= 0%",
        "transcriptText.mean < 1s",
    ])
    func `a metric without samples does not pass, whatever is asked`(text: String) throws {
        let check = try check(text)
        #expect(check.verdict == .none && !check.holds && check.found == nil && check.count == 0)
        #expect(check.note == "no samples")
    }

    @Test(arguments: ["failed.count == 0", "total.count >= 0", "total.rtf.p50 < 1", "queue.p50 < 1s"])
    func `nothing at all does not pass`(text: String) throws {
        #expect(try check(text, LatencyReport([])).verdict == .none)
    }

    @Test func `without a budget nothing is inside of it`() throws {
        let report = LatencyReport([RecordedMemo(memo: "a", stages: [StageArrival(.extended, 1)])])
        let check = try check("extended.inside >= 1%", report)
        #expect(check.verdict == .none && check.note == "there is no budget")
    }

    @Test func `the budget in force counts`() throws {
        var budgets = Budgets()
        budgets[.immediate] = .milliseconds(50)
        let check = try check("immediate.inside >= 51%", LatencyReport(Self.records, budgets: budgets))
        #expect(check.verdict == .broken && check.found == 0.5 && check.note == "inside 50ms")
    }

    @Test(arguments: [
        ("p50", 1, true), ("p50", 2, false), ("p90", 9, true), ("p90", 10, false), ("p99", 99, true),
        ("p99", 100, false), ("p99.9", 999, true), ("p99.9", 1000, false), ("p1", 99, true), ("p100", 1, false),
        ("max", 1, false),
    ])
    func `too few samples for a percentile are noted`(statistic: String, count: Int, isNoted: Bool) throws {
        let records = (0..<count).map { RecordedMemo(memo: "\($0)", total: Double($0 + 1) / 1000) }
        let check = try check("total.\(statistic) < 1min", LatencyReport(records))
        #expect((check.note != nil) == isNoted, "\(check)")
        #expect(check.holds)
    }

    @Test func `by default each promised stage is asked for`() {
        let requirements = Requirement.defaults(for: Self.report)
        #expect(
            requirements.map(\.text) == ["immediate.p99 <= 100ms", "transcript.p99 <= 300ms", "insights.p99 <= 3s"])
        #expect(requirements.map { $0.check(Self.report).verdict } == [.holds, .none, .none])
        for requirement in requirements { #expect(throws: Never.self) { try Requirement(parsing: requirement.text) } }
    }

    @Test func `words of an engine are asked for where there are any`() {
        let report = LatencyReport([RecordedMemo(memo: "a", stages: [StageArrival(.text, 1)])])
        #expect(Requirement.defaults(for: report).map(\.text).contains("transcriptText.p99 <= 1s"))
    }
}
