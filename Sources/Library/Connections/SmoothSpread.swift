// SmoothSpread: how values would be spread if nothing drew them together: their own spread, smoothed.

import Glibc

/// Values in rising order, and the smoothest distribution that has their width: each value is smeared over a box as wide as
/// Terrell's oversmoothed kernel (JASA 85, 1990). Where the values end, the smear is folded back, so that an edge is not
/// taken for a crowd; on a circle it goes round.
struct SmoothSpread {
    /// Half the width of the box.
    private let reach: Double
    /// The values and their images beyond both ends.
    private let points: [Double]
    /// Sums of the first so many points.
    private let sums: [Double]
    private let count: Double

    /// - Parameters:
    ///   - sorted: not empty.
    ///   - narrowest: what is narrower than this is not the spread but a crowd.
    init(sorted: [Double], period: Double?, narrowest: Double) {
        count = Double(sorted.count)
        let scale = period.map { Self.circularScale(sorted, $0) } ?? Self.scale(sorted)
        let bandwidth = max(narrowest, 1.144 * scale * pow(count, -0.2))
        // A box has the standard deviation of its kernel when it reaches √3 of that.
        reach = min(bandwidth * 3.0.squareRoot(), period.map { $0 / 2 } ?? .infinity)
        var points: [Double] = []
        if let period {
            points = sorted.map { $0 - period } + sorted + sorted.map { $0 + period }
        } else if let low = sorted.first, let high = sorted.last {
            points = sorted.reversed().map { 2 * low - $0 } + sorted + sorted.reversed().map { 2 * high - $0 }
        }
        self.points = points
        var sums = [0.0]
        sums.reserveCapacity(points.count + 1)
        for point in points { sums.append(sums[sums.count - 1] + point) }
        self.sums = sums
    }

    /// The share of the values that would lie between two places.
    func share(from low: Double, to high: Double) -> Double {
        min(1, max(0, (below(high) - below(low)) / count))
    }

    /// The smoothed number of points below a place.
    private func below(_ place: Double) -> Double {
        let whole = firstIndex { $0 > place - reach }
        let touched = firstIndex { $0 >= place + reach }
        let inside = Double(touched - whole)
        return Double(whole) + ((place + reach) * inside - (sums[touched] - sums[whole])) / (2 * reach)
    }

    private func firstIndex(where isBehind: (Double) -> Bool) -> Int {
        var (low, high) = (0, points.count)
        while low < high {
            let middle = (low + high) / 2
            if isBehind(points[middle]) { high = middle } else { low = middle + 1 }
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
