// Trends: features of which one rises or falls with another, by their ranks alone.

import Capture
import Pipeline

/// Spearman's rank correlation of each two features, with Student's t, corrected by Holm's method for all pairs of features.
enum Trends {
    /// With fewer memos, the tail of t is too thin: of 12 memos it made twice as many trends as it should.
    static let fewest = 20
    /// Weaker ones may be no accident and are still of no use to anybody.
    private static let weakest = 0.3
    private static let strong = 0.5

    private struct Finding {
        var one: Feature
        var other: Feature
        var rho: Double
        var count: Int
        var pValue: Double
    }

    static func find(in memos: [MemoFeatures]) -> [Connection] {
        var findings: [Finding] = []
        let features = Feature.allCases
        for (position, one) in features.enumerated() {
            for other in features[(position + 1)...] {
                let pairs = memos.compactMap { memo in
                    one.value(of: memo).flatMap { first in other.value(of: memo).map { (first, $0) } }
                }
                guard pairs.count >= fewest,
                    let rho = correlation(ranks(of: pairs.map(\.0)), ranks(of: pairs.map(\.1)))
                else { continue }
                findings.append(
                    Finding(
                        one: one, other: other, rho: rho, count: pairs.count,
                        pValue: Chance.correlation(rho, count: pairs.count)))
            }
        }
        return holm(findings).filter { abs($0.rho) >= weakest && $0.pValue < Connection.likeliest }.map(card)
    }

    /// The same findings, the least likely first, with probabilities for all of them together.
    private static func holm(_ findings: [Finding]) -> [Finding] {
        var sorted = findings.enumerated().sorted { ($0.element.pValue, $0.offset) < ($1.element.pValue, $1.offset) }
            .map(\.element)
        var least = 0.0
        for index in sorted.indices {
            least = max(least, min(1, sorted[index].pValue * Double(sorted.count - index)))
            sorted[index].pValue = least
        }
        return sorted
    }

    /// Places in rising order; equal values share the middle of theirs.
    static func ranks(of values: [Double]) -> [Double] {
        let order = values.indices.sorted { (values[$0], $0) < (values[$1], $1) }
        var ranks = [Double](repeating: 0, count: values.count)
        var start = 0
        while start < order.count {
            var end = start + 1
            while end < order.count && values[order[end]] == values[order[start]] { end += 1 }
            for position in start..<end { ranks[order[position]] = Double(start + end - 1) / 2 }
            start = end
        }
        return ranks
    }

    /// Pearson's correlation; `nil` where one side is always the same.
    static func correlation(_ one: [Double], _ other: [Double]) -> Double? {
        let count = Double(one.count)
        let (first, second) = (one.reduce(0, +) / count, other.reduce(0, +) / count)
        var (product, left, right) = (0.0, 0.0, 0.0)
        for (x, y) in zip(one, other) {
            product += (x - first) * (y - second)
            left += (x - first) * (x - first)
            right += (y - second) * (y - second)
        }
        guard left > 0, right > 0 else { return nil }
        return min(1, max(-1, product / (left * right).squareRoot()))
    }

    private static func card(_ finding: Finding) -> Connection {
        // What a date or an hour does to the sound, not the other way round.
        let isOverTime = finding.other == .date || finding.other == .timeOfDay
        let verb = finding.rho > 0 ? "rises" : "falls"
        let noun = finding.one.noun.prefix(1).uppercased() + finding.one.noun.dropFirst()
        return Connection(
            id: "\(Connection.kind)-trend-\(finding.one.rawValue)-\(finding.other.rawValue)", basis: .trend,
            importance: Connection.importance(
                pValue: finding.pValue, memos: finding.count, isStrong: abs(finding.rho) >= strong),
            title: "\(noun) \(verb) with the \(finding.other.noun)",
            detail: "Over \(finding.count) memos the \(finding.one.noun) \(verb) "
                + (isOverTime ? "as the \(finding.other.noun) goes on" : "as the \(finding.other.noun) rises")
                + ": the rank correlation is \(Numbers.said(finding.rho, 2)).",
            pValue: finding.pValue, memos: [],
            evidence: [
                .init("feature", .word(finding.one.rawValue)), .init("with", .word(finding.other.rawValue)),
                .init("compared", .count(finding.count)), .init("rankCorrelation", .number(finding.rho, decimals: 3)),
                .init("test", .word("Spearman, t, Holm")), .pValue(finding.pValue),
            ])
    }
}
