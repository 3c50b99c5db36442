// ComparisonTable: a report beside its baseline: lines with tabs, CSV, markdown, JSON.

import Capture
import Latency
import Pipeline

package struct ComparisonTable {
    let comparison: Comparison

    package static let explanation =
        "Shifts of percentiles are judged by 99 % bootstrap intervals, whole metrics by a Mann–Whitney U test at "
        + "p < 0.01. From 8 samples on each side a median can be told from noise, from 100 a p99, from 1000 a p99.9; "
        + "a maximum never."

    /// `200 and 200 · slower: 71 % of pairs, p < 0.0001`.
    package static func summary(_ line: Comparison.Line) -> String {
        let counts = "\(line.countBefore) and \(line.countAfter)"
        guard let test = line.rankTest else {
            let missing = line.countBefore == 0 ? "nothing in the baseline" : "nothing now"
            return "\(counts) · \(line.shifts.isEmpty ? missing : "too few to tell")"
        }
        let word = line.verdict == .noise ? "no more than noise" : "\(line.verdict.rawValue) as a whole"
        return "\(counts) · \(word): now slower in \(Figures.percent(test.superiority)) of pairs, "
            + Figures.probability(test.p)
    }

    package static func words(_ shift: Comparison.Shift) -> String {
        switch shift.verdict {
        case .slower, .faster: shift.verdict.rawValue
        case .noise: "noise"
        case .tooFew: "too few to tell: \(Comparison.fewest(for: shift.share)) needed"
        case .untested: "not judged"
        }
    }

    /// One line for each percentile: shift, metric, percentile, before, after, change, verdict; times in seconds. Further
    /// ones name the memos that only one side has: memo, before or after, name.
    var plain: String {
        let shifts = comparison.lines.flatMap { line in
            line.shifts.map { shift in
                [
                    "shift", line.metric.name, shift.name, Numbers.fixed(shift.before, 6),
                    Numbers.fixed(shift.after, 6), shift.relative.map(Figures.change) ?? "–", shift.verdict.rawValue,
                ]
            }
        }
        let memos = sides.flatMap { side, names in names.map { ["memo", side, $0.printable] } }
        return (shifts + memos).map { $0.joined(separator: "\t") + "\n" }.joined()
    }

    /// Memos that only one side has.
    private var sides: [(side: String, names: [String])] {
        [("before", comparison.memos?.onlyBefore ?? []), ("after", comparison.memos?.onlyAfter ?? [])]
    }

    /// Lines of `LatencyCSV`, of the scope `comparison`.
    var csv: String {
        var text = CSV.line(["comparison", "failed", "before", "\(comparison.failures.before)"])
        text += CSV.line(["comparison", "failed", "after", "\(comparison.failures.after)"])
        for (side, names) in sides { text += CSV.line(["comparison", "memos", "only.\(side)", "\(names.count)"]) }
        for line in comparison.lines {
            let start = ["comparison", line.metric.name]
            text += CSV.line(start + ["count.before", "\(line.countBefore)"])
            text += CSV.line(start + ["count.after", "\(line.countAfter)"])
            text += CSV.line(start + ["verdict", line.verdict.rawValue])
            for shift in line.shifts {
                text += CSV.line(start + ["\(shift.name).before", Numbers.fixed(shift.before, 6)])
                text += CSV.line(start + ["\(shift.name).after", Numbers.fixed(shift.after, 6)])
                if let relative = shift.relative {
                    text += CSV.line(start + ["\(shift.name).relative", Numbers.fixed(relative, 6)])
                }
                text += CSV.line(start + ["\(shift.name).verdict", shift.verdict.rawValue])
            }
        }
        return text
    }

    var markdown: String {
        let rows = comparison.lines.flatMap { line in
            line.shifts.map { shift in
                [
                    "`\(line.metric.name)`", shift.name, Figures.time(shift.before), Figures.time(shift.after),
                    Figures.signedTime(shift.absolute), shift.relative.map(Figures.change) ?? "–", Self.words(shift),
                ]
            }
        }
        var text = "\n## Compared with the baseline\n\n"
        for (side, names) in sides where !names.isEmpty {
            let shown = names.prefix(10).map(Markdown.code).joined(separator: ", ")
            let place = side == "before" ? "the baseline" : "this measurement"
            text += "Only in \(place): \(shown)\(names.count > 10 ? ", and \(names.count - 10) more" : "").\n\n"
        }
        text += Markdown.table(["metric", "percentile", "before", "now", "shift", "change", "verdict"], rows)
        return text + "\n\(Self.explanation.replacing("<", with: "&lt;"))\n"
    }

    /// As the value of a key.
    func write(to json: inout JSONWriter) {
        json.object { json in
            json.field("processingsBefore", comparison.processings.before)
            json.field("processingsAfter", comparison.processings.after)
            json.field("failedBefore", comparison.failures.before)
            json.field("failedAfter", comparison.failures.after)
            if let memos = comparison.memos {
                json.object("memos") { json in
                    json.field("both", memos.both)
                    json.array("onlyBefore", memos.onlyBefore) { $0.value($1) }
                    json.array("onlyAfter", memos.onlyAfter) { $0.value($1) }
                }
            }
            json.array("metrics", comparison.lines) { json, line in
                json.object { json in
                    json.field("metric", line.metric.name)
                    json.field("samplesBefore", line.countBefore)
                    json.field("samplesAfter", line.countAfter)
                    json.field("verdict", line.verdict.rawValue)
                    json.field("u", line.rankTest?.u, decimals: 1)
                    json.field("p", line.rankTest?.p, decimals: 6)
                    json.field("slowerPairs", line.rankTest?.superiority, decimals: 4)
                    json.array("percentiles", line.shifts) { write($1, to: &$0) }
                }
            }
        }
    }

    private func write(_ shift: Comparison.Shift, to json: inout JSONWriter) {
        json.object { json in
            json.field("name", shift.name)
            json.field("before", shift.before, decimals: 6)
            json.field("after", shift.after, decimals: 6)
            json.field("shift", shift.absolute, decimals: 6)
            json.field("relative", shift.relative, decimals: 4)
            json.field("low", shift.interval?.lowerBound, decimals: 6)
            json.field("high", shift.interval?.upperBound, decimals: 6)
            json.field("verdict", shift.verdict.rawValue)
        }
    }
}
