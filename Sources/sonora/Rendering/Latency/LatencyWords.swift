// LatencyWords: what all written reports of latency say in the same words.

import Capture
import Latency
import Pipeline

extension LatencyReport.Line {
    /// The percentiles in the order of `LatencyReport.percentiles`, in seconds.
    var percentiles: [Double?] { LatencyReport.percentiles.map { distribution.percentile($0.share) } }

    /// `99.6 %` of those that arrived; `–` where there is no budget or nothing arrived.
    var insideText: String { inside.map(LatencyWords.percent) ?? "–" }
}

enum LatencyWords {
    /// `1.2 ms`, or `–`.
    static func time(_ seconds: Double?) -> String { seconds.map { Numbers.duration(.seconds($0)) } ?? "–" }

    /// Never `100 %` of what is not all, and never `0 %` of what is not nothing.
    static func percent(_ share: Double) -> String {
        if share >= 1 { return "100 %" }
        if share <= 0 { return "0 %" }
        return "\(Numbers.fixed(min(99.9, max(0.1, share * 100)), 1)) %"
    }

    static func memos(_ count: Int) -> String { counted(count, "memo") }

    /// What of a stage came otherwise than asked for: in part, or not at all. Nothing where all of it came whole.
    static func exceptions(_ line: LatencyReport.Line) -> (partial: String?, stopped: String?) {
        (
            line.partial > 0 ? "\(line.partial) told in part, as known at the deadline" : nil,
            line.stopped > 0 ? "\(line.stopped) stopped as too late, and never there" : nil
        )
    }

    /// `nil` where no memo was heard while it was recorded.
    static func live(_ report: LatencyReport) -> String? {
        report.live > 0 ? "\(report.live) heard live, in no total, response, × real time or step.read" : nil
    }

    /// `0.00012 × real time`, or the median of nothing.
    static func realtime(_ factor: Double?) -> String {
        factor.map { Numbers.fixed($0, $0 >= 0.001 ? 4 : $0 >= 0.00001 ? 6 : 9) } ?? "–"
    }

    /// The time between one stage and the next.
    static func spans(of memo: RecordedMemo) -> [(stage: Stage, start: Double, end: Double)] {
        var start = 0.0
        return memo.stages.sorted { $0.elapsed < $1.elapsed }.map { arrival in
            defer { start = arrival.elapsed }
            return (arrival.stage, start, arrival.elapsed)
        }
    }
}
