// RegressionTests: what a gate against a baseline says besides times: failures, what it cannot judge, other memos.

import Latency
import Pipeline
import Testing

@Suite struct RegressionTests {
    private func records(_ count: Int, failed: Int = 0, folder: String = "") -> [RecordedMemo] {
        (0..<count).map { RecordedMemo(memo: "\(folder)m\($0 % 10)", total: 0.02 + Double($0) * 1e-6) }
            + (0..<failed).map { _ in RecordedMemo(memo: "\(folder)m0", errorCode: "notAudio") }
    }

    private func checks(_ now: [RecordedMemo], _ before: [RecordedMemo]) -> [Check] {
        Comparison(LatencyReport(now), baseline: LatencyReport(before), memos: MemoSets(now, baseline: before))
            .checks(maximumRegression: 0.1)
    }

    @Test(arguments: [
        (0, 1, Check.Verdict.broken), (1, 2, .broken), (1, 1, .holds), (2, 1, .holds), (1, 0, .holds),
    ])
    func `more failures than before are a regression`(before: Int, now: Int, verdict: Check.Verdict) throws {
        let all = checks(records(100, failed: now), records(100, failed: before))
        let check = try #require(all.first { $0.subject == .failed })
        #expect(check.verdict == verdict && check.requirement == "failed no more often than before")
        #expect(check.note == "\(before) of \(100 + before) before, \(now) of \(100 + now) now")
        #expect(all.filter { $0.subject == nil }.allSatisfy { $0.holds })
    }

    @Test func `as many failures of twice as many runs are none more, and of none nothing is said`() {
        #expect(checks(records(200, failed: 4), records(100, failed: 2)).allSatisfy { $0.holds })
        #expect(checks(records(100), records(100)).allSatisfy { $0.subject == nil })
        #expect(checks(records(100, failed: 1), []).last?.verdict == Check.Verdict.none)
    }

    @Test func `percentiles that cannot be judged are named, with the runs that they take`() throws {
        let notes = checks(records(40), records(200)).compactMap(\.note)
        #expect(
            notes == [
                "p99 is not judged: of 200 and 40 samples, 100 (10 runs of 10 memos) are needed on each side"
            ])
        let few = checks(records(10), records(10)).compactMap(\.note)
        #expect(few.count == 1 && few[0].contains("p95 is not judged") && few[0].contains("p99 is not judged"))
        #expect(checks(records(5), records(5)).first?.note?.contains("8 (2 runs of 5 memos) are needed") == true)
        #expect(checks(records(100), records(100)).allSatisfy { $0.note == nil })
    }

    @Test func `exactly as much slower as is allowed is no regression`() {
        func report(_ seconds: Double) -> LatencyReport {
            LatencyReport((0..<100).map { _ in RecordedMemo(memo: "", total: seconds) })
        }
        // Their quotient is a little more than 0.1.
        #expect((0.033 - 0.03) / 0.03 > 0.1)
        #expect(
            Comparison(report(0.033), baseline: report(0.03)).checks(maximumRegression: 0.1).allSatisfy { $0.holds })
        #expect(!Comparison(report(0.0331), baseline: report(0.03)).checks(maximumRegression: 0.1)[0].holds)
    }

    @Test func `other memos are told, other folders are none`() {
        func sets(_ now: [String], _ before: [String]) -> MemoSets {
            MemoSets(now.map { RecordedMemo(memo: $0) }, baseline: before.map { RecordedMemo(memo: $0) })
        }
        #expect(sets(["a", "b", "a"], ["b", "a"]).areSame && sets(["a", "a"], ["a"]).count == 1)
        #expect(sets(["/x/a", "/x/s/b"], ["y/z/a", "y/z/s/b"]).areSame)
        #expect(sets(["/x/a"], ["a"]).areSame && sets([], []).areSame)
        let other = sets(["s/a", "s/b", "s/c"], ["s/a", "s/d"])
        #expect(other.both == 1 && other.onlyAfter == ["b", "c"] || other.onlyAfter == ["s/b", "s/c"])
        #expect(other.difference?.contains("2 only in this measurement") == true)
        #expect(other.difference?.contains("1 only in the baseline") == true)
        #expect(sets(["a"], ["a"]).difference == nil)
    }
}
