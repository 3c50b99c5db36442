// Printable: names on a terminal, where they can do no harm.

extension String {
    /// The string on one line and safe on a terminal: control characters, and bytes of a name that are no text, are shown as
    /// escapes. So are the marks that turn the direction of writing, as they can disguise the rest of a line; letters
    /// written from right to left are shown as they are.
    public var printable: String {
        var out = ""
        for scalar in unicodeScalars {
            switch scalar {
            case "\n": out += "\\n"
            case "\t": out += "\\t"
            case "\r": out += "\\r"
            case "\0"..<" ", "\u{7F}"..."\u{9F}", "\u{2028}"..."\u{202E}", "\u{2066}"..."\u{2069}":
                out += "\\u{\(String(scalar.value, radix: 16))}"
            default:
                if let byte = FileName.byte(for: scalar) {
                    out += "\\x\(String(byte, radix: 16))"
                } else {
                    out.unicodeScalars.append(scalar)
                }
            }
        }
        return out
    }
}
