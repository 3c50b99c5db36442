// PercentTests: shares that are written in percent, compared with shares that were counted.

import Latency
import Pipeline
import Testing

@Suite struct PercentTests {
    @Test func `each tenth of a percent is the share of so many of a thousand`() {
        for count in 0...1000 {
            #expect(Percent.share("\(count / 10).\(count % 10)") == Double(count) / 1000)
        }
    }

    @Test(arguments: [
        ("99.99", 0.9999), ("1e1", 0.1), ("1E-1", 0.001), ("0", 0), ("100", 1), ("", nil), ("x", nil), ("-1", nil),
        ("1e", nil), ("1e99999", nil), ("1e2e3", nil), ("1.2.3", nil), ("inf", nil), ("0x10", nil), ("٣", nil),
    ])
    func `only digits are percent`(text: String, share: Double?) { #expect(Percent.share(text) == share) }

    @Test(arguments: [(999, 1000, "99.9"), (9999, 10_000, "99.99"), (551, 1000, "55.1"), (29, 100, "29")])
    func `exactly the share that is asked for holds`(inside: Int, count: Int, percent: String) throws {
        let records = (0..<count).map { number in
            RecordedMemo(memo: "", stages: [StageArrival(.immediate, number < inside ? 0.05 : 0.5)])
        }
        let report = LatencyReport(records)
        for (comparison, holds) in [(">=", true), ("==", true), ("<=", true), (">", false), ("<", false)] {
            let check = try Requirement(parsing: "immediate.inside \(comparison) \(percent)%").check(report)
            #expect(check.holds == holds, "\(check)")
        }
    }

    @Test func `a stage that takes exactly its budget does not stay under it`() throws {
        let report = LatencyReport([RecordedMemo(memo: "", stages: [StageArrival(.transcript, 0.3)])])
        #expect(try !Requirement(parsing: "transcript.max < 300ms").check(report).holds)
        #expect(try Requirement(parsing: "transcript.max == 300ms").check(report).holds)
    }
}
