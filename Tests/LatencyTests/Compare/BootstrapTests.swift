// BootstrapTests: places drawn from a beta distribution are those that resampling gives.

import Latency
import TestSignals
import Testing

@Suite struct BootstrapTests {
    @Test(arguments: [
        (0.5, 5, 3), (0.5, 4, 2), (0.07, 100, 7), (0.99, 100, 99), (0.999, 1000, 999), (1, 10, 10), (0, 10, 1),
    ])
    func `a percentile is the value that so many are at or below`(share: Double, count: Int, rank: Int) {
        #expect(Bootstrap.rank(share, of: count) == rank)
    }

    /// The median and the p90 of 20 values, drawn both ways 40,000 times.
    @Test(arguments: [0.5, 0.9])
    func `it is as likely as with resampling that a value is the percentile`(share: Double) {
        let values = (0..<20).map(Double.init)
        let draws = 40_000
        var direct = Bootstrap(seed: 1)
        var random = SeededGenerator(seed: 2)
        var (drawn, resampled) = ([Int](repeating: 0, count: 20), [Int](repeating: 0, count: 20))
        for _ in 0..<draws {
            drawn[Int(direct.resample(share, values))] += 1
            let resample = (0..<20).map { _ in values[Int.random(in: 0..<20, using: &random)] }.sorted()
            resampled[Int(resample[Bootstrap.rank(share, of: 20) - 1])] += 1
        }
        for (one, other) in zip(drawn, resampled) {
            // Four standard deviations of the difference of two counts.
            #expect(abs(one - other) <= 4 * Int(Double(one + other + 4).squareRoot()))
        }
    }

    @Test func `it says the same twice`() {
        let (before, after) = ((0..<50).map(Double.init), (0..<50).map { Double($0) + 3 })
        var (one, other) = (Bootstrap(seed: 7), Bootstrap(seed: 7))
        #expect(one.shift(0.9, sorted: before, after) == other.shift(0.9, sorted: before, after))
    }

    @Test func `a shift of values without any spread is exact`() {
        var bootstrap = Bootstrap(seed: 1)
        let shift = bootstrap.shift(
            0.5, sorted: [Double](repeating: 1, count: 9), [Double](repeating: 3, count: 9))
        #expect(shift == 2...2)
    }
}
