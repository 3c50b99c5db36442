// EventRecords: memos from the events of their processing, told in turn or one among the other.

import Pipeline

/// Puts the events of each memo together. A stream may end anywhere.
struct EventRecords {
    private(set) var finished: [RecordedMemo] = []
    private var open: [String: RecordedMemo] = [:]
    /// The names of memos, in the order in which they were taken.
    private var order: [String] = []

    /// Whether any memo is still worked on.
    var hasOpen: Bool { !open.isEmpty }

    /// Takes the next event. One of a newer Sonora is passed over.
    mutating func take(_ event: String, of memo: String, _ fields: RecordFields) {
        if let duration = fields.duration { open[memo]?.duration = duration }
        switch event {
        case "accepted":
            close(memo)
            open[memo] = RecordedMemo(memo: memo, duration: fields.duration, queueWait: fields.queueWait ?? 0)
            order.append(memo)
        case "immediate", "transcript", "insights": arrive(event, at: fields, of: memo)
        case "completed":
            change(memo) { record in
                record.total = fields.total
                record.queueWait = fields.queueWait ?? record.queueWait
                // A live memo's stages count from its end, which its other events do not tell.
                record.stages = fields.stages
                record.steps = fields.steps
            }
            close(memo)
        case "failed":
            change(memo) { $0.errorCode = fields.errorCode ?? "unknown" }
            close(memo)
        default: break
        }
    }

    /// Memos whose last event never came go last.
    /// - Returns: how many there are.
    mutating func end() -> Int {
        let unfinished = open.count
        for memo in order { close(memo) }
        return unfinished
    }

    private mutating func arrive(_ event: String, at fields: RecordFields, of memo: String) {
        guard let elapsed = fields.elapsed, let first = Stage(rawValue: event) else { return }
        change(memo) { record in
            // Words are a revision of the placeholder, and have a budget of their own.
            let isLater = record.stages.contains { $0.stage == first }
            let stage = isLater && first == .transcript && fields.budget != nil ? .text : first
            guard !record.stages.contains(where: { $0.stage == stage }) else { return }
            record.stages.append(StageArrival(stage, elapsed))
        }
    }

    /// A stream that somebody cut at its start tells of memos that it never began.
    private mutating func change(_ memo: String, _ body: (inout RecordedMemo) -> Void) {
        if open[memo] == nil { order.append(memo) }
        body(&open[memo, default: RecordedMemo(memo: memo)])
    }

    private mutating func close(_ memo: String) {
        if let record = open.removeValue(forKey: memo) { finished.append(record) }
    }
}
