// Bootstrap: how far a percentile would move if everything were measured once more.
// Efron: Bootstrap methods: another look at the jackknife, 1979.

import Glibc

/// Intervals for the shift of a percentile between two sets of sorted values.
///
/// A percentile is one of the sorted values, and which one it is in a resample does not depend on the values: the k-th of n
/// evenly drawn numbers has a beta distribution. So the place is drawn instead of n values, which gives what resampling
/// gives, without drawing, sorting or leaving out any of a hundred thousand values.
package struct Bootstrap {
    static let draws = 2000
    /// What lies outside of the interval is left out at both ends alike.
    static let confidence = 0.99

    private var random: SplitMix

    package init(seed: UInt64) { random = SplitMix(state: seed) }

    /// Which of `count` sorted values, from 1, has this share (0…1) of them at or below it.
    package static func rank(_ share: Double, of count: Int) -> Int {
        // 0.07 × 100 is a little more than 7.
        min(max(1, Int((share * Double(count) - 1e-9).rounded(.up))), count)
    }

    /// Where the shift of a percentile lies, in the unit of the values.
    package mutating func shift(_ share: Double, sorted before: [Double], _ after: [Double]) -> ClosedRange<Double> {
        var shifts: [Double] = []
        shifts.reserveCapacity(Self.draws)
        for _ in 0..<Self.draws { shifts.append(resample(share, after) - resample(share, before)) }
        shifts.sort()
        let outside = Int((1 - Self.confidence) / 2 * Double(Self.draws))
        return shifts[outside]...shifts[Self.draws - 1 - outside]
    }

    /// The percentile of one resample.
    package mutating func resample(_ share: Double, _ sorted: [Double]) -> Double {
        let rank = Self.rank(share, of: sorted.count)
        let below = gamma(Double(rank))
        let above = gamma(Double(sorted.count - rank + 1))
        let place = Int(below / (below + above) * Double(sorted.count))
        return sorted[min(place, sorted.count - 1)]
    }

    /// Marsaglia & Tsang 2000; for shapes from 1 on.
    private mutating func gamma(_ shape: Double) -> Double {
        let d = shape - 1 / 3.0
        let c = 1 / (9 * d).squareRoot()
        while true {
            let x = normal()
            let v = 1 + c * x
            guard v > 0 else { continue }
            let cube = v * v * v
            if log(random.unit()) < x * x / 2 + d - d * cube + d * log(cube) { return d * cube }
        }
    }

    /// Box & Muller.
    private mutating func normal() -> Double {
        (-2 * log(random.unit())).squareRoot() * cos(2 * .pi * random.unit())
    }
}

/// Steele, Lea & Flood 2014: the same numbers in every run, so that a gate says the same twice.
private struct SplitMix {
    var state: UInt64

    /// Evenly spread in 0…1, both ends left out.
    package mutating func unit() -> Double {
        state &+= 0x9E37_79B9_7F4A_7C15
        var mixed = state
        mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
        mixed ^= mixed >> 31
        return (Double(mixed >> 11) + 0.5) / Double(1 << 53)
    }
}
