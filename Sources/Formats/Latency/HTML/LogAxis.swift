// LogAxis: times on a logarithmic scale.

import Capture
import Foundation

struct LogAxis {
    /// In seconds.
    let low: Double
    let high: Double
    let from: Double
    let to: Double

    /// Rounded outwards to 1, 2 or 5 times a power of ten.
    init(_ low: Double, _ high: Double, from: Double, to: Double) {
        self.low = Self.steps(below: max(low, 1e-6))
        self.high = Self.steps(above: max(high, low * 2, 1e-5))
        (self.from, self.to) = (from, to)
    }

    private static let steps = [1.0, 2, 5]

    private static func steps(below value: Double) -> Double {
        let decade = pow(10, floor(log10(value)))
        return (steps.last { $0 * decade <= value * 1.0001 } ?? 1) * decade
    }

    private static func steps(above value: Double) -> Double {
        let decade = pow(10, floor(log10(value)))
        return (steps.first { $0 * decade >= value * 0.9999 } ?? 10) * decade
    }

    /// Where a time lies; at an end where it lies outside.
    func place(_ seconds: Double) -> Double {
        let share = log(max(seconds, low) / low) / log(high / low)
        return from + (to - from) * min(1, max(0, share))
    }

    /// Powers of ten, with those between where there are few.
    var ticks: [Double] {
        let decades = log10(high / low)
        let factors = decades > 3.5 ? [1.0] : decades > 1.8 ? [1.0, 3] : [1.0, 2, 5]
        return (-7...5).flatMap { exponent in factors.map { $0 * pow(10, Double(exponent)) } }
            .filter { $0 >= low * 0.999 && $0 <= high * 1.001 }
    }

    /// `100 µs`, `3 ms`, `10 s`.
    static func label(_ seconds: Double) -> String {
        let (value, unit) =
            seconds < 0.9995e-3 ? (seconds * 1e6, "µs") : seconds < 0.9995 ? (seconds * 1e3, "ms") : (seconds, "s")
        return "\(Numbers.fixed(value.rounded(), 0)) \(unit)"
    }
}
