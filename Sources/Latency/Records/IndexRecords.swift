// IndexRecords: memos from the index of a batch.

import Capture
import Library

enum IndexRecords {
    /// What the index has of each memo, the failed ones included.
    ///
    /// A memo with the sound of another one has that one's result, and its times with it. It was not processed, so it does
    /// not count a second time.
    ///
    /// - Parameter note: takes what a person should know and what is no failure.
    static func read(_ folder: String, note: (String) -> Void) throws(CaptureError) -> [RecordedMemo] {
        let index = try LibraryIndex.reading(in: folder)
        var records: [RecordedMemo] = []
        var known: Set<Processing> = []
        var impossible = 0
        try index.latencyRows { row in
            guard row.isPossible else {
                impossible += 1
                return
            }
            if let total = row.total {
                let processing = Processing(run: row.run, worker: row.worker, startedAt: row.startedAt, total: total)
                guard known.insert(processing).inserted else { return }
            }
            var record = RecordedMemo(
                memo: row.name, duration: row.duration, startedAt: row.startedAt, worker: row.worker,
                errorCode: row.errorCode)
            record.late = row.late.map { StageArrival($0.stage, $0.elapsed) }
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
        if impossible > 0 {
            note(
                "\(index.path): \(impossible) \(impossible == 1 ? "memo has a figure" : "memos have figures") that cannot be, "
                    + "and \(impossible == 1 ? "was" : "were") left out; process them anew: sonora batch --force")
        }
        guard !records.isEmpty else {
            throw CaptureError(
                .emptyFile, path: index.path,
                problem: impossible > 0 ? "no memo in it has times that can be" : "no memo is recorded in it",
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

extension LatencyRow {
    /// Whether all times are times: neither negative nor longer than a few centuries, which an index may say that something
    /// else has written to.
    fileprivate var isPossible: Bool {
        let times =
            [duration, queueWait, total, startedAt, late?.elapsed].compactMap { $0 } + stages.map(\.elapsed)
            + stages.compactMap(\.whole) + steps.map(\.seconds)
        return times.allSatisfy(Self.times.contains) && Self.workers.contains(worker ?? 0)
    }
}
