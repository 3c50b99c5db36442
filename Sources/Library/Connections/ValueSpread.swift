// ValueSpread: how the values of one feature lie on their line or circle.

import Glibc
import Pipeline

/// Values in rising order that can be counted between any two places.
struct ValueSpread {
    /// On a circle, the values one turn before and after are there, too.
    private let track: [Double]
    private let count: Int
    private let period: Double?
    private let scale: Double

    init(sorted: [Double], period: Double?) {
        count = sorted.count
        self.period = period
        track = period.map { turn in sorted.map { $0 - turn } + sorted + sorted.map { $0 + turn } } ?? sorted
        scale = period.map { Self.circularScale(sorted, $0) } ?? Self.scale(sorted)
    }

    /// How far around a place the density is much the same where nothing draws values together: as far as Terrell's
    /// oversmoothed kernel reaches (JASA 85, 1990), as a box.
    var smoothReach: Double {
        let reach = 3.0.squareRoot() * 1.144 * scale * pow(Double(count), -0.2)
        return min(reach, period.map { $0 / 4 } ?? reach)
    }

    /// The values in `low...high`.
    func count(from low: Double, through high: Double) -> Int {
        firstIndex { $0 > high } - firstIndex { $0 >= low }
    }

    /// The values in `low..<high`.
    func count(from low: Double, to high: Double) -> Int {
        firstIndex { $0 >= high } - firstIndex { $0 >= low }
    }

    /// The values above `low`, up to `high` and with it.
    func count(above low: Double, through high: Double) -> Int {
        firstIndex { $0 > high } - firstIndex { $0 > low }
    }

    private func firstIndex(where isBehind: (Double) -> Bool) -> Int {
        var (low, high) = (0, track.count)
        while low < high {
            let middle = (low + high) / 2
            if isBehind(track[middle]) { high = middle } else { low = middle + 1 }
        }
        return low
    }

    /// The standard deviation, or that of a normal distribution with the same middle half where that is less: a few far
    /// values do not widen it.
    static func scale(_ sorted: [Double]) -> Double {
        let mean = sorted.reduce(0, +) / Double(sorted.count)
        let variance = sorted.reduce(0) { $0 + ($1 - mean) * ($1 - mean) } / Double(sorted.count)
        guard let first = sorted.percentile(ofSorted: 0.25), let third = sorted.percentile(ofSorted: 0.75) else {
            return 0
        }
        let quartiles = (third - first) / 1.349
        return quartiles > 0 ? min(variance.squareRoot(), quartiles) : variance.squareRoot()
    }

    /// The same on a circle, at most that of an even spread.
    private static func circularScale(_ values: [Double], _ period: Double) -> Double {
        let turn = 2 * Double.pi / period
        let x = values.reduce(0) { $0 + cos($1 * turn) } / Double(values.count)
        let y = values.reduce(0) { $0 + sin($1 * turn) } / Double(values.count)
        let even = period / 12.0.squareRoot()
        let length = min(1, (x * x + y * y).squareRoot())
        return length > 0 ? min(even, (-2 * log(length)).squareRoot() / turn) : even
    }
}
