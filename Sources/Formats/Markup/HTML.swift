// HTML: text and numbers as a page can hold them.

import Capture

enum HTML {
    /// Text that stays text, whatever it says: in an element or in a quoted attribute. Control characters and marks that
    /// turn the direction of writing are shown as escapes.
    static func escape(_ text: String) -> String {
        var out = ""
        for scalar in text.printable.unicodeScalars {
            switch scalar {
            case "&": out += "&amp;"
            case "<": out += "&lt;"
            case ">": out += "&gt;"
            case "\"": out += "&quot;"
            case "'": out += "&#39;"
            case "\u{200E}", "\u{200F}", "\u{61C}": out += "\\u{\(String(scalar.value, radix: 16))}"
            // Neither XML nor HTML may hold them.
            case _ where scalar.value & 0xFFFE == 0xFFFE: out += "\u{FFFD}"
            default: out.unicodeScalars.append(scalar)
            }
        }
        return out
    }

    /// A table; cells are HTML already. The first column is a heading of its row.
    static func table(_ caption: String, head: [String], rows: [[String]], words: Set<Int> = [0]) -> String {
        func cell(_ text: String, _ column: Int, _ tag: String, _ scope: String) -> String {
            "<\(tag)\(scope)\(words.contains(column) ? " class=\"word\"" : "")>\(text)</\(tag)>"
        }
        var html = "<div class=\"scroll\"><table>\n<caption>\(caption)</caption>\n<thead><tr>"
        html += head.enumerated().map { cell($1, $0, "th", " scope=\"col\"") }.joined()
        html += "</tr></thead>\n<tbody>\n"
        for row in rows {
            html += "<tr>"
            for (column, text) in row.enumerated() {
                html += column == 0 ? cell(text, 0, "th", " scope=\"row\"") : cell(text, column, "td", "")
            }
            html += "</tr>\n"
        }
        return html + "</tbody>\n</table></div>\n"
    }

    static func section(_ title: String, _ text: String, _ body: String) -> String {
        "<section>\n<h2>\(title)</h2>\n<p class=\"lead\">\(text)</p>\n\(body)</section>\n"
    }

    /// ✓ or ✗ with a word, as a colour alone would not be seen by everybody.
    static func verdict(_ isGood: Bool?, _ good: String, _ bad: String, _ none: String) -> String {
        switch isGood {
        case true: "<span class=\"verdict good\">✓ \(good)</span>"
        case false: "<span class=\"verdict bad\">✗ \(bad)</span>"
        case nil: "<span class=\"verdict none\">– \(none)</span>"
        }
    }

    /// As in the other formats; what is next to nothing has a `<` in it.
    static func percent(_ share: Double) -> String { escape(Figures.percent(share)) }
}
