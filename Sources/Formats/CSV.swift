// CSV: lines of RFC 4180, apart from the line break, which is the one of Linux as in all other output.

import Capture

package enum CSV {
    package static func line(_ fields: [String]) -> String {
        fields.map(field).joined(separator: ",") + "\n"
    }

    /// In quotes only where it needs them.
    package static func field(_ text: String) -> String {
        let isPlain = text.utf8.allSatisfy { $0 != 0x22 && $0 != 0x2C && $0 != 0x0A && $0 != 0x0D }
        return isPlain ? text : "\"\(text.replacing("\"", with: "\"\""))\""
    }

    /// Text from outside, such as a name, as a cell that does nothing: without control characters, and with an apostrophe before
    /// what a spreadsheet would take for a formula.
    /// - Parameter isSafe: whether the apostrophe is wanted; programs that are no spreadsheets may not want it.
    package static func foreign(_ text: String, isSafe: Bool) -> String {
        let shown = text.printable
        // In scalars, as a sign and an accent after it are one character.
        let isFormula = shown.unicodeScalars.first.map { "=+-@＝＋－＠".unicodeScalars.contains($0) } ?? false
        return isSafe && isFormula ? "'" + shown : shown
    }
}
