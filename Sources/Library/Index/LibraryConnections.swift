// LibraryConnections: the features of all memos of an index, and what they have in common.

import Capture
import GRDB

extension LibraryIndex {
    /// What is alike between the memos that are done.
    public func connections() throws(CaptureError) -> ConnectionReport {
        ConnectionFinder.find(in: try features())
    }

    /// What the done memos can be compared by.
    func features() throws(CaptureError) -> [MemoFeatures] {
        try read { db in
            let rows = try Row.fetchCursor(
                db,
                sql: """
                    SELECT name, contentHash, recordedAt, recordedAtSource, articulationRate, pauseShare, activeLevel,
                        noiseFloor
                    FROM memo JOIN result ON result.memo = memo.id WHERE status = 'done' ORDER BY name, path
                    """)
            var features: [MemoFeatures] = []
            while let row = try rows.next() {
                // By position: names are looked up anew for each value.
                var memo = MemoFeatures(
                    name: try row.need(at: 0, "name"), contentHash: try row.find(at: 1, "contentHash"))
                memo.setTime(
                    try row.find(at: 2, "recordedAt"), source: try row.find(at: 3, "recordedAtSource"))
                memo.pace = try row.find(at: 4, "articulationRate")
                memo.pausePercent = (try row.find(at: 5, "pauseShare") as Double?).map { $0 * 100 }
                memo.level = try row.find(at: 6, "activeLevel")
                memo.noiseFloor = try row.find(at: 7, "noiseFloor")
                features.append(memo)
            }
            return features
        }
    }
}
