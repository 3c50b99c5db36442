// ComparisonTable: a report beside its baseline: a table, lines with tabs, JSON.

import Latency
import Pipeline

struct ComparisonTable {
    var comparison: Comparison

    static let explanation =
        "Shifts of percentiles are judged by 99 % bootstrap intervals, whole metrics by a Mann–Whitney U test at "
        + "p < 0.01. From 8 samples on each side a median can be told from noise, from 100 a p99, from 1000 a p99.9; "
        + "a maximum never."

    func text(_ terminal: Terminal) -> String { terminal.isInteractive ? table(terminal.style) : plain }

    /// One line for each percentile: shift, metric, percentile, before, after, change, verdict; times in seconds.
    var plain: String {
        comparison.lines.flatMap { line in
            line.shifts.map { shift in
                [
                    "shift", line.metric.name, shift.name, Numbers.fixed(shift.before, 6),
                    Numbers.fixed(shift.after, 6), shift.relative.map(Figures.change) ?? "–", shift.verdict.rawValue,
                ].joined(separator: "\t") + "\n"
            }
        }.joined()
    }

    func table(_ style: Style) -> String {
        var text = ""
        for line in comparison.lines {
            text += "  \(style.bold(line.metric.name)) \(style.dim(Self.summary(line)))\n"
            for shift in line.shifts {
                let change = shift.relative.map(Figures.change) ?? "–"
                let size = "\(Numbers.right(Figures.signedTime(shift.absolute), 9)) \(Numbers.right(change, 9))"
                text +=
                    "    \(Numbers.left(shift.name, 6)) \(Numbers.right(Figures.time(shift.before), 8)) → "
                    + "\(Numbers.right(Figures.time(shift.after), 8)) \(colour(size, shift.verdict, style))  "
                    + "\(colour(Self.words(shift), shift.verdict, style))\n"
            }
        }
        return text + "  \(style.dim(Self.explanation))\n"
    }

    private func colour(_ text: String, _ verdict: Comparison.Verdict, _ style: Style) -> String {
        switch verdict {
        case .slower: style.red(text)
        case .faster: style.green(text)
        case .noise: text
        case .tooFew, .untested: style.dim(text)
        }
    }

    /// `200 and 200 · slower: 71 % of pairs, p < 0.0001`.
    static func summary(_ line: Comparison.Line) -> String {
        let counts = "\(line.countBefore) and \(line.countAfter)"
        guard let test = line.rankTest else {
            let missing = line.countBefore == 0 ? "nothing in the baseline" : "nothing now"
            return "\(counts) · \(line.shifts.isEmpty ? missing : "too few to tell")"
        }
        let word = line.verdict == .noise ? "no more than noise" : "\(line.verdict.rawValue) as a whole"
        return "\(counts) · \(word): now slower in \(Figures.percent(test.superiority)) of pairs, "
            + Figures.probability(test.p)
    }

    static func words(_ shift: Comparison.Shift) -> String {
        switch shift.verdict {
        case .slower, .faster: shift.verdict.rawValue
        case .noise: "noise"
        case .tooFew: "too few to tell: \(Comparison.fewest(for: shift.share)) needed"
        case .untested: "not judged"
        }
    }

    /// An array of metrics, as the value of a key.
    func write(to json: inout JSONWriter) {
        json.array(comparison.lines) { json, line in
            json.object { json in
                json.field("metric", line.metric.name)
                json.field("samplesBefore", line.countBefore)
                json.field("samplesAfter", line.countAfter)
                json.field("verdict", line.verdict.rawValue)
                json.field("u", line.rankTest?.u, decimals: 1)
                json.field("p", line.rankTest?.p, decimals: 6)
                json.field("slowerPairs", line.rankTest?.superiority, decimals: 4)
                json.array("percentiles", line.shifts) { json, shift in
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
        }
    }
}
