// SegmentFormat: the formats that stretches of a memo are written in.

import Pipeline

/// How a table of segments can be written.
public enum SegmentFormat: String, CaseIterable, Sendable {
    /// Columns with tabs.
    case text
    case json, csv
    /// Subtitles, one for each stretch.
    case srt, vtt
    /// Of programs that annotate sound: NIST's, Audacity's, Praat's.
    case rttm, audacity, textgrid

    /// What names of files in this format end in.
    public var fileExtension: String {
        switch self {
        case .text: "txt"
        case .audacity: "audacity.txt"
        case .textgrid: "TextGrid"
        default: rawValue
        }
    }

    /// Whether rows of several memos can stand in one document.
    public var holdsMany: Bool { [.text, .json, .csv, .rttm].contains(self) }

    /// The whole document; all of its lines end with a line break.
    public func render(_ table: SegmentTable) -> String {
        switch self {
        case .text: table.plain
        case .json: String(decoding: JSONWriter.document(table.write), as: UTF8.self)
        case .csv: table.csvRows.map(CSV.line).joined()
        case .srt: Subtitles.srt(table)
        case .vtt: Subtitles.vtt(table)
        case .rttm: Annotations.rttm(table)
        case .audacity: Annotations.audacity(table)
        case .textgrid: Annotations.textGrid(table)
        }
    }
}
