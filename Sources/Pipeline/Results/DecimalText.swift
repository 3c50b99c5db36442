// DecimalText: numbers of JSON: whether bytes are one, and which.

enum DecimalText {
    /// Powers of ten that a Double holds exactly.
    private static let powers: [Double] = (0...22).map { power in (0..<power).reduce(1.0) { value, _ in value * 10 } }
    /// Up to here a Double holds every whole number.
    private static let largestExact: UInt64 = 1 << 53

    /// Whether a byte can be part of a number.
    static func mayHold(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "+"), UInt8(ascii: "."),
            UInt8(ascii: "e"), UInt8(ascii: "E"):
            true
        default: false
        }
    }

    /// `-`, digits without a leading zero, and what may follow: a fraction, an exponent.
    static func isNumber(_ bytes: [UInt8]) -> Bool {
        var rest = bytes[...]
        func digits() -> Int {
            let count = rest.prefix { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }.count
            rest = rest.dropFirst(count)
            return count
        }
        if rest.first == UInt8(ascii: "-") { rest = rest.dropFirst() }
        let startsWithZero = rest.first == UInt8(ascii: "0")
        let whole = digits()
        guard whole > 0, !startsWithZero || whole == 1 else { return false }
        if rest.first == UInt8(ascii: ".") {
            rest = rest.dropFirst()
            guard digits() > 0 else { return false }
        }
        if rest.first == UInt8(ascii: "e") || rest.first == UInt8(ascii: "E") {
            rest = rest.dropFirst()
            if rest.first == UInt8(ascii: "+") || rest.first == UInt8(ascii: "-") { rest = rest.dropFirst() }
            guard digits() > 0 else { return false }
        }
        return rest.isEmpty
    }

    /// The nearest Double of bytes that are a number. A quotient of two numbers that a Double holds exactly is the nearest;
    /// what does not fit there goes the long way.
    static func value(_ bytes: [UInt8]) -> Double {
        var mantissa: UInt64 = 0
        var decimals = 0
        var isFraction = false
        for byte in bytes {
            switch byte {
            case UInt8(ascii: "-"): continue
            case UInt8(ascii: "."): isFraction = true
            case UInt8(ascii: "0")...UInt8(ascii: "9"):
                mantissa = mantissa * 10 + UInt64(byte - UInt8(ascii: "0"))
                if isFraction { decimals += 1 }
                guard mantissa < largestExact, decimals < powers.count else { return slowValue(bytes) }
            default: return slowValue(bytes)
            }
        }
        let value = Double(mantissa) / powers[decimals]
        return bytes.first == UInt8(ascii: "-") ? -value : value
    }

    private static func slowValue(_ bytes: [UInt8]) -> Double {
        Double(String(decoding: bytes, as: UTF8.self)) ?? .infinity
    }
}
