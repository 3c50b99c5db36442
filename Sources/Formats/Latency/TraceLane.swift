// TraceLane: memos of a trace on tracks on which nothing overlaps.

import Latency

/// The memos of one worker, in the order of their start.
struct TraceLane {
    struct Placed {
        var memo: RecordedMemo
        /// Seconds since the start of the trace.
        var start: Double
        /// As long as the last thing that is drawn of it, in seconds.
        var extent: Double
    }

    private(set) var name: String
    private(set) var memos: [Placed] = []
    private var end = 0.0

    private init(name: String) { self.name = name }

    var hasSteps: Bool { memos.contains { !$0.memo.steps.isEmpty } }

    /// Records of several runs can claim that a worker did two things at once; the second goes to a further lane. Where
    /// nobody knows when a memo was taken, it follows the one before.
    static func lanes(of records: [RecordedMemo]) -> [TraceLane] {
        let origin = records.lazy.compactMap(\.startedAt).min() ?? 0
        let byWorker = Dictionary(grouping: records) { $0.worker ?? -1 }
        return byWorker.sorted { $0.key < $1.key }.flatMap { worker, memos in
            lanes(of: memos, origin: origin, name: worker < 0 ? "memos" : "worker \(worker)")
        }
    }

    private static func lanes(of memos: [RecordedMemo], origin: Double, name: String) -> [TraceLane] {
        var lanes = [TraceLane(name: name)]
        let dated = memos.filter { $0.startedAt != nil }.sorted { ($0.startedAt ?? 0) < ($1.startedAt ?? 0) }
        // Of the lanes that are free the first one is taken; each is found without asking all others.
        var busy = Heap<(end: Double, lane: Int)> { $0.end < $1.end }
        var free = Heap<Int>(<)
        free.insert(0)
        for memo in dated {
            let start = (memo.startedAt ?? origin) - origin
            while let next = busy.first, next.end <= start {
                free.insert(next.lane)
                busy.removeFirst()
            }
            let lane = free.first ?? lanes.count
            if free.first == nil { lanes.append(TraceLane(name: "\(name), at the same time")) }
            free.removeFirst()
            lanes[lane].append(memo, at: start)
            busy.insert((lanes[lane].end, lane))
        }
        for memo in memos where memo.startedAt == nil { lanes[0].append(memo, at: lanes[0].end) }
        return lanes
    }

    private mutating func append(_ memo: RecordedMemo, at start: Double) {
        let steps = memo.steps.reduce(0) { $0 + $1.seconds }
        let extent = max(memo.total ?? 0, steps, memo.stages.lazy.map(\.elapsed).max() ?? 0)
        memos.append(Placed(memo: memo, start: start, extent: extent))
        end = start + extent
    }
}
