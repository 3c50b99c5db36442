// SegmentDocument: stretches as columns, CSV and JSON.

import Analysis
import Capture
import Files
import Pipeline

extension SegmentTable {
    /// Start, end and length in seconds, and why segments begin and end where they do; with tabs.
    var plain: String {
        rows.map { row in
            var columns = [row.span.start, row.span.end, row.span.duration].map { Numbers.fixed($0, 3) }
            if let segment = row.segment {
                columns += [segment.startReason.rawValue, segment.endReason.rawValue]
            }
            return columns.joined(separator: "\t") + "\n"
        }.joined()
    }

    /// A line that names the columns, and one for each row.
    package var csvRows: [[String]] {
        let header =
            kind == .segments ? ["start", "end", "startReason", "endReason", "peak", "rms"] : ["start", "end"]
        return [header]
            + rows.map { row in
                var columns = [Numbers.fixed(row.span.start, 6), Numbers.fixed(row.span.end, 6)]
                if let segment = row.segment {
                    columns += [segment.startReason.rawValue, segment.endReason.rawValue]
                    columns += [segment.peak, segment.rms].map { $0.map { Numbers.fixed($0, 2) } ?? "" }
                }
                return columns
            }
    }

    package func write(to json: inout JSONWriter) {
        json.object { json in
            json.field("schemaVersion", MemoResult.schemaVersion)
            json.field("memo", FileName.display(path))
            json.field("duration", duration, decimals: 6)
            switch kind {
            case .segments: json.write(rows.compactMap(\.segment))
            case .activity, .turns: json.write(activity: rows.map(\.span), as: kind.rawValue)
            }
        }
    }
}
