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
                var memo = MemoFeatures(name: row[0], contentHash: row[1])
                memo.setTime(row[2], source: row[3])
                memo.pace = row[4]
                memo.pausePercent = (row[5] as Double?).map { $0 * 100 }
                memo.level = row[6]
                memo.noiseFloor = row[7]
                features.append(memo)
            }
            return features
        }
    }
}
