// TextWrap: sentences in the width of a window.

enum TextWrap {
    /// Lines of at most `width` columns, broken between words.
    static func rows(_ text: String, width: Int) -> [String] {
        var rows: [String] = []
        for word in text.split(separator: " ") {
            if let last = rows.last, last.count + word.count + 1 <= width {
                rows[rows.count - 1] += " \(word)"
            } else {
                rows.append(String(word))
            }
        }
        return rows
    }

    /// The same as one text; the first line begins with `first`, the others with as many spaces as `indent`.
    static func lines(_ text: String, width: Int, indent: Int = 0, first: String? = nil) -> String {
        let margin = String(repeating: " ", count: indent)
        let rows = rows(text, width: width - indent)
        return rows.enumerated().map { "\($0 == 0 ? first ?? margin : margin)\($1)\n" }.joined()
    }
}
