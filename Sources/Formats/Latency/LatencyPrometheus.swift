// LatencyPrometheus: a latency report for Prometheus, as a node exporter's textfile collector reads it.
// Text format: https://prometheus.io/docs/instrumenting/exposition_formats/

import Capture
import Latency

struct LatencyPrometheus {
    /// The edges of the tiers (0.1, 0.3, 1 and 3 s), and finer ones between them.
    private static let edges = [0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 0.3, 0.5, 1, 2, 3, 10, 60]

    let report: LatencyReport

    var text: String {
        var text = histograms("sonora_stage_seconds", "From a memo being taken to a stage of its results.", "stage") {
            if case .stage(let stage) = $0 { stage.rawValue } else { nil }
        }
        text += histograms("sonora_step_seconds", "Time that went into one step of the work on a memo.", "step") {
            if case .step(let step) = $0 { step.rawValue } else { nil }
        }
        let wholes: [(Metric, String, String)] = [
            (.queue, "sonora_queue_seconds", "From a memo being due to it being taken."),
            (.total, "sonora_total_seconds", "From a memo being taken to the last of its results."),
            (.response, "sonora_response_seconds", "From a memo being due to the last of its results."),
        ]
        for (metric, name, help) in wholes {
            guard let line = report[metric] else { continue }
            text += head(name, help, "histogram") + histogram(name, label: nil, line.distribution)
        }
        let budgets = report.lines.compactMap { line in line.budget.map { (line.metric.name, $0) } }
        text += head("sonora_stage_budget_seconds", "Time that is promised for a stage.", "gauge")
        for (stage, budget) in budgets {
            text += "sonora_stage_budget_seconds{\(Self.label("stage", stage))} \(Self.number(budget))\n"
        }
        text += counts("sonora_partial_memos", "Memos of which a stage arrived in part, at its deadline.", \.partial)
        text += counts("sonora_stopped_memos", "Memos that were stopped as a stage was late.", \.stopped)
        text += head("sonora_live_memos", "Memos that were heard live; they are in no total or response.", "gauge")
        text += "sonora_live_memos \(report.live)\n"
        text += head("sonora_memos", "Processings of memos, the failed ones included.", "gauge")
        text += "sonora_memos \(report.memos)\n"
        text += head("sonora_failed_memos", "Memos that failed, by the code of their failure.", "gauge")
        for failure in report.failures {
            text += "sonora_failed_memos{\(Self.label("code", failure.code))} \(failure.count)\n"
        }
        text += head("sonora_audio_seconds", "Sound that was processed.", "gauge")
        return text + "sonora_audio_seconds \(Self.number(report.audioSeconds))\n"
    }

    private func histograms(
        _ name: String, _ help: String, _ label: String, _ value: (Metric) -> String?
    ) -> String {
        let parts = report.lines.compactMap { line in value(line.metric).map { ($0, line.distribution) } }
        guard !parts.isEmpty else { return "" }
        return parts.reduce(into: head(name, help, "histogram")) { text, part in
            text += histogram(name, label: Self.label(label, part.0), part.1)
        }
    }

    /// Of each stage; those of which there are none, too, as a series should not come and go.
    private func counts(_ name: String, _ help: String, _ count: (LatencyReport.Line) -> Int) -> String {
        let lines = report.lines.compactMap { line in
            if case .stage(let stage) = line.metric {
                "\(name){\(Self.label("stage", stage.rawValue))} \(count(line))\n"
            } else {
                nil
            }
        }
        return lines.isEmpty ? "" : head(name, help, "gauge") + lines.joined()
    }

    private func head(_ name: String, _ help: String, _ type: String) -> String {
        "# HELP \(name) \(help)\n# TYPE \(name) \(type)\n"
    }

    private func histogram(_ name: String, label: String?, _ distribution: Distribution) -> String {
        let start = label.map { "\($0)," } ?? ""
        let braced = label.map { "{\($0)}" } ?? ""
        var text = ""
        for edge in Self.edges {
            text += "\(name)_bucket{\(start)le=\"\(Self.number(edge))\"} \(distribution.count(within: edge))\n"
        }
        text += "\(name)_bucket{\(start)le=\"+Inf\"} \(distribution.count)\n"
        text += "\(name)_sum\(braced) \(Self.number(distribution.values.reduce(0, +)))\n"
        return text + "\(name)_count\(braced) \(distribution.count)\n"
    }

    static func label(_ name: String, _ value: String) -> String {
        // In scalars, as a quote and an accent after it are one character.
        let escaped = value.unicodeScalars.map { scalar in
            switch scalar {
            case "\\": "\\\\"
            case "\"": "\\\""
            case "\n": "\\n"
            // Nothing else may be escaped, so that a backslash is one of the text.
            default: String(scalar).printable.replacing("\\", with: "\\\\")
            }
        }.joined()
        return "\(name)=\"\(escaped)\""
    }

    /// At most nanoseconds, and no zeros at the end.
    private static func number(_ value: Double) -> String { "\((value * 1e9).rounded() / 1e9)" }
}
