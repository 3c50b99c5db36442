// JSONPull: JSON taken apart while it is read: what is wanted is kept, all else is checked and passed over.
// A result of 35 MB of which one line matters takes no memory. Grammar: RFC 8259.

import Capture
import Files

/// A reader that is asked for one value after the other. Each fault names the file and the line.
package struct JSONPull {
    package enum Kind { case object, array, string, number, word }

    /// Deeper than anything Sonora writes, and far from the end of the stack.
    private static let deepest = 64
    /// What a line of events begins with, and a file of measurements.
    private static let starts = ["{\"event\":", "{\"sonoraLatency\":"].map { Array($0.utf8) }
    /// How far behind the start of another stream a fault can show: a text that was cut ends at its first quote.
    private static let lookbehind = 2
    /// Names of files and codes are shorter; anything longer is not kept in memory.
    private static let longestText = 1 << 16

    package private(set) var line = 1
    /// Whether the bytes ended inside a value.
    package private(set) var isCutShort = false
    private let source: ByteStream
    private var buffer: [UInt8] = []
    private var position = 0
    private var depth = 0
    private var scratch: [UInt8] = []

    package init(_ source: ByteStream) { self.source = source }

    // MARK: Asking

    /// What comes next; `nil` at the end of the bytes.
    package mutating func next() throws(CaptureError) -> Kind? {
        while let byte = try peek() {
            switch byte {
            case 0x0A:
                line += 1
                position += 1
            case 0x20, 0x09, 0x0D: position += 1
            case UInt8(ascii: "{"): return .object
            case UInt8(ascii: "["): return .array
            case UInt8(ascii: "\""): return .string
            case UInt8(ascii: "-"), UInt8(ascii: "0")...UInt8(ascii: "9"): return .number
            default: return .word
            }
        }
        return nil
    }

    /// Goes through an object; `body` takes the value of each key.
    package mutating func object(_ body: (inout JSONPull, String) throws(CaptureError) -> Void) throws(CaptureError) {
        try open(.object, "an object")
        var isFirst = true
        while try !close(UInt8(ascii: "}"), isFirst: isFirst) {
            isFirst = false
            guard try next() == .string else { throw unexpected("a name in quotes") }
            let key = try text()
            _ = try next()
            guard try take() == UInt8(ascii: ":") else { throw fault("a colon is missing") }
            try body(&self, key)
        }
    }

    /// Goes through an array; `body` takes each value.
    package mutating func array(_ body: (inout JSONPull) throws(CaptureError) -> Void) throws(CaptureError) {
        try open(.array, "an array")
        var isFirst = true
        while try !close(UInt8(ascii: "]"), isFirst: isFirst) {
            isFirst = false
            try body(&self)
        }
    }

    /// A text; `nil` for `null`.
    package mutating func string(_ name: String) throws(CaptureError) -> String? {
        switch try next() {
        case .string: return try text()
        case .word: return try null(name, "text")
        default: throw unexpected("a text for “\(name)”")
        }
    }

    /// A number; `nil` for `null`.
    package mutating func number(_ name: String) throws(CaptureError) -> Double? {
        switch try next() {
        case .number:
            try scanNumber()
            let value = DecimalText.value(scratch)
            guard value.isFinite else { throw fault("“\(name)” is too large") }
            return value
        case .word: return try null(name, "number")
        default: throw unexpected("a number for “\(name)”")
        }
    }

    /// Whether what comes is `true`; anything else is passed over.
    package mutating func isTrue() throws(CaptureError) -> Bool {
        guard try next() == .word else {
            try skip()
            return false
        }
        return try word() == "true"
    }

    /// Passes over a value, whatever it is.
    package mutating func skip() throws(CaptureError) {
        switch try next() {
        case .object: try object { (json, _) throws(CaptureError) in try json.skip() }
        case .array: try array { (json) throws(CaptureError) in try json.skip() }
        case .string: try scanText(keeps: false)
        case .number: try scanNumber()
        case .word: try word()
        case nil: throw unexpected("a value")
        }
    }

    package func fault(_ problem: String) -> CaptureError {
        CaptureError(
            .unsupported, path: source.path, problem: "line \(line): \(problem)",
            advice: "name a file that Sonora wrote, and write it again where it is damaged")
    }

    /// Goes on after a fault, where a stream was cut and another one was written behind it: at the fault, or at the start of a
    /// line after it.
    /// - Returns: whether there is one.
    package mutating func skipToNextStream() throws(CaptureError) -> Bool {
        depth = 0
        for place in max(0, position - Self.lookbehind)...position where try startsStream(at: place) {
            position = place
            return true
        }
        while let byte = try peek() {
            position += 1
            guard byte == 0x0A else { continue }
            line += 1
            if try startsStream(at: position) { return true }
        }
        return false
    }

    private mutating func startsStream(at place: Int) throws(CaptureError) -> Bool {
        let longest = Self.starts.map(\.count).max() ?? 0
        while buffer.count < place + longest, let more = try telling(source.next()) { buffer += more }
        return Self.starts.contains { buffer[place...].starts(with: $0) }
    }

    // MARK: Reading

    private mutating func peek() throws(CaptureError) -> UInt8? {
        if position < buffer.count { return buffer[position] }
        guard let piece = try telling(source.next()) else { return nil }
        // The last bytes stay, as another stream may begin in them; see `skipToNextStream`.
        buffer = buffer.suffix(Self.lookbehind) + piece
        position = buffer.count - piece.count
        return buffer[position]
    }

    private mutating func take() throws(CaptureError) -> UInt8 {
        guard let byte = try peek() else { throw unexpected("more") }
        position += 1
        return byte
    }

    private mutating func unexpected(_ wanted: String) -> CaptureError {
        let isAtEnd = ((try? peek()) ?? nil) == nil
        if isAtEnd { isCutShort = true }
        return fault(isAtEnd ? "it ends in the middle of a value" : "this is no JSON, or not \(wanted)")
    }

    private mutating func open(_ kind: Kind, _ name: String) throws(CaptureError) {
        guard try next() == kind else { throw unexpected(name) }
        position += 1
        depth += 1
        if depth > Self.deepest { throw fault("values are nested deeper than \(Self.deepest)") }
    }

    /// Whether the bracket closes here; else the next item follows.
    private mutating func close(_ bracket: UInt8, isFirst: Bool) throws(CaptureError) -> Bool {
        _ = try next()
        if try peek() == bracket {
            position += 1
            depth -= 1
            return true
        }
        if !isFirst {
            guard try take() == UInt8(ascii: ",") else { throw fault("a comma or a bracket is missing") }
        }
        return false
    }

    private mutating func null<Value>(_ name: String, _ wanted: String) throws(CaptureError) -> Value? {
        guard try word() == "null" else { throw fault("“\(name)” is no \(wanted)") }
        return nil
    }

    @discardableResult
    mutating func word() throws(CaptureError) -> String {
        scratch.removeAll(keepingCapacity: true)
        while let byte = try peek(), (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte), scratch.count < 6 {
            scratch.append(byte)
            position += 1
        }
        let word = String(decoding: scratch, as: UTF8.self)
        guard ["null", "true", "false"].contains(word) else { throw unexpected("a value") }
        return word
    }

    // MARK: Numbers and texts

    private mutating func scanNumber() throws(CaptureError) {
        scratch.removeAll(keepingCapacity: true)
        while let byte = try peek(), DecimalText.mayHold(byte) {
            if scratch.count < 400 { scratch.append(byte) }
            position += 1
        }
        // A number that the end of the bytes may have cut is no matter: an object around it is cut, too.
        guard scratch.count < 400, DecimalText.isNumber(scratch) else { throw unexpected("a number") }
    }

    private mutating func text() throws(CaptureError) -> String {
        try scanText(keeps: true)
        return String(decoding: scratch, as: UTF8.self)
    }

    private mutating func scanText(keeps: Bool) throws(CaptureError) {
        scratch.removeAll(keepingCapacity: true)
        position += 1
        while true {
            let start = position
            while position < buffer.count, buffer[position] >= 0x20, buffer[position] != UInt8(ascii: "\""),
                buffer[position] != UInt8(ascii: "\\")
            {
                position += 1
            }
            if keeps { scratch.append(contentsOf: buffer[start..<position]) }
            if scratch.count > Self.longestText { throw fault("a text is longer than \(Self.longestText) bytes") }
            if position == buffer.count {
                if try peek() == nil { throw unexpected("more") }
                continue
            }
            switch try take() {
            case UInt8(ascii: "\""): return
            case UInt8(ascii: "\\"): try scanEscape()
            default: throw fault("a text holds a control character, or its end is missing")
            }
        }
    }

    private mutating func scanEscape() throws(CaptureError) {
        switch try take() {
        case UInt8(ascii: "n"): scratch.append(0x0A)
        case UInt8(ascii: "t"): scratch.append(0x09)
        case UInt8(ascii: "r"): scratch.append(0x0D)
        case UInt8(ascii: "b"): scratch.append(0x08)
        case UInt8(ascii: "f"): scratch.append(0x0C)
        case UInt8(ascii: "u"): try scanScalar()
        case let byte where [UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/")].contains(byte):
            scratch.append(byte)
        default: throw fault("a text holds an unknown escape")
        }
    }

    /// Halves of a pair that are not followed by the other one become U+FFFD.
    private mutating func scanScalar() throws(CaptureError) {
        var code = try hexadecimal()
        if (0xD800..<0xDC00).contains(code), try peek() == UInt8(ascii: "\\") {
            position += 1
            guard try take() == UInt8(ascii: "u") else { throw fault("half of a character is missing") }
            let low = try hexadecimal()
            guard (0xDC00..<0xE000).contains(low) else { throw fault("half of a character is missing") }
            code = 0x10000 + (code - 0xD800) << 10 + (low - 0xDC00)
        }
        scratch.append(contentsOf: String(Unicode.Scalar(code) ?? "\u{FFFD}").utf8)
    }

    private mutating func hexadecimal() throws(CaptureError) -> UInt32 {
        var code: UInt32 = 0
        for _ in 0..<4 {
            guard let digit = Character(Unicode.Scalar(try take())).hexDigitValue else {
                throw fault("an escape is no number")
            }
            code = code << 4 + UInt32(digit)
        }
        return code
    }
}
