// TOMLScanner: the words of TOML text: blanks, comments, keys, quoted text, numbers and dates.

struct TOMLScanner {
    private let bytes: [UInt8]
    private(set) var position = 0

    /// - Parameter text: a mark of byte order at its start is left out.
    init(_ text: String) {
        let all = Array(text.utf8)
        bytes = all.starts(with: [0xEF, 0xBB, 0xBF]) ? Array(all.dropFirst(3)) : all
    }

    /// `nil` at the end.
    var next: UInt8? { position < bytes.count ? bytes[position] : nil }
    var isAtEnd: Bool { position >= bytes.count }
    var isAtLineEnd: Bool { next == UInt8(ascii: "#") || isAtBreak }
    private var isAtBreak: Bool { next == 0x0A || hasNext([0x0D, 0x0A]) }

    private func hasNext(_ word: [UInt8]) -> Bool { bytes[min(position, bytes.count)...].starts(with: word) }

    /// What is wrong, where the reader stands or at another place.
    func failure(_ problem: String, at place: Int? = nil) -> TOMLReader.Failure {
        let before = bytes[..<min(place ?? position, bytes.count)]
        let line = before.count { $0 == 0x0A } + 1
        let start = before.lastIndex(of: 0x0A).map { $0 + 1 } ?? 0
        // Bytes that continue a character are none.
        let column = before[start...].count { $0 & 0xC0 != 0x80 } + 1
        return TOMLReader.Failure(problem: problem, place: (line, column))
    }

    // MARK: Signs and blanks

    mutating func take() { position += 1 }

    /// - Returns: whether the sign was there.
    mutating func take(_ sign: Unicode.Scalar) -> Bool {
        guard next == UInt8(ascii: sign) else { return false }
        position += 1
        return true
    }

    mutating func skipBlanks() {
        while next == UInt8(ascii: " ") || next == UInt8(ascii: "\t") { position += 1 }
    }

    /// Blanks, comments and breaks, as between the values of a list.
    mutating func skipBlankLines() throws(TOMLReader.Failure) {
        skipBlanks()
        while isAtLineEnd {
            try endLine()
            skipBlanks()
        }
    }

    /// A comment, if there is one, and the break, or the end of all.
    mutating func endLine() throws(TOMLReader.Failure) {
        if take("#") {
            while let byte = next, !isAtBreak {
                guard !Self.isControl(byte) else { throw failure("a control character stands in a comment") }
                position += 1
            }
        }
        if isAtEnd { return }
        guard isAtBreak else { throw failure("the line should end here") }
        position += next == 0x0A ? 1 : 2
    }

    private static func isControl(_ byte: UInt8) -> Bool { byte < 0x20 && byte != 0x09 || byte == 0x7F }

    // MARK: Keys and text

    /// One part of a key: plain, or in quotes.
    mutating func keyPart() throws(TOMLReader.Failure) -> String {
        if next == UInt8(ascii: "\"") || next == UInt8(ascii: "'") {
            let quotes = [UInt8](repeating: bytes[position], count: 3)
            guard !hasNext(quotes) else { throw failure("a key is no text of several lines") }
            return try quoted()
        }
        let start = position
        while let byte = next, Self.isKeyByte(byte) { position += 1 }
        guard position > start else { throw failure("a key should stand here") }
        return String(decoding: bytes[start..<position], as: UTF8.self)
    }

    private static func isKeyByte(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"): true
        case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"), UInt8(ascii: "-"): true
        default: false
        }
    }

    /// Text in quotes of any kind.
    mutating func quoted() throws(TOMLReader.Failure) -> String {
        let (start, quote) = (position, bytes[position])
        let isLong = hasNext([quote, quote, quote])
        position += isLong ? 3 : 1
        // A break right behind the first quotes is none of the text.
        if isLong && isAtBreak { position += next == 0x0A ? 1 : 2 }
        var found: [UInt8] = []
        while let byte = next {
            if byte == quote, !isLong || hasNext([quote, quote, quote]) {
                position += isLong ? 3 : 1
                // Up to two quotes more are the last of the text.
                for _ in 0..<2 where isLong && next == quote {
                    found.append(quote)
                    position += 1
                }
                return String(decoding: found, as: UTF8.self)
            } else if byte == UInt8(ascii: "\\") && quote == UInt8(ascii: "\"") {
                try escape(into: &found, isLong: isLong)
            } else if isAtBreak && isLong {
                found.append(0x0A)
                position += byte == 0x0A ? 1 : 2
            } else if Self.isControl(byte) {
                throw isAtBreak
                    ? failure("this text is not closed on its line", at: start)
                    : failure("a control character stands in a text")
            } else {
                found.append(byte)
                position += 1
            }
        }
        throw failure("this text is never closed", at: start)
    }

    private static let escapes: [UInt8: UInt8] = [
        UInt8(ascii: "b"): 0x08, UInt8(ascii: "t"): 0x09, UInt8(ascii: "n"): 0x0A, UInt8(ascii: "f"): 0x0C,
        UInt8(ascii: "r"): 0x0D, UInt8(ascii: "\""): 0x22, UInt8(ascii: "\\"): 0x5C,
    ]

    private mutating func escape(into found: inout [UInt8], isLong: Bool) throws(TOMLReader.Failure) {
        let start = position
        position += 1
        let letter = next
        position += 1
        if let letter, let byte = Self.escapes[letter] { return found.append(byte) }
        if letter == UInt8(ascii: "u") || letter == UInt8(ascii: "U") {
            let digits = bytes[min(position, bytes.count)...].prefix(letter == UInt8(ascii: "u") ? 4 : 8)
            position += digits.count
            if digits.count == (letter == UInt8(ascii: "u") ? 4 : 8), digits.allSatisfy({ Self.isHexadecimal($0) }),
                let value = UInt32(String(decoding: digits, as: UTF8.self), radix: 16),
                let scalar = Unicode.Scalar(value)
            {
                return found.append(contentsOf: String(scalar).utf8)
            }
        } else if isLong {
            // At the end of a line it takes away all blanks up to the next text.
            position = start + 1
            skipBlanks()
            if isAtBreak {
                while isAtBreak {
                    position += next == 0x0A ? 1 : 2
                    skipBlanks()
                }
                return
            }
        }
        throw failure("there is no such escape in a text", at: start)
    }

    private static func isHexadecimal(_ byte: UInt8) -> Bool { Character(Unicode.Scalar(byte)).isHexDigit }

    // MARK: Numbers, flags and dates

    mutating func bareValue() throws(TOMLReader.Failure) -> TOMLValue {
        let start = position
        func isPart(_ byte: UInt8) -> Bool {
            Self.isKeyByte(byte) || [UInt8(ascii: "+"), UInt8(ascii: "."), UInt8(ascii: ":")].contains(byte)
        }
        while let byte = next, isPart(byte) { position += 1 }
        var word = String(decoding: bytes[start..<position], as: UTF8.self)
        // A blank may stand between a day and a time.
        if TOMLWord.isDay(word), hasNext([0x20]), bytes.indices.contains(position + 1),
            Character(Unicode.Scalar(bytes[position + 1])).isNumber
        {
            position += 1
            while let byte = next, isPart(byte) { position += 1 }
            word = String(decoding: bytes[start..<position], as: UTF8.self)
        }
        if let value = TOMLWord.value(of: word) { return value }
        throw failure(
            word.isEmpty ? "a value should stand here" : "“\(word)” is no value; text stands in quotes: \"\(word)\"",
            at: start)
    }
}
