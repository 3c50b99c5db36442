// Figures: numbers with their units, as reports and screens show them.

import Capture
import Latency
import Pipeline

package enum Figures {
    /// What stands where there is no figure.
    package static let none = "–"

    /// With exactly `decimals` digits behind the point, or `–`.
    package static func fixed(_ value: Double?, _ decimals: Int) -> String {
        value.map { Numbers.fixed($0, decimals) } ?? none
    }

    /// `−21.4 dBFS`, or `–` where there is no level.
    package static func level(_ decibels: Double?) -> String { decibels.map { "\(Numbers.fixed($0, 1)) dBFS" } ?? none }

    // MARK: Times

    /// `640 µs`, `2.1 ms`, `1.25 s`: as much as a table has room for.
    package static func duration(_ duration: Duration) -> String {
        let seconds = duration.seconds
        if seconds < 1e-3 { return "\(Numbers.fixed(seconds * 1e6, 0)) µs" }
        if seconds < 1 { return "\(Numbers.fixed(seconds * 1e3, seconds < 0.1 ? 1 : 0)) ms" }
        return "\(Numbers.fixed(seconds, seconds < 10 ? 2 : 1)) s"
    }

    /// The same of seconds, or `–`.
    package static func duration(_ seconds: Double?) -> String { seconds.map { duration(.seconds($0)) } ?? none }

    /// `80 ns`, `640 µs`, `2.13 ms`, `1.25 s`: three digits that matter, so that what is compared differs where it does.
    package static func time(_ seconds: Double) -> String {
        let size = abs(seconds)
        let (scale, unit) =
            size > 0 && size < 0.9995e-6
            ? (1e9, "ns") : size < 0.9995e-3 ? (1e6, "µs") : size < 0.9995 ? (1e3, "ms") : (1, "s")
        let value = size * scale
        let decimals = value < 9.995 ? 2 : value < 99.95 ? 1 : 0
        return "\(seconds < 0 ? "−" : "")\(Numbers.fixed(value, size < 0.9995e-3 ? 0 : decimals)) \(unit)"
    }

    package static func signedTime(_ seconds: Double) -> String { (seconds > 0 ? "+" : "") + time(seconds) }

    /// `12.4 h`, `3.2 min`, `8.0 s`: of sound.
    static func length(_ seconds: Double) -> String {
        seconds >= 3600
            ? "\(Numbers.fixed(seconds / 3600, 1)) h"
            : seconds >= 60 ? "\(Numbers.fixed(seconds / 60, 1)) min" : "\(Numbers.fixed(seconds, 1)) s"
    }

    // MARK: Shares

    /// `98.7 %`; all and nothing only where it is all or nothing.
    package static func percent(_ share: Double) -> String {
        let percent = share * 100
        if percent > 99.9 && percent < 100 { return "> 99.9 %" }
        if percent > 0 && percent < 0.1 { return "< 0.1 %" }
        return "\(Numbers.fixed(percent, percent == percent.rounded() ? 0 : 1)) %"
    }

    /// The same for a narrow column: `99.9 %` of what is not all, and `0.1 %` of what is not nothing.
    static func narrowPercent(_ share: Double) -> String {
        if share >= 1 { return "100 %" }
        if share <= 0 { return "0 %" }
        return "\(Numbers.fixed(min(99.9, max(0.1, share * 100)), 1)) %"
    }

    /// `+12.3 %`, `−4.0 %`, `+1250 %`.
    package static func change(_ share: Double) -> String {
        guard share.isFinite else { return "from nothing" }
        let digits = Numbers.fixed(abs(share) * 100, abs(share) < 9.995 ? 1 : 0)
        return digits == "0.0" ? "±0.0 %" : "\(share < 0 ? "−" : "+")\(digits) %"
    }

    // MARK: Others

    /// In the unit that a requirement asks in.
    static func figure(_ value: Double, _ unit: Requirement.Unit) -> String {
        switch unit {
        case .seconds: time(value)
        case .number: Numbers.short(value, 9)
        case .share: percent(value)
        case .change: change(value)
        }
    }

    /// How likely a difference is without a cause.
    static func probability(_ p: Double) -> String { p < 0.0001 ? "p < 0.0001" : "p = \(Numbers.fixed(p, 4))" }

    /// `0.00012` of the time that the sound takes.
    package static func realtime(_ factor: Double) -> String {
        Numbers.fixed(factor, factor >= 0.001 ? 4 : factor >= 0.00001 ? 6 : 9)
    }
}
