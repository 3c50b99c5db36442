// ConnectionFinder: everything that memos have in common, from their features alone. See Design/connections.md.

import Pipeline

public enum ConnectionFinder {
    /// Fewer memos have nothing in common that could not be an accident.
    public static let fewestMemos = 3

    /// What is alike between memos. The order of the memos does not matter; n memos take O(n log n).
    public static func find(in memos: [MemoFeatures]) -> ConnectionReport {
        // The same bytes under several names are one recording, and prove nothing by being equal.
        var hashes: Set<String> = []
        let recordings = memos.sorted { $0.name < $1.name }.filter { memo in
            memo.contentHash.map { hashes.insert($0).inserted } ?? true
        }.filter { memo in Feature.allCases.contains { $0.value(of: memo) != nil } }
        var report = ConnectionReport(memos: recordings.count, connections: [])
        guard recordings.count >= fewestMemos else { return report }
        let found =
            LikenessGroups.find(in: recordings) + Trends.find(in: recordings) + NearPairs.find(in: recordings)
        let loudness = Insight.Importance.allCases
        report.connections = found.enumerated().sorted { one, other in
            func order(_ item: (offset: Int, element: Connection)) -> (Int, Int) {
                (-(loudness.firstIndex(of: item.element.importance) ?? 0), item.offset)
            }
            return order(one) < order(other)
        }.map(\.element)
        return report
    }
}
