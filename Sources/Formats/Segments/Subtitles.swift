// Subtitles: SRT and WebVTT. Cues of no length break players, so every cue lasts at least a millisecond.
// WebVTT: https://www.w3.org/TR/webvtt1/

import Analysis
import Capture

enum Subtitles {
    static func srt(_ table: SegmentTable) -> String {
        cues(table).enumerated().map { index, cue in
            "\(index + 1)\n\(time(cue.start, separator: ",")) --> \(time(cue.end, separator: ","))\n"
                + "[segment \(index + 1)]\n\n"
        }.joined()
    }

    static func vtt(_ table: SegmentTable) -> String {
        "WEBVTT\n\n"
            + cues(table).enumerated().map { index, cue in
                "\(index + 1)\n\(time(cue.start, separator: ".")) --> \(time(cue.end, separator: "."))\n"
                    + "[segment \(index + 1)]\n\n"
            }.joined()
    }

    /// Whole milliseconds; never empty, never overlapping.
    private static func cues(_ table: SegmentTable) -> [(start: Int, end: Int)] {
        var previous = 0
        return table.rows.map { row in
            let start = max(previous, Int((row.span.start * 1000).rounded()))
            let end = max(start + 1, Int((row.span.end * 1000).rounded()))
            previous = end
            return (start, end)
        }
    }

    private static func time(_ milliseconds: Int, separator: String) -> String {
        let seconds = milliseconds / 1000
        let rest = milliseconds % 1000
        return "\(Numbers.padded(seconds / 3600)):\(Numbers.padded(seconds / 60 % 60)):\(Numbers.padded(seconds % 60))"
            + "\(separator)\(Numbers.padded(rest, to: 3))"
    }
}
