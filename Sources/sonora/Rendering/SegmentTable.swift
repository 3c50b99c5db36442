// SegmentTable: stretches of a memo, and the formats they are printed in.

import Analysis
import ArgumentParser

/// What the segments command prints.
struct SegmentTable {
    enum Kind: String { case segments, activity, turns }

    struct Row {
        var span: TimeSpan
        /// `nil` for activity and turns, which have no reasons and no levels.
        var segment: Segment?
    }

    var path: String
    var duration: Double
    /// What its rows are, also where there are none.
    var kind: Kind
    var rows: [Row]

    init(_ kind: Kind, of measurements: Measurements, path: String) {
        self.path = path
        self.kind = kind
        duration = measurements.duration
        rows =
            switch kind {
            case .segments: measurements.segments.map { Row(span: $0.span, segment: $0) }
            case .activity: measurements.activity.map { Row(span: $0, segment: nil) }
            case .turns:
                measurements.activity.joinedIntoTurns(duration: measurements.duration)
                    .map { Row(span: $0, segment: nil) }
            }
    }
}

enum SegmentFormat: String, CaseIterable, ExpressibleByArgument {
    case text, json, csv, srt, vtt, rttm, audacity, textgrid

    static let names = allCases.map(\.rawValue).joined(separator: ", ")

    /// What names of files in this format end in.
    var fileExtension: String {
        switch self {
        case .text: "txt"
        case .audacity: "audacity.txt"
        case .textgrid: "TextGrid"
        default: rawValue
        }
    }

    /// Whether rows of several memos can stand in one document.
    var holdsMany: Bool { [.text, .json, .csv, .rttm].contains(self) }

    /// The whole document, ending with a line break.
    func render(_ table: SegmentTable) -> String {
        switch self {
        case .text: SegmentText.plain(table)
        case .json: SegmentText.json(table)
        case .csv: SegmentText.csvRows(table).map(CSV.line).joined()
        case .srt: Subtitles.srt(table)
        case .vtt: Subtitles.vtt(table)
        case .rttm: Annotations.rttm(table)
        case .audacity: Annotations.audacity(table)
        case .textgrid: Annotations.textGrid(table)
        }
    }
}
