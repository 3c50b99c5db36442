// SavedRecords: measurements as a file: a header and a line for each processing, as JSON; see Design/latency.md.

import Capture
import Files
import Pipeline

/// Writes recorded memos as they come. `RecordSources` reads them back.
///
///     {"sonoraLatency":1,"toolVersion":"1.0","startedAt":1780000000.5,"command":["sonora","latency",…]}
///     {"memo":"a.wav","duration":12.5,"queueWait":0,"total":0.002,"startedAt":1780000000.6,"worker":0,
///      "stages":{"immediate":0.001},"steps":{"open":0.0001},"errorCode":null}
///
/// Only where there is something to tell: `"partial":{"transcript":0.4}`, when the whole of a stage came that arrived in part
/// (`null` where it did not); `"late":{"stage":"insights","elapsed":3.1}`, what a memo was stopped for; `"live":true`.
public enum SavedRecords {
    public static let version = 1.0

    /// Nanoseconds.
    private static let decimals = 9

    /// How the measurements were made.
    public struct Header: Sendable {
        public var toolVersion: String
        /// Seconds since 1970.
        public var startedAt: Double
        /// What was called, word by word.
        public var command: [String]
        /// What else is worth keeping, like the number of runs; in this order.
        public var notes: [(name: String, value: String)]

        public init(
            toolVersion: String = SonoraVersion.current, startedAt: Double, command: [String],
            notes: [(name: String, value: String)] = []
        ) {
            self.toolVersion = toolVersion
            self.startedAt = startedAt
            self.command = command
            self.notes = notes
        }
    }

    /// The first line.
    public static func write(_ header: Header, to json: inout JSONWriter) {
        json.object { json in
            json.field("sonoraLatency", Int(version))
            json.field("toolVersion", header.toolVersion)
            json.field("startedAt", header.startedAt, decimals: 6)
            json.array("command", header.command) { $0.value(FileName.display($1)) }
            json.object("notes") { json in
                for note in header.notes { json.field(note.name, note.value) }
            }
        }
        json.endLine()
    }

    /// One line for one processing.
    public static func append(_ memo: RecordedMemo, to json: inout JSONWriter) {
        json.object { json in
            json.field("memo", FileName.display(memo.memo))
            memo.writeTimes(to: &json, decimals: decimals)
            json.field("errorCode", memo.errorCode)
            if memo.stages.contains(where: \.isPartial) {
                json.object("partial") { json in
                    for arrival in memo.stages where arrival.isPartial {
                        json.field(arrival.stage.rawValue, arrival.whole, decimals: decimals)
                    }
                }
            }
            if let late = memo.late {
                json.object("late") { json in
                    json.field("stage", late.stage.rawValue)
                    json.field("elapsed", late.elapsed, decimals: decimals)
                }
            }
            if memo.isLive { json.field("live", true) }
        }
        json.endLine()
    }

    /// All of it as a file, which appears when it is whole.
    public static func write(
        _ records: [RecordedMemo], header: Header, to path: String
    ) throws(CaptureError) {
        let file = try telling(StagedFile(path: path))
        let drain = ByteDrain { (bytes) throws(CaptureError) in try telling(file.write(bytes)) }
        // Lines are gathered, as one write for each of a hundred thousand takes its time.
        var json = JSONWriter()
        write(header, to: &json)
        for record in records {
            append(record, to: &json)
            if json.bytes.count >= 1 << 16 {
                drain.take(json.bytes)
                json = JSONWriter()
            }
        }
        drain.take(json.bytes)
        try drain.check()
        try telling(file.commit())
    }
}

extension RecordedMemo {
    /// Its times, as fields of an object.
    public func writeTimes(to json: inout JSONWriter, decimals: Int) {
        json.field("duration", duration, decimals: decimals)
        json.field("queueWait", queueWait, decimals: decimals)
        json.field("total", total, decimals: decimals)
        json.field("startedAt", startedAt, decimals: decimals)
        json.field("worker", worker)
        json.object("stages") { json in
            for arrival in stages { json.field(arrival.stage.rawValue, arrival.elapsed, decimals: decimals) }
        }
        json.object("steps") { json in
            for time in steps { json.field(time.step.rawValue, time.seconds, decimals: decimals) }
        }
    }
}

extension ByteDrain {
    fileprivate func take(_ bytes: [UInt8]) {
        var bytes = bytes
        take(&bytes)
    }
}
