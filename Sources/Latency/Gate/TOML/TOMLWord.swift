// TOMLWord: what a word without quotes is in TOML: a number, a flag, a date or a time.

/// Told by its shape alone: whether a day exists, or a number has a zero too many in front, matters to no file of budgets, in
/// which neither may stand.
enum TOMLWord {
    /// `nil` where it is no value at all, as `80ms`.
    static func value(of word: String) -> TOMLValue? {
        if word == "true" || word == "false" { return .flag }
        if isNumber(word) { return .number }
        return isDate(word) ? .date : nil
    }

    /// `1979-05-27`, before which no number ends.
    static func isDay(_ word: String) -> Bool { shape(of: word) == "0000-00-00" }

    private static func isNumber(_ word: String) -> Bool {
        let digits = word.hasPrefix("+") || word.hasPrefix("-") ? word.dropFirst() : word[...]
        if digits == "inf" || digits == "nan" { return true }
        guard digits.first?.isNumber == true, !digits.contains("__"), !digits.hasSuffix("_") else { return false }
        let plain = digits.replacing("_", with: "")
        for (prefix, radix) in [("0x", 16), ("0o", 8), ("0b", 2)] where plain.hasPrefix(prefix) {
            return UInt64(plain.dropFirst(2), radix: radix) != nil
        }
        return Double(plain) != nil
    }

    private static func isDate(_ word: String) -> Bool {
        let shape = shape(of: word)
        return shape.hasPrefix("0000-00-00") || shape.hasPrefix("00:00:00")
    }

    private static func shape(of word: String) -> String {
        String(word.map { $0.isASCII && $0.isNumber ? "0" : $0 })
    }
}
