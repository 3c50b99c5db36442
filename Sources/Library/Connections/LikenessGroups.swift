// LikenessGroups: memos that agree in one feature more than the spread of all of them explains.

import Pipeline

/// A scan statistic: from each value a window as wide as the feature's tolerance is opened. By chance the others fall into it
/// as the smooth spread has it, so their number is binomial; the probability is corrected for all windows and features.
enum LikenessGroups {
    static let smallest = 3
    /// What most memos have is how somebody records, not a group.
    private static let largestShare = 0.6
    /// A crowd is at least so many times denser than the smooth spread. Any smooth hill stays below that.
    private static let density = 2.0
    private static let strongDensity = 4.0
    /// For each feature.
    private static let most = 5

    private struct Window {
        /// Positions among the sorted values; on a circle it may pass the end.
        var range: Range<Int>
        var low: Double
        var high: Double
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
        let values = known.map(\.value)
        let windows = windows(over: values, feature: feature, tolerance: tolerance, tests: features)
        return chosen(windows, values: values, feature: feature, tolerance: tolerance).enumerated().map {
            number, window in
            let members = window.range.map { known[$0 % known.count].index }.sorted()
            return card(feature, number + 1, window, of: known.count, members: members.map { memos[$0].name })
        }
    }

    /// The windows that chance does not explain.
    private static func windows(
        over values: [Double], feature: Feature, tolerance: Double, tests features: Int
    ) -> [Window] {
        let count = values.count
        let spread = SmoothSpread(sorted: values, period: feature.period, narrowest: tolerance)
        // On a circle, windows go on behind the last value.
        let track = feature.period.map { period in values + values.map { $0 + period } } ?? values
        let largest = Int(Double(count) * largestShare)
        var windows: [Window] = []
        var end = 0
        for start in 0..<count {
            let low = values[start]
            end = max(end, start)
            while end < track.count && end - start < count && track[end] <= low + tolerance * (1 + 1e-9) { end += 1 }
            let size = end - start
            guard size >= smallest, size <= largest else { continue }
            let share = spread.share(from: low, to: low + tolerance)
            let expected = 1 + Double(count - 1) * share
            guard Double(size) >= density * expected else { continue }
            // The value that opens the window is in it in any case.
            let chance = Chance.binomialTail(hits: size - 1, of: count - 1, share: share)
            let pValue = min(1, chance * Double(count * features))
            guard pValue < Connection.likeliest else { continue }
            windows.append(
                Window(range: start..<end, low: low, high: track[end - 1], expected: expected, pValue: pValue))
        }
        return windows
    }

    /// The most striking windows that stand apart from each other.
    private static func chosen(
        _ windows: [Window], values: [Double], feature: Feature, tolerance: Double
    ) -> [Window] {
        var chosen: [Window] = []
        // A wide crowd fills several windows; it is one group.
        for window in windows.sorted(by: { ($0.pValue, $0.low) < ($1.pValue, $1.low) }) where chosen.count < most {
            let isApart = chosen.allSatisfy { other in
                let gap = abs(window.low - other.low)
                return min(gap, feature.period.map { $0 - gap } ?? gap) > 2 * tolerance
            }
            if isApart { chosen.append(window) }
        }
        return chosen
    }

    private static func card(
        _ feature: Feature, _ number: Int, _ window: Window, of count: Int, members: [String]
    ) -> Connection {
        let ratio = Double(members.count) / window.expected
        let range = feature.range(window.low, window.high)
        let verb =
            switch feature {
            case .timeOfDay: "were recorded \(range)"
            default: "have a \(feature.noun) \(range)"
            }
        let title = feature == .timeOfDay ? "The same time of day" : "The same \(feature.noun)"
        return Connection(
            id: "\(Connection.kind)-\(feature.rawValue)-\(number)", basis: .group,
            importance: Connection.importance(
                pValue: window.pValue, memos: members.count, isStrong: ratio >= strongDensity),
            title: title,
            detail:
                "\(members.count) of \(count) memos \(verb), where \(Figures.fixed(window.expected, 1)) would be usual.",
            pValue: window.pValue, memos: members,
            evidence: [
                .init("feature", .word(feature.rawValue)), .init("memos", .count(members.count)),
                .init("compared", .count(count)), .init("from\(feature.unitName)", .number(window.low, decimals: 3)),
                .init(
                    "to\(feature.unitName)",
                    .number(
                        feature.period.map { window.high.truncatingRemainder(dividingBy: $0) } ?? window.high,
                        decimals: 3)),
                .init(feature.toleranceName, .number(feature.tolerance ?? 0, decimals: 3)),
                .init("expectedMemos", .number(window.expected, decimals: 3)),
                .init("densityRatio", .number(ratio, decimals: 3)),
                .init("test", .word("scan, binomial, Bonferroni")), .pValue(window.pValue),
            ])
    }
}
