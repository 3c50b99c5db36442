// JSONWriter: JSON with a fixed order of keys and a fixed number of decimals, written as it goes.
// Why not Codable: see Design/json.md.

import Capture

/// Writes one JSON value. Numbers that do not exist (nil, NaN, infinite) become `null`.
public struct JSONWriter {
    public private(set) var bytes: [UInt8] = []
    private var needsComma = false
    private let drain: ((inout [UInt8]) -> Void)?

    /// - Parameter drain: takes and empties the bytes whenever 64 KiB have gathered, so that a long document is never in
    ///   memory as a whole.
    public init(drain: ((inout [UInt8]) -> Void)? = nil) {
        self.drain = drain
    }

    public mutating func object(_ body: (inout JSONWriter) -> Void) {
        open(0x7B)
        body(&self)
        close(0x7D)
    }

    public mutating func array<Items: Sequence>(_ items: Items, _ body: (inout JSONWriter, Items.Element) -> Void) {
        open(0x5B)
        for item in items { body(&self, item) }
        close(0x5D)
    }

    /// Names the value that is written next.
    public mutating func key(_ name: String) {
        separate()
        quote(name)
        bytes.append(0x3A)
        needsComma = false
    }

    public mutating func value(_ text: String?) {
        separate()
        if let text { quote(text) } else { bytes.append(contentsOf: "null".utf8) }
    }

    public mutating func value(_ flag: Bool) {
        separate()
        bytes.append(contentsOf: (flag ? "true" : "false").utf8)
    }

    public mutating func value(_ number: Int?) {
        separate()
        bytes.append(contentsOf: (number.map(String.init) ?? "null").utf8)
    }

    /// A number with at most `decimals` digits behind the point, trailing zeros left out.
    public mutating func value(_ number: Double?, decimals: Int) {
        separate()
        if let number, Numbers.isWritable(number) {
            Numbers.append(number, decimals: decimals, to: &bytes)
        } else {
            bytes.append(contentsOf: "null".utf8)
        }
        flushIfLarge()
    }

    /// Hands over what has gathered.
    public mutating func flush() { drain?(&bytes) }

    /// Ends the document with a line break and hands over what is left.
    public mutating func endLine() {
        bytes.append(0x0A)
        needsComma = false
        drain?(&bytes)
    }

    /// A value that is JSON already.
    public mutating func value(json: String) {
        separate()
        bytes.append(contentsOf: json.utf8)
    }

    // MARK: Named values

    public mutating func object(_ name: String, _ body: (inout JSONWriter) -> Void) {
        key(name)
        object(body)
    }

    public mutating func array<Items: Sequence>(
        _ name: String, _ items: Items, _ body: (inout JSONWriter, Items.Element) -> Void
    ) {
        key(name)
        array(items, body)
    }

    public mutating func field(_ name: String, _ text: String?) {
        key(name)
        value(text)
    }

    public mutating func field(_ name: String, _ flag: Bool) {
        key(name)
        value(flag)
    }

    public mutating func field(_ name: String, _ number: Int?) {
        key(name)
        value(number)
    }

    public mutating func field(_ name: String, _ number: Double?, decimals: Int) {
        key(name)
        value(number, decimals: decimals)
    }

    private mutating func open(_ bracket: UInt8) {
        separate()
        bytes.append(bracket)
        needsComma = false
    }

    private mutating func close(_ bracket: UInt8) {
        bytes.append(bracket)
        needsComma = true
    }

    private mutating func separate() {
        if needsComma { bytes.append(0x2C) }
        needsComma = true
    }

    private mutating func flushIfLarge() {
        if bytes.count >= 1 << 16 { drain?(&bytes) }
    }

    private mutating func quote(_ text: String) {
        bytes.append(0x22)
        defer { bytes.append(0x22) }
        // Nearly all names are, and go in one piece.
        if text.utf8.allSatisfy({ $0 >= 0x20 && $0 != 0x22 && $0 != 0x5C }) {
            bytes.append(contentsOf: text.utf8)
            return
        }
        for byte in text.utf8 {
            switch byte {
            case 0x22, 0x5C: bytes.append(contentsOf: [0x5C, byte])
            case 0x0A: bytes.append(contentsOf: #"\n"#.utf8)
            case 0x09: bytes.append(contentsOf: #"\t"#.utf8)
            case 0x00..<0x20:
                let digits = Array("0123456789abcdef".utf8)
                bytes.append(contentsOf: #"\u00"#.utf8)
                bytes.append(contentsOf: [digits[Int(byte >> 4)], digits[Int(byte & 15)]])
            default: bytes.append(byte)
            }
        }
    }
}
