// Markdown: tables, and names that may hold anything.
// Tables: https://github.github.com/gfm/#tables-extension-

import Capture

enum Markdown {
    static func table(_ head: [String], _ rows: [[String]]) -> String {
        // What is not a name is a figure, and stands at the right.
        let words = ["metric", "memo", "length", "verdict", "stages", "steps", "code", "asked", "note", "percentile"]
        let rule = head.map { words.contains($0) ? "---" : "---:" }
        return ([head, rule] + rows).map { "| \($0.joined(separator: " | ")) |\n" }.joined()
    }

    /// A name that may hold anything, as code in a cell: a bar would end the cell, a backtick the code.
    static func code(_ text: String) -> String {
        let ticks = text.unicodeScalars.split(omittingEmptySubsequences: true) { $0 != "`" }.map(\.count).max() ?? 0
        let fence = String(repeating: "`", count: ticks + 1)
        let space = ticks > 0 ? " " : ""
        // In scalars, as a bar and an accent after it are one character.
        let escaped = text.printable.unicodeScalars.map { $0 == "|" ? "\\|" : String($0) }.joined()
        return fence + space + escaped + space + fence
    }
}
