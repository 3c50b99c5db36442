// RecordFields: what matters here of one JSON object that Sonora wrote, whichever kind it is.

import Capture
import Library
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
    /// Of an event of a live memo, whose stages are timed from its end.
    var stageElapsed: Double?
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
    var late: StageArrival?
    var isLive = false
    /// Whether an answer was what was known at the deadline.
    var isPartial = false
    /// Whether the result was there before, so that nothing was processed.
    var isKnown = false
    /// How much of a memo an answer rests on.
    var coverage: String?
    /// Whether it has a `latency`, as result documents and the last event of a memo do.
    var hasLatency = false
    /// Whether it stands in the place of a result document, of a memo that failed.
    var isFailure = false

    /// Reads one object to its end.
    init(_ json: inout JSONPull) throws(CaptureError) {
        var fields = Fields()
        try json.object { (json, key) throws(CaptureError) in try fields.take(key, &json) }
        self = fields.finished
    }

    fileprivate init() {}
}

/// `RecordFields` while they are read.
private struct Fields {
    var all = RecordFields()

    /// Stages that arrived in part, and when the whole did, of a saved measurement.
    private var wholes: [(name: String, seconds: Double?)] = []

    /// What was read, when all of it was.
    var finished: RecordFields {
        var fields = all
        for (name, seconds) in wholes {
            guard let index = fields.stages.firstIndex(where: { $0.stage.rawValue == name }) else { continue }
            (fields.stages[index].isPartial, fields.stages[index].whole) = (true, seconds)
        }
        return fields
    }

    mutating func take(_ key: String, _ json: inout JSONPull) throws(CaptureError) {
        switch key {
        case "late": try takeLate(&json)
        case "partial": try takeWholes(&json)
        case "partialSeconds": all.isPartial = try json.seconds(key) != nil
        case "known": all.isKnown = try json.string(key) != nil
        case "overview": try takeCoverage(&json)
        case "live": try takeLive(&json)
        case "sonoraLatency": all.savedVersion = try json.number(key)
        case "schemaVersion": all.schemaVersion = try json.number(key)
        case "revision": all.revision = try json.number(key)
        case "event": all.event = try json.string(key)
        case "code", "errorCode": all.errorCode = try json.string(key)
        case "memo": try takeMemo(&json)
        case "error": try takeError(&json)
        case "progress": try takeDuration(&json)
        case "latency": try takeLatency(&json)
        case "elapsed": all.elapsed = try json.seconds(key)
        case "stageElapsed": all.stageElapsed = try json.seconds(key)
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

    /// Why a document is none.
    private mutating func takeError(_ json: inout JSONPull) throws(CaptureError) {
        guard try json.next() == .object else { return try json.skip() }
        try json.object { (json, key) throws(CaptureError) in
            if key == "code" { all.errorCode = try json.string(key) } else { try json.skip() }
        }
        all.isFailure = all.errorCode != nil
    }

    /// The stage that a memo was stopped for; one of a newer Sonora is passed over.
    private mutating func takeLate(_ json: inout JSONPull) throws(CaptureError) {
        guard try json.next() == .object else { return try json.skip() }
        var stage: Stage?
        var elapsed: Double?
        try json.object { (json, key) throws(CaptureError) in
            switch key {
            case "stage": stage = try json.string(key).flatMap(Stage.init(rawValue:))
            case "elapsed": elapsed = try json.seconds(key)
            default: try json.skip()
            }
        }
        if let stage, let elapsed { all.late = StageArrival(stage, elapsed) }
    }

    private mutating func takeWholes(_ json: inout JSONPull) throws(CaptureError) {
        guard try json.next() == .object else { return try json.skip() }
        try json.object { (json, name) throws(CaptureError) in wholes.append((name, try json.seconds(name))) }
    }

    /// A word in events; in documents it is the waveform.
    private mutating func takeCoverage(_ json: inout JSONPull) throws(CaptureError) {
        guard try json.next() == .string else { return try json.skip() }
        all.coverage = try json.string("overview")
    }

    private mutating func takeLive(_ json: inout JSONPull) throws(CaptureError) {
        all.isLive = try json.isTrue()
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
        case "live": try takeLive(&json)
        case "stages":
            // Stages of a newer Sonora are passed over.
            all.stages = try json.times("stage").compactMap { time in
                Stage(rawValue: time.name).map {
                    StageArrival($0, time.seconds, isPartial: time.isPartial, whole: time.whole)
                }
            }
        case "steps":
            all.steps = try json.times("step").compactMap { time in
                Step(rawValue: time.name).map { StepTime($0, time.seconds) }
            }
        default: try json.skip()
        }
    }

    private func takeWorker(_ json: inout JSONPull) throws(CaptureError) -> Int? {
        guard let number = try json.number("worker") else { return nil }
        guard let worker = Int(exactly: number), LatencyRow.workers.contains(worker) else {
            throw json.fault("“worker” is no number of a worker")
        }
        return worker
    }
}

/// How long something took, or when it arrived, whole or in part.
private struct NamedTime {
    var name: String
    var seconds: Double
    var isPartial = false
    var whole: Double?
}

extension JSONPull {
    /// A time that is not negative and shorter than a few centuries; `nil` for `null`.
    fileprivate mutating func seconds(_ name: String) throws(CaptureError) -> Double? {
        guard let seconds = try number(name) else { return nil }
        guard LatencyRow.times.contains(seconds) else { throw fault("“\(name)” is no time") }
        return seconds
    }

    /// `{"open":0.1,…}`, or `[{"step":"open","elapsed":0.1},…]`; anything else is passed over.
    fileprivate mutating func times(_ nameKey: String) throws(CaptureError) -> [NamedTime] {
        var times: [NamedTime] = []
        switch try next() {
        case .object:
            try object { (json, name) throws(CaptureError) in
                if let seconds = try json.seconds(name) { times.append(NamedTime(name: name, seconds: seconds)) }
            }
        case .array:
            try array { (json) throws(CaptureError) in
                guard try json.next() == .object else { return try json.skip() }
                var name: String?
                var seconds: Double?
                var whole: Double?
                var isPartial = false
                try json.object { (json, key) throws(CaptureError) in
                    switch key {
                    case nameKey: name = try json.string(key)
                    case "elapsed": seconds = try json.seconds(key)
                    case "whole": whole = try json.seconds(key)
                    case "partial": isPartial = try json.isTrue()
                    default: try json.skip()
                    }
                }
                guard let name, let seconds else { return }
                times.append(NamedTime(name: name, seconds: seconds, isPartial: isPartial, whole: whole))
            }
        default: try skip()
        }
        return times
    }
}
