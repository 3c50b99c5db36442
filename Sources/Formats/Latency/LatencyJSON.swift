// LatencyJSON: a latency report as one JSON document; Schema/latency.schema.json describes it. Seconds.

import Latency
import Pipeline

struct LatencyJSON {
    static let schemaVersion = 1
    private static let decimals = 6

    /// A memo that was read sparsely takes less than a millionth of its length.
    private static let decimalsOfFactors = 9

    let report: LatencyReport
    var gate: GateTable?
    var comparison: ComparisonTable?

    var bytes: [UInt8] {
        JSONWriter.document(write)
    }

    private func write(to json: inout JSONWriter) {
        json.object { json in
            json.field("schemaVersion", Self.schemaVersion)
            json.field("memos", report.memos)
            json.field("live", report.live)
            json.field("audioSeconds", report.audioSeconds, decimals: Self.decimals)
            json.array("failures", report.failures) { json, failure in
                json.object { json in
                    json.field("code", failure.code)
                    json.field("count", failure.count)
                }
            }
            json.array("metrics", report.lines) { write($1, to: &$0) }
            json.object("realtimeFactor") {
                write(report.realtimeFactor, to: &$0, decimals: Self.decimalsOfFactors)
            }
            json.array("byLength", report.byLength) { json, length in
                json.object { json in
                    json.field("length", length.length.rawValue)
                    json.field("memos", length.memos)
                    json.array("metrics", length.lines) { write($1, to: &$0) }
                }
            }
            json.array("worst", report.worst) { Self.write($1, to: &$0) }
            if let gate {
                json.key("checks")
                gate.write(to: &json)
            }
            if let comparison {
                json.key("comparison")
                comparison.write(to: &json)
            }
            json.object("tool") { $0.field("version", SonoraVersion.current) }
        }
    }

    private func write(_ line: LatencyReport.Line, to json: inout JSONWriter) {
        json.object { json in
            json.field("metric", line.metric.name)
            write(line.distribution, to: &json)
            json.field("budget", line.budget, decimals: Self.decimals)
            json.field("inside", line.inside, decimals: Self.decimals)
            json.field("verdict", line.verdict.rawValue)
            json.field("partial", line.partial)
            json.field("stopped", line.stopped)
            json.object("tiers") { json in
                for tier in line.tiers { json.field(tier.tier.rawValue, tier.count) }
            }
        }
    }

    /// Figures of a distribution, without an object around them.
    private func write(
        _ distribution: Distribution, to json: inout JSONWriter, decimals: Int = LatencyJSON.decimals
    ) {
        json.field("count", distribution.count)
        json.field("min", distribution.min, decimals: decimals)
        json.field("mean", distribution.mean, decimals: decimals)
        json.object("percentiles") { json in
            for (name, share) in LatencyReport.percentiles {
                json.field(name, distribution.percentile(share), decimals: decimals)
            }
        }
    }

    private static func write(_ memo: RecordedMemo, to json: inout JSONWriter) {
        json.object { json in
            json.field("memo", memo.memo)
            memo.writeTimes(to: &json, decimals: decimals)
        }
    }
}
