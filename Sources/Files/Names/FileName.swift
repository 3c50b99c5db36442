// FileName: to Linux a file's name is bytes, to people it is text; this goes from one to the other and back without loss.

import Glibc

/// Paths inside Sonora are Strings of one form: valid UTF-8 as it is, and every byte that is not part of any as one scalar of
/// a private range. Text that itself holds such scalars is taken byte by byte, too, so that no two names become one.
public enum FileName {
    /// They stand for the bytes 0x80…0xFF; smaller bytes are always valid.
    private static let standIns: ClosedRange<UInt32> = 0xEF80...0xEFFF
    private static let standInBase: UInt32 = 0xEF00

    /// The text that stands for a name's bytes; `bytes(of:)` gives them back.
    public static func text(_ bytes: [UInt8]) -> String {
        var text = String.UnicodeScalarView()
        for piece in pieces(of: bytes) {
            switch piece {
            case .scalar(let scalar) where byte(for: scalar) != nil: text.append(contentsOf: scalar.utf8.map(standIn))
            case .scalar(let scalar): text.append(scalar)
            case .stray(let byte): text.append(standIn(for: byte))
            }
        }
        return String(text)
    }

    /// The bytes that a name's text stands for.
    public static func bytes(of text: String) -> [UInt8] {
        text.unicodeScalars.flatMap { scalar in byte(for: scalar).map { [$0] } ?? Array(scalar.utf8) }
    }

    /// The name as text for anybody, with U+FFFD for each byte that is none.
    public static func display(_ text: String) -> String {
        guard holdsStandIns(text) else { return text }
        var shown = String.UnicodeScalarView()
        for piece in pieces(of: bytes(of: text)) {
            switch piece {
            case .scalar(let scalar): shown.append(scalar)
            case .stray: shown.append("\u{FFFD}")
            }
        }
        return String(shown)
    }

    /// The name as text that says all, with `%XX` for each byte that is none, and `%25` for a percent sign; `nil` where
    /// `display(_:)` says all.
    public static func escaped(_ text: String) -> String? {
        guard holdsStandIns(text) else { return nil }
        var hasStrays = false
        var escaped = String.UnicodeScalarView()
        for piece in pieces(of: bytes(of: text)) {
            switch piece {
            case .scalar("%"): escaped.append(contentsOf: "%25".unicodeScalars)
            case .scalar(let scalar): escaped.append(scalar)
            case .stray(let byte):
                hasStrays = true
                escaped.append(contentsOf: "%\(String(byte, radix: 16, uppercase: true))".unicodeScalars)
            }
        }
        return hasStrays ? String(escaped) : nil
    }

    /// The name that `escaped(_:)` says; `nil` where a `%` is not followed by a byte in two hexadecimal digits, or a byte is zero.
    public static func unescaped(_ escaped: String) -> String? {
        var bytes: [UInt8] = []
        var rest = Array(escaped.utf8)[...]
        while let byte = rest.popFirst() {
            guard byte == UInt8(ascii: "%") else {
                bytes.append(byte)
                continue
            }
            let digits = rest.prefix(2).compactMap { Character(Unicode.Scalar($0)).hexDigitValue }
            guard digits.count == 2, digits != [0, 0] else { return nil }
            bytes.append(UInt8(digits[0] << 4 | digits[1]))
            rest = rest.dropFirst(2)
        }
        return text(bytes)
    }

    /// The byte that a scalar stands for; `nil` for one that is itself.
    static func byte(for scalar: Unicode.Scalar) -> UInt8? {
        standIns.contains(scalar.value) ? UInt8(scalar.value - standInBase) : nil
    }

    private static func standIn(for byte: UInt8) -> Unicode.Scalar {
        // The private range holds no surrogates.
        Unicode.Scalar(standInBase + UInt32(byte))!
    }

    private static func holdsStandIns(_ text: String) -> Bool {
        text.unicodeScalars.contains { byte(for: $0) != nil }
    }

    private enum Piece {
        case scalar(Unicode.Scalar)
        /// A byte that is not part of valid UTF-8.
        case stray(UInt8)
    }

    private static func pieces(of bytes: [UInt8]) -> [Piece] {
        var pieces: [Piece] = []
        var parser = Unicode.UTF8.ForwardParser()
        var rest = bytes.makeIterator()
        var position = 0
        while true {
            switch parser.parseScalar(from: &rest) {
            case .valid(let encoded):
                pieces.append(.scalar(Unicode.UTF8.decode(encoded)))
                position += encoded.count
            case .error(let length):
                pieces += bytes[position..<position + length].map(Piece.stray)
                position += length
            case .emptyInput: return pieces
            }
        }
    }
}

// MARK: What the system hands over and takes

extension FileName {
    /// What the process was called with, without its own name. `CommandLine.arguments` would repair what is no UTF-8.
    public static func arguments() -> [String] {
        (0..<Int(CommandLine.argc)).dropFirst().compactMap { CommandLine.unsafeArgv[$0].map(text) }
    }

    /// A variable of the environment, which may hold names.
    public static func environment(_ name: String) -> String? { getenv(name).map(text) }

    private static func text(_ string: UnsafeMutablePointer<CChar>) -> String {
        text(UnsafeBufferPointer(start: string, count: strlen(string)).map { UInt8(bitPattern: $0) })
    }

    /// A name as system calls take it, with a zero at its end.
    package static func systemText(_ text: String) -> [CChar] {
        bytes(of: text).map { CChar(bitPattern: $0) } + [0]
    }
}
