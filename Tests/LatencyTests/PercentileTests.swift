// PercentileTests: percentiles of five shapes against numpy's. The figures are printed by numpy-percentiles.py beside this.

import Foundation
import Latency
import TestSignals
import Testing

@Suite struct PercentileTests {
    struct Shape: Sendable, CustomTestStringConvertible {
        var name: String
        var seed: UInt64
        /// Of two numbers that are evenly spread in 0..<1, in seconds.
        var value: @Sendable (Double, Double) -> Double
        /// p50, p90, p95, p99, p99.9 and the maximum, as numpy's `inverted_cdf` has them.
        var exact: [Double]
        /// The same as numpy interpolates them by default.
        var interpolated: [Double]

        var testDescription: String { name }

        var samples: [Double] {
            var generator = SeededGenerator(seed: seed)
            return (0..<10_000).map { _ in
                let first = (generator.nextSample() + 1) / 2
                return value(first, (generator.nextSample() + 1) / 2)
            }
        }
    }

    static let shapes = [
        Shape(
            name: "uniform", seed: 1, value: { first, _ in 0.001 + 0.199 * first },
            exact: [0.103113658, 0.180187257, 0.190328077, 0.198042598, 0.199700109, 0.199990971],
            interpolated: [0.103116171, 0.180187830, 0.190329864, 0.198042643, 0.199700111, 0.199990971]),
        Shape(
            name: "exponential", seed: 2, value: { first, _ in -0.02 * log(1 - first) },
            exact: [0.013597226, 0.046172124, 0.060375597, 0.090955911, 0.141033310, 0.220782791],
            interpolated: [0.013600162, 0.046176479, 0.060375862, 0.090963158, 0.141033414, 0.220782791]),
        Shape(
            name: "lognormal", seed: 3,
            value: { exp(-4 + 0.8 * (-2 * log(1 - $0)).squareRoot() * cos(2 * Double.pi * $1)) },
            exact: [0.018337963, 0.051262374, 0.068441473, 0.118249553, 0.201210242, 0.512814777],
            interpolated: [0.018342830, 0.051264355, 0.068445458, 0.118252172, 0.201211187, 0.512814777]),
        Shape(
            name: "bimodal", seed: 4, value: { $0 < 0.7 ? 0.01 + 0.002 * $1 : 0.5 + 0.1 * $1 },
            exact: [0.011416080, 0.567438485, 0.583860589, 0.597006034, 0.599621578, 0.599994559],
            interpolated: [0.011416336, 0.567438714, 0.583869200, 0.597006083, 0.599621720, 0.599994559]),
        Shape(
            name: "outliers", seed: 5, value: { $0 < 0.995 ? 0.005 : 2 + 10 * $1 },
            exact: [0.005000000, 0.005000000, 0.005000000, 0.005000000, 9.528092140, 11.875856130],
            interpolated: [0.005000000, 0.005000000, 0.005000000, 0.005000000, 9.528158783, 11.875856130]),
    ]
    private static let shares = [0.5, 0.9, 0.95, 0.99, 0.999, 1]

    /// Three digits, and the microsecond that the histogram counts in.
    private func agrees(_ value: Double?, _ right: Double, digits: Double = 1e-3) -> Bool {
        guard let value else { return false }
        return abs(value - right) <= right * digits + 1e-6
    }

    @Test(arguments: shapes) func `percentiles are numpy's, to three digits`(shape: Shape) {
        let distribution = Distribution(shape.samples)
        #expect(distribution.count == 10_000)
        for (share, right) in zip(Self.shares, shape.exact) {
            #expect(agrees(distribution.percentile(share), right), "p\(share * 100)")
        }
        for (share, right) in zip(Self.shares, shape.interpolated) {
            #expect(agrees(distribution.percentile(share), right, digits: 1.5e-3), "p\(share * 100)")
        }
    }

    @Test(arguments: shapes) func `the maximum is exact, and nothing is longer`(shape: Shape) {
        let samples = shape.samples
        let distribution = Distribution(samples)
        #expect(distribution.max == samples.max() && distribution.percentile(1) == samples.max())
        #expect(distribution.min == samples.min())
        for share in stride(from: 0.0, through: 1, by: 0.01) {
            #expect(distribution.percentile(share) ?? .infinity <= samples.max() ?? 0)
        }
    }

    @Test func `of nothing there are no percentiles`() {
        let distribution = Distribution()
        #expect(distribution.percentile(0.5) == nil && distribution.max == nil && distribution.share(within: 1) == nil)
    }

    @Test func `one that took no time at all has a median of no time`() {
        #expect(Distribution([0.0]).percentile(0.5) == 0)
    }

    @Test func `the text of HdrHistogram ends with all and with the longest`() {
        let lines = Distribution((1...1000).map { Double($0) / 1000 }).percentileText.split(separator: "\n")
        #expect(lines.first == "       Value     Percentile TotalCount 1/(1-Percentile)")
        let last = lines.last { !$0.hasPrefix("#") }?.split(separator: " ")
        #expect(last?.dropFirst() == ["1.000000000000", "1000"])
        #expect(agrees(last?.first.flatMap { Double($0) }, 1000))
    }
}
