// Numbers: how numbers are written, in documents and in sentences of all modules.

package enum Numbers {
    private static let powers: [Double] = [1, 10, 100, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9]

    /// Whether a number is one, and small enough to be written with nine decimals.
    package static func isWritable(_ number: Double) -> Bool { abs(number) < 9e9 }

    /// Appends a number that can be written, rounded to `decimals` places (0…9), without zeros at its end.
    package static func append(_ number: Double, decimals: Int, to bytes: inout [UInt8]) {
        let scaled = Int64((number * powers[decimals]).rounded())
        if scaled < 0 { bytes.append(0x2D) }
        var rest = scaled.magnitude
        var places = decimals
        while places > 0 && rest % 10 == 0 {
            rest /= 10
            places -= 1
        }
        // Digits come out backwards; the longest is 19 digits and a point.
        let start = bytes.count
        var written = 0
        repeat {
            if written == places && places > 0 { bytes.append(0x2E) }
            bytes.append(0x30 + UInt8(rest % 10))
            rest /= 10
            written += 1
        } while rest > 0 || written <= places
        bytes[start...].reverse()
    }

    /// With at most `decimals` digits behind the point: `2.5`, `80`.
    package static func short(_ value: Double, _ decimals: Int) -> String {
        guard isWritable(value) else { return "\(value)" }
        var bytes: [UInt8] = []
        append(value, decimals: decimals, to: &bytes)
        return String(decoding: bytes, as: UTF8.self)
    }

    /// With exactly `decimals` digits behind the point: `2.500`.
    package static func fixed(_ value: Double, _ decimals: Int) -> String {
        let text = short(value, decimals)
        guard decimals > 0, isWritable(value) else { return text }
        let parts = text.split(separator: ".", omittingEmptySubsequences: false)
        let fraction = parts.count > 1 ? String(parts[1]) : ""
        return "\(parts[0]).\(fraction)\(String(repeating: "0", count: decimals - fraction.count))"
    }

    /// The same inside a sentence, with the sign of typography: `−2.5`.
    package static func said(_ value: Double, _ decimals: Int) -> String {
        let text = fixed(value, decimals)
        return text.hasPrefix("-") ? "−\(text.dropFirst())" : text
    }

    /// With zeros before it: `07`, `007`.
    package static func padded(_ number: Int, to digits: Int = 2) -> String {
        let text = "\(number)"
        return String(repeating: "0", count: max(0, digits - text.count)) + text
    }

    /// Minutes and seconds, and hours where there are any: `1:05`, `1:02:03`.
    package static func clock(whole seconds: Int) -> String {
        let tail = "\(padded(seconds % 60))"
        return seconds < 3600
            ? "\(seconds / 60):\(tail)" : "\(seconds / 3600):\(padded(seconds / 60 % 60)):\(tail)"
    }

    /// The same with tenths: `0:12.8`, `1:02:03.0`.
    package static func clock(_ seconds: Double) -> String {
        let tenths = Int(min(max(0, seconds * 10), 9e15).rounded())
        return "\(clock(whole: tenths / 10)).\(tenths % 10)"
    }

    /// Seconds as an option or a requirement says them, in the shortest way: `80ms`, `2.5s`.
    package static func argument(_ seconds: Double) -> String {
        let (scale, unit) = seconds < 1e-3 ? (1e6, "us") : seconds < 1 ? (1e3, "ms") : (1, "s")
        return short(seconds * scale, 6) + unit
    }
}
