// LatencyTrace: recorded memos as a trace that https://ui.perfetto.dev opens.
// Trace Event Format: https://docs.google.com/document/d/1CvAClvFfyA5R-PhYUmn5OOQtYMH4h6I0nSsKchNAySU

import Capture
import Latency
import Pipeline

/// Two tracks for each worker: its memos, divided by the arrival of their stages, and under each memo its steps.
struct LatencyTrace {
    private let lanes: [TraceLane]
    private let budgets: Budgets

    init(_ records: [RecordedMemo], budgets: Budgets) {
        lanes = TraceLane.lanes(of: records)
        self.budgets = budgets
    }

    func write(to output: some ByteDestination) throws(CaptureError) {
        try output.write { json in
            json.object { json in
                json.field("displayTimeUnit", "ms")
                json.object("otherData") { json in
                    json.field("steps", "sums of turns, one after the other; in truth they alternate block by block")
                }
                json.key("traceEvents")
                json.array(CollectionOfOne(())) { json, _ in writeEvents(to: &json) }
            }
        }
    }

    private func writeEvents(to json: inout JSONWriter) {
        Self.name(&json, "process_name", thread: nil, "sonora \(SonoraVersion.current)")
        for (index, lane) in lanes.enumerated() {
            Self.name(&json, "thread_name", thread: Self.memos(index), lane.name)
            if lane.hasSteps { Self.name(&json, "thread_name", thread: Self.steps(index), "\(lane.name): steps") }
        }
        for (index, lane) in lanes.enumerated() {
            for memo in lane.memos { write(memo, lane: index, to: &json) }
        }
    }

    private static func memos(_ lane: Int) -> Int { 2 * lane + 1 }
    private static func steps(_ lane: Int) -> Int { 2 * lane + 2 }

    private static func name(_ json: inout JSONWriter, _ kind: String, thread: Int?, _ name: String) {
        json.object { json in
            json.field("ph", "M")
            json.field("name", kind)
            json.field("pid", 1)
            if let thread { json.field("tid", thread) }
            json.object("args") { $0.field("name", name) }
        }
    }

    private func write(_ placed: TraceLane.Placed, lane: Int, to json: inout JSONWriter) {
        let memo = placed.memo
        let thread = Self.memos(lane)
        let name = memo.memo.printable
        Self.span(&json, name, "memo", thread, placed.start, placed.extent) { json in
            json.field("queueWait", memo.queueWait, decimals: 6)
            json.field("total", memo.total, decimals: 6)
            json.field("duration", memo.duration, decimals: 6)
            json.field("realtimeFactor", memo.realtimeFactor, decimals: 6)
            if let code = memo.errorCode { json.field("failed", code) }
            if memo.isLive { json.field("live", true) }
        }
        // The stages of a live memo count from its end, and its reading is as long as the recording: as spans they would lie.
        if memo.isLive { return }
        for span in LatencyWords.spans(of: memo) {
            let budget = budgets[span.stage]
            Self.span(&json, span.stage.rawValue, "stage", thread, placed.start + span.start, span.end - span.start) {
                $0.field("elapsed", span.end, decimals: 6)
                $0.field("budget", budget?.seconds, decimals: 6)
                $0.field("verdict", Verdict(elapsed: .seconds(span.end), budget: budget).rawValue)
            }
        }
        var start = placed.start
        for time in memo.steps {
            Self.span(&json, time.step.rawValue, "step", Self.steps(lane), start, time.seconds) { json in
                json.field("memo", name)
                json.field("seconds", time.seconds, decimals: 9)
            }
            start += time.seconds
        }
    }

    /// A complete event. Both ends are rounded to microseconds, so that what touches still does.
    private static func span(
        _ json: inout JSONWriter, _ name: String, _ kind: String, _ thread: Int, _ start: Double, _ seconds: Double,
        _ arguments: (inout JSONWriter) -> Void
    ) {
        let first = microseconds(start)
        json.object { json in
            json.field("ph", "X")
            json.field("name", name)
            json.field("cat", kind)
            json.field("ts", first)
            json.field("dur", microseconds(start + seconds) - first)
            json.field("pid", 1)
            json.field("tid", thread)
            json.object("args", arguments)
        }
    }

    /// As far as a number of JSON is exact; that is 285 years.
    private static func microseconds(_ seconds: Double) -> Int {
        Int(min(max(-9e15, (seconds * 1e6).rounded()), 9e15))
    }
}
