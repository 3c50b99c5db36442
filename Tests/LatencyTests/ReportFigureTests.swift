// ReportFigureTests: a report of memos whose figures can be worked out by hand.

import Latency
import Pipeline
import Testing

@Suite struct ReportFigureTests {
    /// A hundred memos of 10 s that take 1 ms to 100 ms, and one that failed.
    private static let records =
        (1...100).map { number in
            let seconds = Double(number) / 1000
            return RecordedMemo(
                memo: "\(number).wav", duration: 10, queueWait: 1, total: seconds + 0.05,
                stages: [StageArrival(.immediate, seconds), StageArrival(.insights, seconds + 0.05)],
                steps: [StepTime(.read, seconds / 2)])
        } + [RecordedMemo(memo: "broken.wav", errorCode: "notAudio")]

    @Test func `counts, percentiles and shares`() throws {
        let report = LatencyReport(Self.records)
        #expect(report.memos == 101 && report.audioSeconds == 1000)
        #expect(report.failures.map(\.code) == ["notAudio"] && report.failures.map(\.count) == [1])
        let immediate = try #require(report[.stage(.immediate)])
        #expect(immediate.distribution.count == 100 && immediate.budget == 0.1)
        #expect(immediate.distribution.percentile(0.5).map { abs($0 - 0.05) < 1e-4 } == true)
        #expect(immediate.inside == 1 && immediate.verdict == .within)
        #expect(report[.step(.read)]?.distribution.max == 0.05)
        #expect(report[.response]?.distribution.min.map { abs($0 - 1.051) < 1e-9 } == true)
        #expect(report[.queue]?.distribution.count == 100)
        #expect(report.realtimeFactor.max.map { abs($0 - 0.015) < 1e-12 } == true)
    }

    @Test func `a budget that all but one keep does not hold`() throws {
        var budgets = Budgets()
        budgets[.immediate] = .milliseconds(99)
        let line = try #require(LatencyReport(Self.records, budgets: budgets)[.stage(.immediate)])
        #expect(line.inside == 0.99 && line.verdict == .over)
    }

    @Test func `a stage that never came has no verdict`() throws {
        let line = try #require(LatencyReport(Self.records)[.stage(.transcript)])
        #expect(line.distribution.count == 0 && line.inside == nil && line.verdict == .none)
        #expect(LatencyReport(Self.records)[.stage(.text)] == nil)
    }

    @Test func `one that was stopped is in the percentiles, after all others`() throws {
        let stopped = RecordedMemo(memo: "s", errorCode: "late", late: StageArrival(.immediate, 0.1))
        let report = LatencyReport(Self.records + [stopped])
        let line = try #require(report[.stage(.immediate)])
        #expect(line.distribution.count == 101 && line.stopped == 1 && line.verdict == .over)
        #expect(line.inside.map { abs($0 - 100.0 / 101) < 1e-9 } == true)
        let check = { (text: String) in try Requirement(parsing: text).check(report).verdict }
        #expect(try check("immediate.p99 < 1s") == .holds && check("immediate.p99.5 < 1s") == .broken)
        #expect(try check("immediate.max < 1s") == .broken && check("immediate.max > 50ms") == .holds)
    }

    @Test func `each memo is in one tier, on the edge in the faster one`() throws {
        let values = [0.05, 0.1, 0.100001, 0.3, 0.9, 1, 2, 3, 3.1, 100]
        let records = values.map { RecordedMemo(memo: "m", total: $0) }
        let tiers = try #require(LatencyReport(records)[.total]).tiers
        #expect(tiers.map(\.tier) == Tier.allCases && tiers.map(\.count) == [2, 2, 2, 2, 2])
    }

    @Test func `the worst come first, and lengths are kept apart`() {
        let report = LatencyReport(Self.records + [RecordedMemo(memo: "long", duration: 4000, total: 2)])
        #expect(report.worst.map(\.memo).prefix(3) == ["long", "100.wav", "99.wav"] && report.worst.count == 10)
        #expect(report.byLength.map(\.length) == [.under1min, .longer])
        #expect(report.byLength.map(\.memos) == [100, 1])
    }
}
