// SegmentText: stretches as columns, CSV and JSON.

import Analysis
import Capture
import Files
import Pipeline

enum SegmentText {
    /// Start, end and length in seconds, and why segments begin and end where they do.
    static func plain(_ table: SegmentTable) -> String {
        table.rows.map { row in
            var columns = [row.span.start, row.span.end, row.span.duration].map { Numbers.fixed($0, 3) }
            if let segment = row.segment {
                columns += [segment.startReason.rawValue, segment.endReason.rawValue]
            }
            return columns.joined(separator: "\t") + "\n"
        }.joined()
    }

    /// A line that names the columns, and one for each row.
    static func csvRows(_ table: SegmentTable) -> [[String]] {
        let header =
            table.kind == .segments ? ["start", "end", "startReason", "endReason", "peak", "rms"] : ["start", "end"]
        return [header]
            + table.rows.map { row in
                var columns = [Numbers.fixed(row.span.start, 6), Numbers.fixed(row.span.end, 6)]
                if let segment = row.segment {
                    columns += [segment.startReason.rawValue, segment.endReason.rawValue]
                    columns += [segment.peak, segment.rms].map { $0.map { Numbers.fixed($0, 2) } ?? "" }
                }
                return columns
            }
    }

    static func json(_ table: SegmentTable) -> String {
        var json = JSONWriter()
        write(table, to: &json)
        json.endLine()
        return String(decoding: json.bytes, as: UTF8.self)
    }

    static func write(_ table: SegmentTable, to json: inout JSONWriter) {
        json.object { json in
            json.field("schemaVersion", MemoResult.schemaVersion)
            json.field("memo", FileName.display(table.path))
            json.field("duration", table.duration, decimals: 6)
            switch table.kind {
            case .segments: json.write(table.rows.compactMap(\.segment))
            case .activity, .turns: json.write(activity: table.rows.map(\.span), as: table.kind.rawValue)
            }
        }
    }
}
