// ComparisonTests: reports beside baselines: no alarm without a cause, and no silence where there is one.

import Foundation
import Latency
import Pipeline
import TestSignals
import Testing

@Suite struct ComparisonTests {
    /// Totals that are mostly short and sometimes long, as those of a machine that does other things, too.
    private static func report(_ count: Int, slower: Double = 1, seed: UInt64) -> LatencyReport {
        var random = SeededGenerator(seed: seed)
        return LatencyReport(
            (0..<count).map { index in
                // A sum of twelve is close to a normal distribution.
                let normal = (0..<12).reduce(0.0) { sum, _ in sum + random.nextSample() } / 2
                return RecordedMemo(memo: "\(index)", total: 0.02 * exp(0.3 * normal) * slower)
            })
    }

    /// How many of 200 comparisons of two measurements break a gate of this size.
    private static func alarms(_ count: Int, slower: Double, limit: Double) -> Int {
        (0..<200).count { run in
            let comparison = Comparison(
                report(count, slower: slower, seed: UInt64(run) * 2 + 1_000_001),
                baseline: report(count, seed: UInt64(run) * 2 + 1_000_002))
            return comparison.checks(maximumRegression: limit).contains { $0.verdict == .broken }
        }
    }

    @Test(arguments: [(8, 0.0), (20, 0), (60, 0), (100, 0), (200, 0), (200, 0.1), (400, 0)])
    func `the same thing measured twice raises an alarm in at most 2 of 100 cases`(count: Int, limit: Double) {
        #expect(Self.alarms(count, slower: 1, limit: limit) <= 4)
    }

    @Test(arguments: [(200, 0.95), (60, 0.45)])
    func `a shift by 20 % is found`(count: Int, share: Double) {
        #expect(Double(Self.alarms(count, slower: 1.2, limit: 0)) >= share * 200)
    }

    @Test func `a shift by 20 % breaks a gate of 10 %`() {
        #expect(Self.alarms(200, slower: 1.2, limit: 0.1) >= 180)
    }

    @Test func `a shift by 5 % does not, although it is seen`() throws {
        let comparison = Comparison(Self.report(5000, slower: 1.05, seed: 1), baseline: Self.report(5000, seed: 2))
        let line = try #require(comparison[.total])
        #expect(line.verdict == .slower && line["p50"]?.verdict == .slower)
        let checks = comparison.checks(maximumRegression: 0.1)
        #expect(checks.map(\.requirement).first == "total.p50 at most 10% slower")
        #expect(checks.count == 3 && checks.allSatisfy { $0.holds })
        #expect(checks.first?.note == "slower by more than noise, but not by that much")
    }

    @Test func `what became faster never breaks a gate`() throws {
        let comparison = Comparison(Self.report(300, slower: 0.7, seed: 1), baseline: Self.report(300, seed: 2))
        #expect(comparison[.total]?.verdict == .faster)
        #expect(comparison.checks(maximumRegression: 0).allSatisfy { $0.holds })
    }

    @Test func `values that are the same differ by nothing`() throws {
        let report = Self.report(1000, seed: 3)
        let line = try #require(Comparison(report, baseline: report)[.total])
        #expect(line.verdict == .noise && line.shifts.allSatisfy { $0.absolute == 0 })
        #expect(line["p99.9"]?.verdict == .noise && line["max"]?.verdict == .untested)
    }

    @Test(arguments: [
        ("p50", 7, Comparison.Verdict.tooFew), ("p50", 8, .noise), ("p90", 9, .tooFew), ("p90", 10, .noise),
        ("p95", 19, .tooFew), ("p95", 20, .noise), ("p99", 99, .tooFew), ("p99", 100, .noise), ("p99.9", 999, .tooFew),
        ("p99.9", 1000, .noise),
    ])
    func `too few samples tell nothing of a percentile`(name: String, count: Int, verdict: Comparison.Verdict) throws {
        let many = Self.report(2000, seed: 4)
        let few = LatencyReport((0..<count).map { RecordedMemo(memo: "", total: 0.02 + Double($0) * 1e-6) })
        #expect(Comparison(few, baseline: few)[.total]?[name]?.verdict == verdict)
        #expect((Comparison(few, baseline: many)[.total]?[name]?.verdict == .tooFew) == (verdict == .tooFew))
    }

    @Test func `a gate that cannot tell does not pass`() {
        let (few, many) = (Self.report(7, seed: 5), Self.report(100, seed: 6))
        #expect(Comparison(few, baseline: many).checks(maximumRegression: 1).map(\.verdict) == [.none])
        let nothing = LatencyReport([])
        #expect(
            Comparison(many, baseline: nothing).checks(maximumRegression: 1).map(\.note) == [
                "no samples in the baseline"
            ])
        #expect(Comparison(nothing, baseline: many).checks(maximumRegression: 1).map(\.verdict) == [.none])
        #expect(Comparison(nothing, baseline: nothing).checks(maximumRegression: 1).map(\.verdict) == [.none])
    }

    @Test func `steps and waiting are compared but not gated`() {
        func report(_ seconds: Double) -> LatencyReport {
            LatencyReport(
                (0..<20).map {
                    RecordedMemo(memo: "\($0)", queueWait: seconds, total: 1, steps: [StepTime(.read, seconds)])
                })
        }
        let comparison = Comparison(report(0.2), baseline: report(0.1))
        #expect(comparison[.step(.read)]?.verdict == .slower && comparison[.queue]?.verdict == .slower)
        #expect(comparison.checks(maximumRegression: 0.1).allSatisfy { $0.requirement.hasPrefix("total.") && $0.holds })
    }
}
