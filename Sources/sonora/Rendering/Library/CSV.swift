// CSV: lines of RFC 4180, apart from the line break, which is the one of Linux as in all other output.

enum CSV {
    static func line(_ fields: [String]) -> String {
        fields.map(field).joined(separator: ",") + "\n"
    }

    /// In quotes only where it needs them.
    static func field(_ text: String) -> String {
        let isPlain = text.utf8.allSatisfy { $0 != 0x22 && $0 != 0x2C && $0 != 0x0A && $0 != 0x0D }
        return isPlain ? text : "\"\(text.replacing("\"", with: "\"\""))\""
    }
}
