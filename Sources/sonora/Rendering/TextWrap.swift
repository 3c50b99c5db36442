// TextWrap: sentences in the width of a window.

enum TextWrap {
    /// Lines of at most `width` columns, broken between words; the first line begins with `first`, the others with as many
    /// spaces as `indent`.
    static func lines(_ text: String, width: Int, indent: Int = 0, first: String? = nil) -> String {
        let margin = String(repeating: " ", count: indent)
        var lines = [first ?? margin]
        var used = indent
        for word in text.split(separator: " ") {
            if used > indent && used + 1 + word.count > width {
                lines.append(margin)
                used = indent
            }
            if used > indent {
                lines[lines.count - 1] += " "
                used += 1
            }
            lines[lines.count - 1] += word
            used += word.count
        }
        return lines.joined(separator: "\n") + "\n"
    }
}
