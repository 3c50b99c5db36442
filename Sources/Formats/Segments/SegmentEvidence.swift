// SegmentEvidence: why stretches are taken for speech, and why what lies between is not.

import Analysis
import Capture
import Files
import Pipeline

/// The stretches of a table and the pauses between them, with what was heard in each.
package struct SegmentEvidence {
    private struct Row {
        var span: TimeSpan
        var isStretch: Bool
        var evidence: StretchEvidence?
    }

    /// Shorter pauses say nothing, in seconds.
    private static let shortestPause = 0.1

    private var rows: [Row] = []

    package init(_ table: SegmentTable, track: EvidenceTrack) {
        var end = 0.0
        func pause(until start: Double) {
            guard start - end >= Self.shortestPause else { return }
            let span = TimeSpan(start: end, end: start)
            rows.append(Row(span: span, isStretch: false, evidence: track.evidence(of: span)))
        }
        for row in table.rows {
            pause(until: row.span.start)
            rows.append(Row(span: row.span, isStretch: true, evidence: track.evidence(of: row.span)))
            end = row.span.end
        }
        pause(until: table.duration)
    }

    private static let head = ["start", "end", "what", "above room", "harmonicity", "modulation", "probability"]

    /// Columns for people, with a line that names them.
    package var text: String {
        let lines =
            [Self.head]
            + rows.map { row in
                [Numbers.fixed(row.span.start, 3), Numbers.fixed(row.span.end, 3), row.isStretch ? "speech" : "pause"]
                    + cells(row, units: true)
            }
        let widths = Self.head.indices.map { column in lines.map { $0[column].count }.max() ?? 0 }
        return lines.map { line in
            zip(line, widths).map { Aligned.right($0, $1) }.joined(separator: "  ") + "\n"
        }.joined()
    }

    /// A line that names the columns, and one for each row.
    package var csvRows: [[String]] {
        [["start", "end", "what", "heightAboveRoom", "harmonicity", "modulation", "probability"]]
            + rows.map { row in
                [
                    Numbers.fixed(row.span.start, 6), Numbers.fixed(row.span.end, 6),
                    row.isStretch ? "speech" : "pause",
                ] + cells(row, units: false)
            }
    }

    private func cells(_ row: Row, units: Bool) -> [String] {
        guard let evidence = row.evidence else { return [String](repeating: units ? "–" : "", count: 4) }
        let (decibels, percent) = units ? (" dB", " %") : ("", "")
        return [
            Numbers.fixed(evidence.snr, 1) + decibels, Numbers.fixed(evidence.harmonicity, 2),
            Numbers.fixed(evidence.modulation, 1) + decibels,
            evidence.probability.map { units ? Numbers.fixed($0 * 100, 0) + percent : Numbers.fixed($0, 3) }
                ?? (units ? "–" : ""),
        ]
    }

    package func write(_ table: SegmentTable, detector: ActivityMethod, to json: inout JSONWriter) {
        json.object { json in
            json.field("schemaVersion", MemoResult.schemaVersion)
            json.field("memo", FileName.display(table.path))
            json.field("duration", table.duration, decimals: 6)
            json.field("detector", detector.rawValue)
            json.field("explained", table.kind.rawValue)
            json.array("stretches", rows) { json, row in
                json.object { json in
                    json.field("start", row.span.start, decimals: 6)
                    json.field("end", row.span.end, decimals: 6)
                    json.field("what", row.isStretch ? "speech" : "pause")
                    guard let evidence = row.evidence else { return }
                    json.field("heightAboveRoom", evidence.snr, decimals: 2)
                    json.field("harmonicity", evidence.harmonicity, decimals: 3)
                    json.field("modulation", evidence.modulation, decimals: 2)
                    json.field("probability", evidence.probability, decimals: 3)
                }
            }
        }
    }
}
