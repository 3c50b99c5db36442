// NearPairs: two memos that sound so alike that nothing else comes near.

import Glibc
import Pipeline

/// Memos are points in pace, pauses, level and noise, each in units of its own spread. Where nothing draws two of them
/// together, those inside the distance of a memo's tenth neighbour are spread evenly through that ball, whatever the
/// density is there; so the distance of the nearest has a known distribution. A pair must be striking from both sides.
enum NearPairs {
    /// With fewer memos there is no "typical" to be nearer than.
    static let fewest = 12
    private static let neighbours = 10
    private static let most = 10

    static func find(in memos: [MemoFeatures]) -> [Connection] {
        let complete = memos.indices.filter { index in
            Feature.heard.allSatisfy { $0.value(of: memos[index]) != nil }
        }
        guard complete.count >= fewest else { return [] }
        let (features, points) = standardised(complete.map { memos[$0] })
        guard !features.isEmpty else { return [] }
        let tree = NeighbourTree(points)
        let nearest = points.indices.map { tree.nearest(neighbours, to: $0) }
        let dimension = min(Double(features.count), dimension(of: nearest))
        var pairs: [(first: Int, second: Int, distance: Double, ratio: Double, pValue: Double)] = []
        for (index, found) in nearest.enumerated() {
            guard let other = found.first, index < other.index, nearest[other.index].first?.index == index else {
                continue
            }
            let ratios = [index, other.index].map { isolation(of: nearest[$0]) }
            let chances = ratios.map { chance(ratio: $0, dimension: dimension) * Double(complete.count) }
            guard let pValue = chances.max(), let ratio = ratios.max(), pValue < Connection.likeliest else { continue }
            pairs.append((index, other.index, other.distance, ratio, pValue))
        }
        pairs.sort { ($0.pValue, $0.first) < ($1.pValue, $1.first) }
        return pairs.prefix(most).enumerated().map { number, pair in
            card(
                number + 1, memos[complete[pair.first]], memos[complete[pair.second]], of: complete.count,
                evidence: [
                    .init("distance", .number(pair.distance, decimals: 6)),
                    // Nothing is infinitely near, as far as anybody measures.
                    .init("timesNearerThanTenth", .number(1 / max(pair.ratio, 1e-6), decimals: 1)),
                    .init("dimensions", .number(dimension, decimals: 2)),
                    .init("test", .word("nearest of ten, mutual, Bonferroni")), .pValue(pair.pValue),
                ], pValue: pair.pValue)
        }
    }

    /// The distance of the nearest, of that of the tenth.
    private static func isolation(of neighbours: [NeighbourTree.Neighbour]) -> Double {
        guard let first = neighbours.first, let last = neighbours.last, last.distance > 0 else { return 1 }
        return first.distance / last.distance
    }

    /// That the nearest of those inside the ball comes so near.
    private static func chance(ratio: Double, dimension: Double) -> Double {
        -expm1(Double(neighbours - 1) * log1p(-min(1 - 1e-12, pow(ratio, dimension))))
    }

    /// In how many directions the memos really differ (Levina & Bickel, NIPS 2004): features that go together count once.
    /// The logarithms of a memo's distances are exponentially spread; the nearest is left out, as it is what is tested, and
    /// what is left has the mean of all of them without the largest.
    private static func dimension(of nearest: [[NeighbourTree.Neighbour]]) -> Double {
        let mean = (1..<neighbours).reduce(Double(neighbours - 1)) { $0 - 1 / Double($1) }
        var (sum, count) = (0.0, 0)
        for found in nearest {
            guard let last = found.last, let second = found.dropFirst().first, second.distance > 0 else { continue }
            sum += found.dropFirst().reduce(0) { $0 + log(last.distance / $1.distance) }
            count += 1
        }
        return sum > 0 ? max(1, Double(count) * mean / sum) : 1
    }

    /// Each feature around its median, in units of its spread; those that are the same everywhere are left out.
    private static func standardised(_ memos: [MemoFeatures]) -> (features: [Feature], points: [[Double]]) {
        var features: [Feature] = []
        var points = [[Double]](repeating: [], count: memos.count)
        for feature in Feature.heard {
            let values = memos.compactMap { feature.value(of: $0) }
            let sorted = values.sorted()
            let scale = ValueSpread.scale(sorted)
            guard values.count == memos.count, scale > 0, let middle = sorted.percentile(ofSorted: 0.5) else {
                continue
            }
            features.append(feature)
            for index in points.indices { points[index].append((values[index] - middle) / scale) }
        }
        return (features, points)
    }

    private static func card(
        _ number: Int, _ one: MemoFeatures, _ other: MemoFeatures, of count: Int, evidence: [Connection.Figure],
        pValue: Double
    ) -> Connection {
        let differences = Feature.heard.compactMap { feature -> Connection.Figure? in
            guard let first = feature.value(of: one), let second = feature.value(of: other) else { return nil }
            let unit = feature == .level || feature == .noise ? "DB" : feature.unitName
            return .init("\(feature.rawValue)Difference\(unit)", .number(abs(first - second), decimals: 3))
        }
        return Connection(
            id: "\(Connection.kind)-pair-\(number)", basis: .pair,
            importance: Connection.importance(pValue: pValue, memos: 2, isStrong: false),
            title: "Two memos that sound alike",
            detail: "“\(one.name)” and “\(other.name)” are nearest to each other in pace, pauses, level and noise, "
                + "and nothing else comes near.",
            pValue: min(1, pValue), memos: [one.name, other.name],
            evidence: [.init("compared", .count(count))] + differences + evidence)
    }
}
