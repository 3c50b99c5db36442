// IndexRecords: memos from the index of a batch.

import Capture
import Library

enum IndexRecords {
    /// What the index has of each memo, the failed ones included.
    ///
    /// A memo with the sound of another one has that one's result, and its times with it. It was not processed, so it does
    /// not count a second time.
    static func read(_ folder: String) throws(CaptureError) -> [RecordedMemo] {
        let index = try LibraryIndex.reading(in: folder)
        var records: [RecordedMemo] = []
        var known: Set<Processing> = []
        try index.latencyRows { row in
            if let total = row.total {
                let processing = Processing(run: row.run, worker: row.worker, startedAt: row.startedAt, total: total)
                guard known.insert(processing).inserted else { return }
            }
            var record = RecordedMemo(
                memo: row.name, duration: row.duration, startedAt: row.startedAt, worker: row.worker,
                errorCode: row.errorCode)
            record.late = row.late.map { StageArrival($0.stage, $0.elapsed.seconds) }
            // The figures of a failed memo are those of an earlier result.
            if row.errorCode == nil {
                record.queueWait = row.queueWait
                record.total = row.total
                record.stages = row.stages.map {
                    StageArrival($0.stage, $0.elapsed, isPartial: $0.isPartial, whole: $0.whole)
                }
                record.steps = row.steps
            }
            records.append(record)
        }
        guard !records.isEmpty else {
            throw CaptureError(
                .emptyFile, path: index.path, problem: "no memo is recorded in it",
                advice: "let sonora batch process some into this folder")
        }
        return records
    }

    /// A worker does one thing at a time.
    private struct Processing: Hashable {
        var run: Int64
        var worker: Int?
        var startedAt: Double
        var total: Double
    }
}
