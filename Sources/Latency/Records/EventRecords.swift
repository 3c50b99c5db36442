// EventRecords: memos from the events of their processing, told in turn or one among the other.

import Pipeline

/// Puts the events of each memo together. A stream may end anywhere.
struct EventRecords {
    private(set) var finished: [RecordedMemo] = []
    /// Memos whose result was there before, so that nothing was processed.
    private(set) var known = 0
    private var open: [String: RecordedMemo] = [:]
    /// The names of memos, in the order in which they were taken.
    private var order: [String] = []

    /// Whether any event was taken.
    var isEmpty: Bool { finished.isEmpty && open.isEmpty && known == 0 }

    /// Takes the next event. One of a newer Sonora is passed over.
    mutating func take(_ event: String, of memo: String, _ fields: RecordFields) {
        if let duration = fields.duration { open[memo]?.duration = duration }
        switch event {
        case "accepted":
            abandon(memo)
            open[memo] = RecordedMemo(memo: memo, duration: fields.duration, queueWait: fields.queueWait)
            order.append(memo)
        case "immediate", "transcript", "insights": arrive(event, at: fields, of: memo)
        case "completed" where fields.isKnown:
            open[memo] = nil
            known += 1
        case "completed":
            change(memo) { record in
                record.total = fields.total
                record.queueWait = fields.queueWait ?? record.queueWait
                // A live memo's stages count from its end, which the other events of older versions do not tell.
                record.stages = fields.stages
                record.steps = fields.steps
                record.isLive = record.isLive || fields.isLive
            }
            close(memo)
        case "failed":
            change(memo) { record in
                record.errorCode = fields.errorCode ?? "unknown"
                record.isLive = record.isLive || fields.isLive
                record.late = fields.late
            }
            close(memo)
        default: break
        }
    }

    /// Nothing more comes of the memos that are open: they go last, as unfinished.
    /// - Returns: how many there are.
    mutating func end() -> Int {
        let unfinished = open.count
        for memo in order { abandon(memo) }
        order = []
        return unfinished
    }

    private mutating func arrive(_ event: String, at fields: RecordFields, of memo: String) {
        guard let first = Stage(rawValue: event) else { return }
        change(memo) { record in
            if fields.coverage == "live" || fields.isLive { record.isLive = true }
            // Since its acceptance, a live memo took as long as its recording: that is no stage's time.
            guard let elapsed = record.isLive ? fields.stageElapsed : fields.elapsed else { return }
            if let index = record.stages.firstIndex(where: { $0.stage == first }) {
                // Words are a revision of the placeholder, and have a budget of their own.
                if first == .transcript, fields.budget != nil {
                    guard !record.stages.contains(where: { $0.stage == .text }) else { return }
                    record.stages.append(StageArrival(.text, elapsed))
                } else if record.stages[index].isPartial, record.stages[index].whole == nil, fields.isWhole {
                    record.stages[index].whole = elapsed
                }
            } else {
                record.stages.append(StageArrival(first, elapsed, isPartial: fields.isPartial))
            }
        }
    }

    /// A stream that somebody cut at its start tells of memos that it never began.
    private mutating func change(_ memo: String, _ body: (inout RecordedMemo) -> Void) {
        if open[memo] == nil { order.append(memo) }
        body(&open[memo, default: RecordedMemo(memo: memo)])
    }

    /// A memo of which nobody told the end has no result that anybody could have had.
    private mutating func abandon(_ memo: String) {
        open[memo]?.errorCode = RecordedMemo.unfinishedCode
        close(memo)
    }

    private mutating func close(_ memo: String) {
        if let record = open.removeValue(forKey: memo) { finished.append(record) }
    }
}

extension RecordFields {
    /// Whether an answer rests on all of a memo.
    fileprivate var isWhole: Bool { !isPartial && (coverage ?? "full") == "full" }
}
