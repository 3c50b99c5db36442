// Figures: the numbers of latency reports, in the unit that each is asked for in.

import Latency
import Pipeline

enum Figures {
    /// `80 ns`, `640 µs`, `2.13 ms`, `1.25 s`: three digits that matter.
    static func time(_ seconds: Double) -> String {
        let size = abs(seconds)
        let (scale, unit) =
            size > 0 && size < 0.9995e-6
            ? (1e9, "ns") : size < 0.9995e-3 ? (1e6, "µs") : size < 0.9995 ? (1e3, "ms") : (1, "s")
        let value = size * scale
        let decimals = value < 9.995 ? 2 : value < 99.95 ? 1 : 0
        return "\(seconds < 0 ? "−" : "")\(Numbers.fixed(value, size < 0.9995e-3 ? 0 : decimals)) \(unit)"
    }

    static func signedTime(_ seconds: Double) -> String { (seconds > 0 ? "+" : "") + time(seconds) }

    /// `98.7 %`; all and nothing only where it is all or nothing.
    static func percent(_ share: Double) -> String {
        let percent = share * 100
        if percent > 99.9 && percent < 100 { return "> 99.9 %" }
        if percent > 0 && percent < 0.1 { return "< 0.1 %" }
        return "\(Numbers.fixed(percent, percent == percent.rounded() ? 0 : 1)) %"
    }

    /// `+12.3 %`, `−4.0 %`, `+1250 %`.
    static func change(_ share: Double) -> String {
        guard share.isFinite else { return "from nothing" }
        let digits = Numbers.fixed(abs(share) * 100, abs(share) < 9.995 ? 1 : 0)
        return digits == "0.0" ? "±0.0 %" : "\(share < 0 ? "−" : "+")\(digits) %"
    }

    /// At most nine decimals.
    static func number(_ value: Double) -> String {
        var bytes: [UInt8] = []
        JSONWriter.append(value, decimals: 9, to: &bytes)
        return String(decoding: bytes, as: UTF8.self)
    }

    static func figure(_ value: Double, _ unit: Requirement.Unit) -> String {
        switch unit {
        case .seconds: time(value)
        case .number: number(value)
        case .share: percent(value)
        case .change: change(value)
        }
    }

    /// How likely a difference is without a cause.
    static func probability(_ p: Double) -> String { p < 0.0001 ? "p < 0.0001" : "p = \(Numbers.fixed(p, 4))" }
}
