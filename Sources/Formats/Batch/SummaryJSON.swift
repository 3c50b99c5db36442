// SummaryJSON: how a run went, as the document `summary.json`.

import Capture
import Files
import Library
import Pipeline

extension BatchSummary {
    /// Writes the summary as one JSON object.
    package func write(to json: inout JSONWriter) {
        json.object { json in
            json.field("schemaVersion", MemoResult.schemaVersion)
            json.object("run") { json in
                json.field("state", state.rawValue)
                json.field("startedAt", RecordingDate(secondsSince1970: Int(startedAt))?.text)
                json.field("elapsed", elapsed, decimals: 6)
                json.field("jobs", jobs)
                json.field("toolVersion", SonoraVersion.current)
                json.field("stop", stop.map { "\($0)" })
            }
            json.object("memos") { json in
                for (name, number) in counts { json.field(name, number) }
            }
            json.field("connections", connections?.count)
            json.field("audioSeconds", audioSeconds, decimals: 6)
            json.field("hours", audioSeconds / 3600, decimals: 6)
            json.field("realtimeFactor", speed.map { 1 / $0 }, decimals: 9)
            json.field("speed", speed, decimals: 3)
            json.array("failures", failures) { json, failure in
                json.object { json in
                    json.field("memo", FileName.display(failure.failure.path))
                    json.field("pathEscaped", FileName.escaped(failure.failure.path))
                    json.field("code", failure.failure.code)
                    json.field("message", failure.failure.problem)
                    json.field("advice", failure.failure.advice)
                    json.field("attempts", failure.attempts)
                    json.field("failedBefore", failure.isOld)
                }
            }
            json.array("vanished", vanished) { $0.value(FileName.display($1)) }
            json.array("pruned", pruned) { $0.value(FileName.display($1)) }
            json.object("leftAside") { json in
                for reason in SkipReason.allCases { json.field(reason.rawValue, leftAside[reason] ?? 0) }
            }
            json.array("slowest", slowest) { json, slow in
                json.object { json in
                    json.field("memo", FileName.display(slow.path))
                    json.field("total", slow.total.seconds, decimals: 6)
                    json.field("duration", slow.seconds, decimals: 6)
                }
            }
            json.array("stages", stages) { json, stage in
                json.object { json in
                    json.field("stage", stage.stage.rawValue)
                    json.field("count", stage.elapsed.count)
                    json.field("budget", stage.budget?.seconds, decimals: 6)
                    json.field("within", stage.within)
                    json.field("over", stage.over)
                    for (name, share) in Self.percentiles {
                        json.field(name, stage.percentile(share), decimals: 6)
                    }
                    json.field("verdict", stage.verdict.rawValue)
                }
            }
        }
    }

    package static let percentiles = [("p50", 0.5), ("p95", 0.95), ("p99", 0.99), ("max", 1.0)]

    /// How many memos ended how. `moved` are among the known ones; `salvaged`, damaged and read as far as they go, among
    /// the done and known ones; `gone` are those of the library whose file is nowhere any more, and `pruned` those whose results
    /// were removed for that. `skipped` are done and have not changed; `leftAside` are names that are no memos of this run. Done, known, skipped, failed, failed before and vanished ones add up to `planned` when the run was completed.
    package var counts: [(String, Int)] {
        let old = failures.count { $0.isOld }
        return [
            ("planned", planned), ("done", done), ("known", known), ("moved", moved), ("salvaged", salvaged),
            ("skipped", unchanged),
            ("failed", failures.count - old), ("failedBefore", old), ("vanished", vanished.count),
            ("retries", retries), ("leftAside", leftAside.values.reduce(0, +)), ("gone", gone),
            ("pruned", pruned.count),
        ]
    }
}
