// TOMLDepth: how deep TOML text nests, told before it is parsed. Grammar: https://toml.io/en/v1.0.0

/// A parser that follows tables into tables, or frees them so, can be led beyond the end of its stack by a few hundred
/// kilobytes of dots. This one only counts.
enum TOMLDepth {
    /// The most parts of keys around anything, each bracket counted as one, too.
    static func deepest(in text: String) -> Int {
        var rest = Array(text.utf8)[...]
        // Of the key that is read, and of those around it.
        var parts = 1
        var around: [Int] = []
        var (total, deepest) = (0, 0)
        while let byte = rest.popFirst() {
            switch byte {
            case UInt8(ascii: "#"): rest = rest.drop { $0 != 0x0A }
            case UInt8(ascii: "\""), UInt8(ascii: "'"): skipText(byte, &rest)
            case UInt8(ascii: "."): parts += 1
            case UInt8(ascii: "["), UInt8(ascii: "{"):
                around.append(parts)
                total += parts
                parts = 1
            case UInt8(ascii: "]"), UInt8(ascii: "}"):
                parts = around.popLast() ?? 1
                total = max(0, total - parts)
            case UInt8(ascii: ","), 0x0A: parts = 1
            default: break
            }
            deepest = max(deepest, total + parts)
        }
        return deepest
    }

    /// To the end of a text whose first quote was taken; one that is not closed ends with its line, or with everything.
    private static func skipText(_ quote: UInt8, _ rest: inout ArraySlice<UInt8>) {
        let isLong = rest.starts(with: [quote, quote])
        if isLong { rest = rest.dropFirst(2) }
        while let byte = rest.first {
            if byte == 0x0A && !isLong { return }
            rest = rest.dropFirst()
            if byte == UInt8(ascii: "\\") && quote == UInt8(ascii: "\"") {
                rest = rest.dropFirst()
            } else if byte == quote && !isLong {
                return
            } else if byte == quote && rest.starts(with: [quote, quote]) {
                rest = rest.dropFirst(2)
                return
            }
        }
    }
}
