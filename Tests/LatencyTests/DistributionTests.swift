// DistributionTests: figures at the ends of the histogram: never shorter than they were, beyond an hour, below a millionth.

import Latency
import TestSignals
import Testing

@Suite struct DistributionTests {
    /// The value of which at least this share is not longer.
    private func exact(_ values: [Double], _ share: Double) -> Double {
        let sorted = values.sorted()
        return sorted[min(sorted.count, max(1, Int((share * Double(sorted.count) - 1e-9).rounded(.up)))) - 1]
    }

    @Test(arguments: [2e-6, 3e-5, 1e-3, 2e-3, 0.1, 30])
    func `a percentile is never shorter than it was, and hardly longer`(longest: Double) {
        var random = SeededGenerator(seed: 9)
        let values = (0..<997).map { _ in (random.nextSample() + 1) / 2 * longest }
        let distribution = Distribution(values)
        for share in stride(from: 0.01, through: 0.999, by: 0.01) {
            let (found, right) = (distribution.percentile(share) ?? 0, exact(values, share))
            #expect(found >= right && found <= right * 1.001 + 1e-6, "p\(share * 100)")
        }
    }

    @Test(arguments: [0.0011, 0.0007, 0.001001, 0.0013, 0.000_003])
    func `whole microseconds stay what they are`(seconds: Double) {
        #expect(Distribution([seconds, seconds, 1]).percentile(0.5) == seconds)
    }

    @Test func `beyond an hour percentiles are exact`() {
        let values = (1...100).map { Double($0) * 100 }
        let distribution = Distribution(values)
        #expect(distribution.percentile(0.99) == 9900 && distribution.percentile(0.9) == 9000)
        #expect(distribution.percentile(0.37) == 3700 && distribution.max == 10_000)
        #expect(distribution.percentile(0.36).map { abs($0 - 3600) <= 3.6 } == true)
        #expect(distribution.percentile(0.2).map { abs($0 - 2000) <= 2 } == true)
        #expect(Distribution([7200.0]).percentile(0.5) == 7200)
    }

    @Test func `processing that takes a billionth of the sound is not nothing`() throws {
        let records = (1...100).map { RecordedMemo(memo: "\($0)", duration: 1e6, total: Double($0) * 1e-3) }
        let factor = LatencyReport(records).realtimeFactor
        #expect(try #require(factor.percentile(0.5)) == 50e-9 && factor.percentile(0.99) == 99e-9)
        let requirement = try Requirement(parsing: "total.rtf.p99 > 0.00000009")
        #expect(requirement.check(LatencyReport(records)).holds)
    }

    @Test func `of a thousand the p99.9 is the longest but one, however it is written`() throws {
        let records = (1...1000).map { RecordedMemo(memo: "\($0)", total: Double($0) / 1000) }
        let check = try Requirement(parsing: "total.p99.9 < 1s").check(LatencyReport(records))
        #expect(check.holds && check.found.map { $0 >= 0.999 && $0 < 1 } == true)
    }
}
