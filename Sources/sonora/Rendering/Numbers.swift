// Numbers: figures as people and programs read them.

import Pipeline

enum Numbers {
    /// A number with exactly `decimals` digits behind the point.
    static func fixed(_ value: Double, _ decimals: Int) -> String {
        // Beyond that no digit behind the point is left.
        guard abs(value) < 9e9 else { return "\(value)" }
        var bytes: [UInt8] = []
        JSONWriter.append(value, decimals: decimals, to: &bytes)
        let text = String(decoding: bytes, as: UTF8.self)
        guard decimals > 0 else { return text }
        let parts = text.split(separator: ".", omittingEmptySubsequences: false)
        let fraction = parts.count > 1 ? String(parts[1]) : ""
        return "\(parts[0]).\(fraction)\(String(repeating: "0", count: decimals - fraction.count))"
    }

    /// `−21.4 dBFS`, or `–` where there is no level.
    static func level(_ decibels: Double?) -> String {
        decibels.map { "\(fixed($0, 1)) dBFS" } ?? "–"
    }

    /// `640 µs`, `2.1 ms`, `1.25 s`: three digits that matter.
    static func duration(_ duration: Duration) -> String {
        let seconds = duration.seconds
        if seconds < 1e-3 { return "\(fixed(seconds * 1e6, 0)) µs" }
        if seconds < 1 { return "\(fixed(seconds * 1e3, seconds < 0.1 ? 1 : 0)) ms" }
        return "\(fixed(seconds, seconds < 10 ? 2 : 1)) s"
    }

    /// `0:12.8`, `1:02:03.0`.
    static func clock(_ seconds: Double) -> String {
        let tenths = Int(min(max(0, seconds * 10), 9e15).rounded())
        let (hours, minutes, rest) = (tenths / 36_000, tenths / 600 % 60, tenths % 600)
        let tail = "\(two(rest / 10)).\(rest % 10)"
        return hours > 0 ? "\(hours):\(two(minutes)):\(tail)" : "\(minutes):\(tail)"
    }

    static func two(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }

    /// The text in a field of `width` columns, at its right.
    static func right(_ text: String, _ width: Int) -> String {
        String(repeating: " ", count: max(0, width - text.count)) + text
    }

    static func left(_ text: String, _ width: Int) -> String {
        text + String(repeating: " ", count: max(0, width - text.count))
    }
}
