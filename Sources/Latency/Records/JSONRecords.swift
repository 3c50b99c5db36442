// JSONRecords: memos from anything that Sonora wrote as JSON: result documents, events, saved measurements.

import Capture
import Files
import Pipeline

/// Goes through the bytes of one source. What an object is, it says itself, so files may also be joined to one.
struct JSONRecords {
    /// Seconds since 1970 that no measurement was made at: a smaller time is counted from that of its header.
    private static let before2001 = 978_307_200.0

    private let source: ByteStream
    private var records: [RecordedMemo] = []
    private var events = EventRecords()
    private var unfinished = 0
    private var hasHeader = false
    /// When the measurements that follow were begun, in seconds since 1970.
    private var origin: Double?
    private var count = 0
    /// Whether it is whole but not for this Sonora.
    private var isRefused = false

    /// - Parameter note: takes what a person should know and what is no failure.
    static func read(
        _ source: ByteStream, note: (String) -> Void
    ) throws(CaptureError) -> [RecordedMemo] {
        var reader = JSONRecords(source: source)
        return try reader.read(note: note)
    }

    private init(source: ByteStream) { self.source = source }

    private mutating func read(note: (String) -> Void) throws(CaptureError) -> [RecordedMemo] {
        var json = JSONPull(source)
        while try readOn(&json, note: note) {}
        unfinished += events.end()
        if unfinished > 0 {
            note(
                "\(source.path): \(unfinished == 1 ? "1 memo has" : "\(unfinished) memos have") no end in it and "
                    + "\(unfinished == 1 ? "counts" : "count") as failed (\(RecordedMemo.unfinishedCode))")
        }
        if events.known > 0 {
            note(
                "\(source.path): \(events.known == 1 ? "1 memo" : "\(events.known) memos") had a result before and "
                    + "\(events.known == 1 ? "does" : "do") not count")
        }
        guard count > 0 else {
            throw CaptureError(
                .emptyFile, path: source.path, problem: "nothing is recorded in it",
                advice: "let sonora process, sonora batch or sonora latency measure write it")
        }
        return events.finished + records
    }

    /// Reads to the end, or to where a stream was cut and another one goes on.
    /// - Returns: whether something may follow.
    private mutating func readOn(_ json: inout JSONPull, note: (String) -> Void) throws(CaptureError) -> Bool {
        do {
            while let kind = try json.next() { try take(kind, &json) }
        } catch {
            guard error.code == .unsupported, isStream, !isRefused else { throw error }
            if json.isCutShort {
                note("\(source.path): its last line is not whole and was left out")
                return false
            }
            let line = json.line
            guard try json.skipToNextStream() else { throw error }
            note("\(source.path): a stream was cut in line \(line), and another one follows")
            // Whoever wrote the one before has ended.
            unfinished += events.end()
            return true
        }
        return false
    }

    /// Whether lines are added to it as things happen. A document is whole or damaged.
    private var isStream: Bool { hasHeader || !events.isEmpty }

    private mutating func take(_ kind: JSONPull.Kind, _ json: inout JSONPull) throws(CaptureError) {
        guard kind == .array else { return try takeObject(&json) }
        // `process --format json` writes an array where there are several memos.
        count += 1
        try json.array { (json) throws(CaptureError) in try takeObject(&json) }
    }

    private mutating func takeObject(_ json: inout JSONPull) throws(CaptureError) {
        let fields = try RecordFields(&json)
        count += 1
        try checkVersion(fields.savedVersion, SavedRecords.version, json)
        try checkVersion(fields.schemaVersion, Double(MemoResult.schemaVersion), json)
        if fields.savedVersion != nil {
            hasHeader = true
            origin = fields.startedAt
        } else if let event = fields.event {
            guard let memo = fields.memo else { throw json.fault("an event without “memo”") }
            events.take(event, of: memo, fields)
        } else if hasHeader || fields.hasLatency || fields.isFailure {
            guard let memo = fields.memo else { throw json.fault("a result without “memo”") }
            var record = RecordedMemo(memo: memo, fields)
            if let started = record.startedAt, let origin, started < Self.before2001 {
                record.startedAt = origin + started
            }
            records.append(record)
        } else {
            throw json.fault("this is no result, no event and no saved measurement of Sonora")
        }
    }

    /// A minor version adds, a major one changes what is there.
    private mutating func checkVersion(_ found: Double?, _ known: Double, _ json: JSONPull) throws(CaptureError) {
        guard let found, found.rounded(.down) != known else { return }
        isRefused = true
        throw CaptureError(
            .unsupported, path: source.path,
            problem: "line \(json.line): it is of version \(Numbers.short(found, 3)), and this Sonora "
                + "reads version \(Int(known))",
            advice: found > known ? "update Sonora" : "write it again with this Sonora")
    }
}

extension RecordedMemo {
    fileprivate init(memo: String, _ fields: RecordFields) {
        self.init(
            memo: memo, duration: fields.duration, queueWait: fields.queueWait, total: fields.total,
            stages: fields.stages, steps: fields.steps, startedAt: fields.startedAt, worker: fields.worker,
            errorCode: fields.errorCode, late: fields.late, isLive: fields.isLive)
    }
}
