// OnsetTable: when something begins: a row for each, and the formats that rows are written in.

import Analysis
import Capture
import Files
import Pipeline

package struct OnsetRow: Sendable {
    package var time: Double
    /// In dB; a word that fades in has none.
    package var strength: Double?
    /// `nil` where nobody asked what begins there.
    package var kind: OnsetPlace?

    package init(time: Double, strength: Double? = nil, kind: OnsetPlace? = nil) {
        (self.time, self.strength, self.kind) = (time, strength, kind)
    }
}

extension OnsetRow {
    /// Columns with tabs.
    package func line(hasStrength: Bool) -> String {
        let figures = hasStrength ? [Figures.fixed(strength, 3)] : []
        return ([Numbers.fixed(time, 6)] + figures + (kind.map { [$0.rawValue] } ?? [])).joined(separator: "\t") + "\n"
    }

    /// The columns of CSV; `kind` only where it was asked for.
    package var cells: [String] {
        [Numbers.fixed(time, 6), strength.map { Numbers.fixed($0, 3) } ?? ""] + (kind.map { [$0.rawValue] } ?? [])
    }

    func write(to json: inout JSONWriter) {
        json.object { json in
            json.field("time", time, decimals: 6)
            json.field("strength", strength, decimals: 3)
            if let kind { json.field("kind", kind.rawValue) }
        }
    }
}

/// The onsets of a memo.
package struct OnsetTable {
    let path: String
    let view: OnsetLines.View
    let rows: [OnsetRow]

    package init(path: String, view: OnsetLines.View, rows: [OnsetRow]) {
        (self.path, self.view, self.rows) = (path, view, rows)
    }

    /// The names of the columns of CSV.
    package static func header(of view: OnsetLines.View) -> [String] {
        ["time", "strength"] + (view == .kinds ? ["kind"] : [])
    }

    /// The whole document.
    /// - Parameter hasStrength: whether text has it; other formats always do.
    package func render(_ format: TableFormat, hasStrength: Bool) -> String {
        switch format {
        case .text: rows.map { $0.line(hasStrength: hasStrength) }.joined()
        case .csv: CSV.line(Self.header(of: view)) + rows.map { CSV.line($0.cells) }.joined()
        case .json: String(decoding: JSONWriter.document(write), as: UTF8.self)
        }
    }

    package func write(to json: inout JSONWriter) {
        json.object { json in
            json.field("schemaVersion", MemoResult.schemaVersion)
            json.field("memo", FileName.display(path))
            json.array(view == .words ? "wordStarts" : "onsets", rows) { $1.write(to: &$0) }
        }
    }
}
