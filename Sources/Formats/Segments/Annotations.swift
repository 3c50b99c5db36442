// Annotations: formats of annotation programs: RTTM, Audacity labels, Praat TextGrid.

import Analysis
import Capture
import Files

enum Annotations {
    /// NIST Rich Transcription Time Marked: ten fields separated by spaces, so names must not hold any.
    static func rttm(_ table: SegmentTable) -> String {
        let name = FileName.display(MemoName.base(table.path)).map { character in
            // What is no letter on one line would break the line, or the terminal: blanks, control characters, marks.
            character.isWhitespace || String(character).printable != String(character) ? "_" : String(character)
        }.joined()
        return table.rows.map { row in
            "SPEAKER \(name) 1 \(Numbers.fixed(row.span.start, 3)) \(Numbers.fixed(row.span.duration, 3)) "
                + "<NA> <NA> speech <NA> <NA>\n"
        }.joined()
    }

    /// Label track: start, end, label, separated by tabs, six decimals.
    static func audacity(_ table: SegmentTable) -> String {
        table.rows.enumerated().map { index, row in
            "\(Numbers.fixed(row.span.start, 6))\t\(Numbers.fixed(row.span.end, 6))\tsegment \(index + 1)\n"
        }.joined()
    }

    /// Praat's long text form. A tier must cover its whole time without gaps, so silences are intervals too.
    static func textGrid(_ table: SegmentTable) -> String {
        var intervals: [(start: Double, end: Double, label: String)] = []
        var position = 0.0
        for (index, row) in table.rows.enumerated() {
            if row.span.start > position { intervals.append((position, row.span.start, "")) }
            intervals.append((max(position, row.span.start), row.span.end, "segment \(index + 1)"))
            position = row.span.end
        }
        if position < table.duration || intervals.isEmpty { intervals.append((position, table.duration, "")) }
        let last = Numbers.fixed(max(table.duration, position), 6)
        var text = """
            File type = "ooTextFile"
            Object class = "TextGrid"

            xmin = 0
            xmax = \(last)
            tiers? <exists>
            size = 1
            item []:
                item [1]:
                    class = "IntervalTier"
                    name = "segments"
                    xmin = 0
                    xmax = \(last)
                    intervals: size = \(intervals.count)

            """
        for (index, interval) in intervals.enumerated() {
            text += """
                        intervals [\(index + 1)]:
                            xmin = \(Numbers.fixed(interval.start, 6))
                            xmax = \(Numbers.fixed(interval.end, 6))
                            text = "\(interval.label)"

                """
        }
        return text
    }
}
