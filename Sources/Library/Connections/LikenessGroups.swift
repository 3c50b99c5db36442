// LikenessGroups: memos that agree in one feature more than the memos around them explain.

import Capture
import Pipeline

/// A scan statistic: from each value windows up to the width of the feature's tolerance are opened and compared with the
/// denser of the stretches beside them. Where nothing draws memos together, each memo of window and stretch lies in the window with the
/// probability of its share of the width, so their number is binomial; it is corrected for all windows, widths and features.
enum LikenessGroups {
    static let smallest = 3
    /// What most memos have is how somebody records, not a group.
    private static let largestShare = 0.6
    /// A group is at least so many times denser than what lies beside it. The top of a smooth hill is less than that.
    private static let density = 2.0
    private static let strongDensity = 4.0
    /// Of the tolerance: a group that is narrower stands out more in a narrower window.
    private static let widths = [1, 0.5, 0.25]
    /// A stretch beside a window has at least so many times its width.
    private static let leastReach = 2.0
    /// For each feature.
    private static let most = 5

    private struct Window {
        var low: Double
        var high: Double
        var width: Double
        /// Positions among the sorted values; on a circle it may pass the end.
        var range: Range<Int>
        var expected: Double
        var pValue: Double
    }

    static func find(in memos: [MemoFeatures]) -> [Connection] {
        let features = Feature.allCases.filter { $0.tolerance != nil }
        return features.flatMap { find($0, in: memos, features: features.count) }
    }

    private static func find(_ feature: Feature, in memos: [MemoFeatures], features: Int) -> [Connection] {
        guard let tolerance = feature.tolerance else { return [] }
        let known = memos.indices.compactMap { index in
            feature.value(of: memos[index]).map { (value: $0, index: index) }
        }.sorted { ($0.value, $0.index) < ($1.value, $1.index) }
        guard known.count > smallest else { return [] }
        let windows = windows(over: known.map(\.value), feature.period, tolerance: tolerance, tests: features)
        return apart(windows, feature, count: known.count).enumerated().map { number, window in
            let members = window.range.map { known[$0 % known.count].index }.sorted()
            return card(feature, number + 1, window, of: known.count, members: members.map { memos[$0].name })
        }
    }

    /// The windows that chance does not explain.
    private static func windows(
        over values: [Double], _ period: Double?, tolerance: Double, tests features: Int
    ) -> [Window] {
        let count = values.count
        let spread = ValueSpread(sorted: values, period: period)
        let reach = max(leastReach * tolerance, spread.smoothReach)
        let largest = Int(Double(count) * largestShare)
        var windows: [Window] = []
        for start in values.indices where start == 0 || values[start] != values[start - 1] {
            let low = values[start]
            // A part of what most memos have is no group, either.
            guard spread.count(from: low - tolerance, through: low + 2 * tolerance) <= largest else { continue }
            for width in widths.map({ $0 * tolerance }) {
                // Values that were rounded to a grid may lie on the edge.
                let end = low + width * (1 + 1e-9)
                let size = spread.count(from: low, through: end)
                let beside = max(
                    spread.count(from: low - reach, to: low), spread.count(above: end, through: end + reach))
                let expected = Double(beside) * width / reach
                guard size >= smallest, Double(size) >= density * expected else { continue }
                // The value that opens the window is in it in any case.
                let chance = Chance.binomialTail(
                    hits: size - 1, of: size - 1 + beside, share: width / (width + reach))
                let pValue = chance * Double(count * features * widths.count)
                guard pValue < Connection.likeliest else { continue }
                windows.append(
                    Window(
                        low: low, high: values[(start + size - 1) % count], width: width,
                        range: start..<start + size, expected: expected, pValue: pValue))
            }
        }
        return windows
    }

    /// The most striking windows, each with all that belongs to it; a wide crowd fills several, which are one group.
    private static func apart(_ windows: [Window], _ feature: Feature, count: Int) -> [Window] {
        let distance = 2 * (feature.tolerance ?? 0)
        var chosen: [Window] = []
        for window in windows.sorted(by: { ($0.pValue, $0.low) < ($1.pValue, $1.low) }) where chosen.count < most {
            let isApart = chosen.allSatisfy { other in
                let gap = abs(window.low - other.low)
                return min(gap, feature.period.map { $0 - gap } ?? gap) > distance
            }
            if isApart { chosen.append(largest(around: window, in: windows, count: count)) }
        }
        return chosen
    }

    /// Of the windows with all the members of one, that with the most members; its probability is its own.
    private static func largest(around window: Window, in windows: [Window], count: Int) -> Window {
        // On a circle, the same positions may be counted from one turn earlier.
        let places = [window.range, window.range.lowerBound + count..<window.range.upperBound + count]
        let around = windows.filter { other in
            places.contains { other.range.lowerBound <= $0.lowerBound && $0.upperBound <= other.range.upperBound }
        }
        return around.max { ($0.range.count, -$0.pValue, -$0.low) < ($1.range.count, -$1.pValue, -$1.low) } ?? window
    }

    private static func card(
        _ feature: Feature, _ number: Int, _ window: Window, of count: Int, members: [String]
    ) -> Connection {
        let range = feature.range(window.low, window.high)
        let isTime = feature == .timeOfDay
        let verb = isTime ? "were recorded" : "have a \(feature.noun)"
        let isStrong = Double(members.count) >= strongDensity * window.expected
        return Connection(
            id: "\(Connection.kind)-\(feature.rawValue)-\(number)", basis: .group,
            importance: Connection.importance(pValue: window.pValue, memos: members.count, isStrong: isStrong),
            title: isTime ? "The same time of day" : "The same \(feature.noun)",
            detail: "\(members.count) of \(count) memos \(verb) \(range); from what lies beside it, "
                + "\(Numbers.said(window.expected, 1)) would be expected there.",
            pValue: window.pValue, memos: members,
            evidence: [
                .init("feature", .word(feature.rawValue)), .init("memos", .count(members.count)),
                .init("compared", .count(count)), .init("from\(feature.unitName)", .number(window.low, decimals: 3)),
                .init("to\(feature.unitName)", .number(window.high, decimals: 3)),
                .init(feature.toleranceName, .number(window.width, decimals: 4)),
                .init("expectedMemos", .number(window.expected, decimals: 3)),
                .init("test", .word("scan, binomial, Bonferroni")), .pValue(window.pValue),
            ])
    }
}
