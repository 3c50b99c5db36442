// TagText: the text of a tag, whoever wrote it, made fit to be shown.

enum TagText {
    /// Bytes that a title or a name may have; more is damage, or an attack.
    static let mostBytes = 1000

    /// The text up to the first NUL, as UTF-8 or else Latin-1, on one line, without control characters and without
    /// spaces around it; `nil` where nothing is left.
    static func clean(_ bytes: some Sequence<UInt8>) -> String? {
        let bytes = Array(bytes.prefix { $0 != 0 })
        let text = String(validating: bytes, as: UTF8.self) ?? latin1(bytes)
        var result = String.UnicodeScalarView()
        var count = 0
        for scalar in text.unicodeScalars {
            guard let shown = shown(scalar), !(shown == " " && (result.last ?? " ") == " ") else { continue }
            count += UTF8.width(shown)
            if count > mostBytes { break }
            result.append(shown)
        }
        if result.last == " " { result.removeLast() }
        return result.isEmpty ? nil : String(result)
    }

    private static func latin1(_ bytes: [UInt8]) -> String {
        var text = String.UnicodeScalarView()
        text.append(contentsOf: bytes.lazy.map { Unicode.Scalar($0) })
        return String(text)
    }

    /// The character as it may be shown: line breaks and tabs as a space, other controls not at all. Neither are marks
    /// that turn the direction of writing: they would reach beyond the text and disguise what follows it.
    private static func shown(_ scalar: Unicode.Scalar) -> Unicode.Scalar? {
        switch scalar.value {
        case 0x09, 0x0A, 0x0D, 0x2028, 0x2029: " "
        case 0x00..<0x20, 0x7F...0x9F, 0x202A...0x202E, 0x2066...0x2069, 0xFEFF: nil
        default: scalar
        }
    }
}
