// RequirementTests: the grammar of requirements, and what is said of those that cannot be understood.

import Capture
import Latency
import Testing

@Suite struct RequirementTests {
    typealias Subject = Requirement.Subject
    typealias Statistic = Requirement.Statistic

    @Test(arguments: [
        ("immediate.p99 < 100ms", Subject.metric(.stage(.immediate)), Statistic.percentile(99), "<", 0.1),
        ("insights.p95 < 3s", .metric(.stage(.insights)), .percentile(95), "<", 3),
        ("total.rtf.p50 < 0.001", .realtimeFactor, .percentile(50), "<", 0.001),
        ("total.rtf.p99.9<=1e-3", .realtimeFactor, .percentile(99.9), "<=", 0.001),
        ("immediate.inside >= 99%", .metric(.stage(.immediate)), .inside, ">=", 0.99),
        ("transcriptText.inside>=99.5 %", .metric(.stage(.text)), .inside, ">=", 0.995),
        ("  total.count>=100  ", .metric(.total), .count, ">=", 100),
        ("queue.max <= 1 s", .metric(.queue), .max, "<=", 1),
        ("failed.count==0", .failed, .count, "==", 0),
        ("response.mean < 1min", .metric(.response), .mean, "<", 60),
        ("step.read.p99 < 500us", .metric(.step(.read)), .percentile(99), "<", 0.0005),
        ("step.write.min > 0s", .metric(.step(.write)), .min, ">", 0),
        ("total.p0 < 2.5s", .metric(.total), .percentile(0), "<", 2.5),
    ])
    func `a requirement is read`(
        text: String, subject: Subject, statistic: Statistic, comparison: String, limit: Double
    ) throws {
        let requirement = try Requirement(parsing: text)
        #expect(requirement.text == text)
        #expect(requirement.subject == subject)
        #expect(requirement.statistic == statistic)
        #expect(requirement.comparison.rawValue == comparison)
        #expect(abs(requirement.limit - limit) < 1e-12)
    }

    @Test(arguments: [
        ("imediate.p99 < 100ms", 1, "there is no metric “imediate”; did you mean immediate? metrics: queue, immediate"),
        ("  totale.p50 < 1s", 3, "did you mean total?"),
        ("xyz.p50 < 1s", 1, "there is no metric “xyz”; metrics: queue"),
        ("step.reed.p50 < 1s", 6, "there is no step “reed”; did you mean read? steps: open, look, read"),
        ("step < 1s", 1, "there is no metric “step”"),
        ("", 1, "there is no metric; write METRIC.STATISTIC"),
        ("< 1s", 1, "there is no metric;"),
        ("immediate < 100ms", 10, "which figure of “immediate”?"),
        ("total.rtf < 1", 10, "which figure of “total.rtf”?"),
        ("immediate.p101 < 1s", 11, "they end at p100"),
        ("immediate.p < 1s", 11, "there is no statistic “p”"),
        ("immediate.p0x10 < 1s", 11, "there is no statistic “p0x10”"),
        ("immediate.men < 1s", 11, "did you mean mean?"),
        ("immediate.rtf.p50 < 1", 11, "total alone"),
        ("failed.p50 < 1s", 8, "failed memos are only counted"),
        ("total.inside > 90%", 7, "only stages have a budget"),
        ("immediate.p99 100ms", 11, "there is no statistic “p99 100ms”"),
        ("immediate.p99", 14, "there is no comparison"),
        ("immediate.p99 = 1s", 15, "did you mean ==?"),
        ("immediate.p99 ≤ 1s", 15, "did you mean <=?"),
        ("immediate.p99 << 1s", 15, "there is no comparison “<<”; there are <, <=, >, >=, =="),
        ("immediate.p99 <", 16, "there is no value"),
        ("immediate.p99 < 100", 17, "immediate.p99 is a time, and “100” is a plain number; write it as 80ms"),
        ("immediate.p99 < 99%", 17, "is a time, and “99%” is percent"),
        ("immediate.p99 < soon", 17, "“soon” is no value; write 80ms"),
        ("immediate.p99 < -1s", 17, "is no value"),
        ("immediate.p99 < 0x10ms", 17, "is no value"),
        ("total.count > 5ms", 15, "is a plain number, and “5ms” is a duration"),
        ("total.count > 5.5", 15, "is not whole"),
        ("total.rtf.p50 < 1ms", 17, "is a plain number, and “1ms” is a duration"),
        ("immediate.inside > 0.99", 20, "is a share, and “0.99” is a plain number; write 99%"),
        ("immediate.inside > 101%", 20, "between 0% and 100%"),
    ])
    func `what is not understood is named, with its place and what there is`(text: String, place: Int, words: String) {
        #expect {
            try Requirement(parsing: text)
        } throws: { error in
            let error = try #require(error as? RequirementError)
            #expect(error.place == place, "\(error)")
            #expect(error.description.contains(words), "\(error)")
            #expect(error.description.contains("“\(text)”"))
            return true
        }
    }

    @Test(arguments: [(0.1, "100ms"), (3, "3s"), (2.5, "2.5s"), (0.0005, "500us"), (60, "60s")])
    func `a duration is written so that it can be read again`(seconds: Double, text: String) throws {
        #expect(Numbers.argument(seconds) == text)
        #expect(try Requirement(parsing: "total.p50 < \(text)").limit == seconds)
    }
}
