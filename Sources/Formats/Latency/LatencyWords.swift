// LatencyWords: what all written reports of latency say in the same words.

import Capture
import Latency
import Pipeline

extension LatencyReport.Line {
    /// The percentiles in the order of `LatencyReport.percentiles`, in seconds.
    package var percentiles: [Double?] { LatencyReport.percentiles.map { distribution.percentile($0.share) } }

    /// `99.6 %` of those that arrived; `–` where there is no budget or nothing arrived.
    package var insideText: String { inside.map(Figures.narrowPercent) ?? "–" }
}

package enum LatencyWords {
    /// What of a stage came otherwise than asked for: in part, or not at all. Nothing where all of it came whole.
    package static func exceptions(_ line: LatencyReport.Line) -> (partial: String?, stopped: String?) {
        (
            line.partial > 0 ? "\(line.partial) told in part, as known at the deadline" : nil,
            line.stopped > 0 ? "\(line.stopped) stopped as too late, and never there" : nil
        )
    }

    /// `nil` where no memo was heard while it was recorded.
    package static func live(_ report: LatencyReport) -> String? {
        report.live > 0 ? "\(report.live) heard live, in no total, response, × real time or step.read" : nil
    }

    /// The time between one stage and the next.
    package static func spans(of memo: RecordedMemo) -> [(stage: Stage, start: Double, end: Double)] {
        var start = 0.0
        return memo.stages.sorted { $0.elapsed < $1.elapsed }.map { arrival in
            defer { start = arrival.elapsed }
            return (arrival.stage, start, arrival.elapsed)
        }
    }
}
