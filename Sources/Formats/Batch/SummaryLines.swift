// SummaryLines: how a run went, as columns in a pipe.

import Capture
import Library

extension BatchSummary {
    /// Tab-separated; the first column says what the line is about.
    package var plain: String {
        var lines: [[String]] = [["run", state.rawValue, Numbers.fixed(elapsed, 3)]]
        lines += counts.map { [$0.0, "\($0.1)"] }
        if let connections = connections { lines.append(["connections", "\(connections.count)"]) }
        lines.append(["hours", Numbers.fixed(audioSeconds / 3600, 6)])
        lines.append(["speed", Figures.fixed(speed, 1)])
        for stage in measured {
            let figures = Self.percentiles.map { name, share in
                "\(name) \(Figures.fixed(stage.percentile(share), 6))"
            }
            lines.append(
                ["stage", stage.stage.rawValue, stage.verdict.rawValue, "\(stage.within)", "\(stage.over)"] + figures)
        }
        for slow in slowest {
            lines.append(
                ["slow", slow.path.printable, Numbers.fixed(slow.total.seconds, 6), Numbers.fixed(slow.seconds, 3)])
        }
        for name in pruned { lines.append(["prune", name.printable]) }
        for failure in failures {
            let reason = failure.failure
            lines.append(
                ["failure", reason.path.printable, reason.code, reason.problem.printable, reason.advice.printable])
        }
        return lines.map { $0.joined(separator: "\t") + "\n" }.joined()
    }

    /// Stages of which there are times.
    package var measured: [StageFigures] { stages.filter { !$0.elapsed.isEmpty } }
}
