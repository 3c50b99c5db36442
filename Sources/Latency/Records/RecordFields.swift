// RecordFields: what matters here of one JSON object that Sonora wrote, whichever kind it is.

import Capture
import Pipeline

/// Result documents, events and saved measurements share the names of what they share, so one reader does for all.
struct RecordFields {
    /// The version of saved measurements, which their first line tells.
    var savedVersion: Double?
    /// The version of a result document.
    var schemaVersion: Double?
    var event: String?
    var memo: String?
    var duration: Double?
    var elapsed: Double?
    var budget: Double?
    var revision: Double?
    var queueWait: Double?
    var total: Double?
    var stages: [StageArrival] = []
    var steps: [StepTime] = []
    var startedAt: Double?
    var worker: Int?
    /// Of a failed event, or of a saved measurement.
    var errorCode: String?
    /// Whether it has a `latency`, as result documents and the last event of a memo do.
    var hasLatency = false

    /// Reads one object to its end.
    init(_ json: inout JSONPull) throws(CaptureError) {
        var fields = Fields()
        try json.object { (json, key) throws(CaptureError) in try fields.take(key, &json) }
        self = fields.all
    }

    fileprivate init() {}
}

/// `RecordFields` while they are read.
private struct Fields {
    var all = RecordFields()

    mutating func take(_ key: String, _ json: inout JSONPull) throws(CaptureError) {
        switch key {
        case "sonoraLatency": all.savedVersion = try json.number(key)
        case "schemaVersion": all.schemaVersion = try json.number(key)
        case "revision": all.revision = try json.number(key)
        case "event": all.event = try json.string(key)
        case "code", "errorCode": all.errorCode = try json.string(key)
        case "memo": try takeMemo(&json)
        case "progress": try takeDuration(&json)
        case "latency": try takeLatency(&json)
        case "elapsed": all.elapsed = try json.seconds(key)
        case "budget": all.budget = try json.seconds(key)
        case "duration": all.duration = try json.seconds(key)
        case "startedAt": all.startedAt = try json.seconds(key)
        case "worker": all.worker = try takeWorker(&json)
        case "queueWait", "total", "stages", "steps": try takeTimes(key, &json)
        default: try json.skip()
        }
    }

    /// A name, or the `memo` object of a document.
    private mutating func takeMemo(_ json: inout JSONPull) throws(CaptureError) {
        guard try json.next() == .object else {
            all.memo = try json.string("memo")
            return
        }
        try json.object { (json, key) throws(CaptureError) in
            switch key {
            case "path": all.memo = try json.string(key)
            case "format": try takeDuration(&json)
            default: try json.skip()
            }
        }
    }

    /// The duration in an object that has others, too.
    private mutating func takeDuration(_ json: inout JSONPull) throws(CaptureError) {
        guard try json.next() == .object else { return try json.skip() }
        try json.object { (json, key) throws(CaptureError) in
            if key == "duration" { all.duration = try json.seconds(key) ?? all.duration } else { try json.skip() }
        }
    }

    private mutating func takeLatency(_ json: inout JSONPull) throws(CaptureError) {
        guard try json.next() == .object else { return try json.skip() }
        all.hasLatency = true
        try json.object { (json, key) throws(CaptureError) in try takeTimes(key, &json) }
    }

    private mutating func takeTimes(_ key: String, _ json: inout JSONPull) throws(CaptureError) {
        switch key {
        case "queueWait": all.queueWait = try json.seconds(key)
        case "total": all.total = try json.seconds(key)
        case "stages":
            // Stages of a newer Sonora are passed over.
            all.stages = try json.times("stage").compactMap { name, seconds in
                Stage(rawValue: name).map { StageArrival($0, seconds) }
            }
        case "steps":
            all.steps = try json.times("step").compactMap { name, seconds in
                Step(rawValue: name).map { StepTime($0, seconds) }
            }
        default: try json.skip()
        }
    }

    private func takeWorker(_ json: inout JSONPull) throws(CaptureError) -> Int? {
        guard let number = try json.number("worker") else { return nil }
        guard let worker = Int(exactly: number), (0..<1_000_000).contains(worker) else {
            throw json.fault("“worker” is no number of a worker")
        }
        return worker
    }
}

extension JSONPull {
    /// A time that is not negative and shorter than a few centuries; `nil` for `null`.
    fileprivate mutating func seconds(_ name: String) throws(CaptureError) -> Double? {
        guard let seconds = try number(name) else { return nil }
        guard (0..<9e9).contains(seconds) else { throw fault("“\(name)” is no time") }
        return seconds
    }

    /// `{"open":0.1,…}`, or `[{"step":"open","elapsed":0.1},…]`; anything else is passed over.
    fileprivate mutating func times(_ nameKey: String) throws(CaptureError) -> [(String, Double)] {
        var times: [(String, Double)] = []
        switch try next() {
        case .object:
            try object { (json, name) throws(CaptureError) in
                if let seconds = try json.seconds(name) { times.append((name, seconds)) }
            }
        case .array:
            try array { (json) throws(CaptureError) in
                guard try json.next() == .object else { return try json.skip() }
                var name: String?
                var seconds: Double?
                try json.object { (json, key) throws(CaptureError) in
                    switch key {
                    case nameKey: name = try json.string(key)
                    case "elapsed": seconds = try json.seconds(key)
                    default: try json.skip()
                    }
                }
                if let name, let seconds { times.append((name, seconds)) }
            }
        default: try skip()
        }
        return times
    }
}
