// ChanceTests: probabilities against exact sums and published tables, neighbours against comparing each with each.

import Foundation
import Library
import TestSignals
import Testing

@Suite struct ChanceTests {
    /// The sum itself.
    private static func tail(_ hits: Int, _ count: Int, _ share: Double) -> Double {
        (hits...count).reduce(0) { sum, k in
            let ways = (0..<k).reduce(1.0) { $0 * Double(count - $1) / Double($1 + 1) }
            return sum + ways * pow(share, Double(k)) * pow(1 - share, Double(count - k))
        }
    }

    @Test(arguments: [(1, 5, 0.2), (3, 10, 0.1), (9, 10, 0.5), (10, 10, 0.9), (20, 60, 0.05), (30, 60, 0.5)])
    func `the binomial tail is its sum`(hits: Int, count: Int, share: Double) {
        let expected = Self.tail(hits, count, share)
        #expect(abs(Chance.binomialTail(hits: hits, of: count, share: share) / expected - 1) < 1e-9)
    }

    @Test func `impossible and certain tails`() {
        #expect(Chance.binomialTail(hits: 0, of: 9, share: 0.5) == 1)
        #expect(Chance.binomialTail(hits: 10, of: 9, share: 0.5) == 0)
        #expect(Chance.binomialTail(hits: 3, of: 9, share: 0) == 0)
        #expect(Chance.binomialTail(hits: 3, of: 9, share: 1) == 1)
        let rare = Chance.binomialTail(hits: 40_000, of: 100_000, share: 0.2)
        #expect(rare >= 0 && rare < 1e-100)
    }

    /// Critical values of Student's t: 2.306 at 8 degrees of freedom and 1.984 at 98 leave 5 % in both tails.
    @Test(arguments: [(2.306, 10, 0.05), (1.984, 100, 0.05), (2.626, 100, 0.01), (3.355, 10, 0.01)])
    func `a correlation is as likely as tables of t say`(t: Double, count: Int, expected: Double) {
        let rho = t / (t * t + Double(count - 2)).squareRoot()
        #expect(abs(Chance.correlation(rho, count: count) - expected) < expected * 0.004)
        #expect(abs(Chance.correlation(-rho, count: count) - expected) < expected * 0.004)
    }

    @Test(arguments: [1, 2, 4])
    func `neighbours are the nearest there are`(dimensions: Int) {
        var random = SeededGenerator(seed: 3)
        // A coarse grid, so that many are equally near.
        let points = (0..<400).map { number in
            (0..<dimensions).map { _ in
                let value = random.nextSample()
                return number % 2 == 0 ? value : (value * 4).rounded() / 4
            }
        }
        let tree = NeighbourTree(points)
        for index in points.indices {
            let all = points.indices.filter { $0 != index }.map { other in
                zip(points[index], points[other]).reduce(0.0) { $0 + ($1.0 - $1.1) * ($1.0 - $1.1) }.squareRoot()
            }.sorted()
            let nearest = tree.nearest(7, to: index)
            #expect(nearest.map(\.distance) == Array(all.prefix(7)))
            #expect(!nearest.contains { $0.index == index })
            #expect(Set(nearest.map(\.index)).count == 7)
        }
    }
}
