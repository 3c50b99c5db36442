// JSONRecords: memos from anything that Sonora wrote as JSON: result documents, events, saved measurements.

import Capture
import Pipeline

/// Goes through the bytes of one source. What an object is, it says itself, so files may also be joined to one.
struct JSONRecords {
    private let source: ByteStream
    private var records: [RecordedMemo] = []
    private var events = EventRecords()
    private var hasHeader = false
    private var count = 0

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
        do {
            while let kind = try json.next() { try take(kind, &json) }
        } catch  where error.code == .unsupported && json.isCutShort && isStream {
            note("\(source.path): its last line is not whole and was left out")
        }
        let unfinished = events.end()
        if unfinished > 0 {
            note("\(source.path): it ends before \(unfinished) \(unfinished == 1 ? "memo does" : "memos do")")
        }
        guard count > 0 else {
            throw CaptureError(
                .emptyFile, path: source.path, problem: "nothing is recorded in it",
                advice: "let sonora process, sonora batch or sonora latency measure write it")
        }
        return events.finished + records
    }

    /// Whether lines are added to it as things happen. A document is whole or damaged.
    private var isStream: Bool { hasHeader || !events.finished.isEmpty || events.hasOpen }

    private mutating func take(_ kind: JSONPull.Kind, _ json: inout JSONPull) throws(CaptureError) {
        guard kind == .array else { return try takeObject(&json) }
        // `process --format json` writes an array where there are several memos.
        count += 1
        try json.array { (json) throws(CaptureError) in try takeObject(&json) }
    }

    private mutating func takeObject(_ json: inout JSONPull) throws(CaptureError) {
        let fields = try RecordFields(&json)
        count += 1
        if let version = fields.savedVersion {
            guard version == SavedRecords.version else {
                throw json.fault("it is of version \(version), and this Sonora reads version 1")
            }
            hasHeader = true
        } else if let event = fields.event {
            guard let memo = fields.memo else { throw json.fault("an event without “memo”") }
            events.take(event, of: memo, fields)
        } else if hasHeader || fields.hasLatency {
            guard let memo = fields.memo else { throw json.fault("a result without “memo”") }
            records.append(RecordedMemo(memo: memo, fields))
        } else {
            throw json.fault("this is no result, no event and no saved measurement of Sonora")
        }
    }
}

extension RecordedMemo {
    fileprivate init(memo: String, _ fields: RecordFields) {
        self.init(
            memo: memo, duration: fields.duration, queueWait: fields.queueWait ?? 0, total: fields.total,
            stages: fields.stages, steps: fields.steps, startedAt: fields.startedAt, worker: fields.worker,
            errorCode: fields.errorCode)
    }
}
