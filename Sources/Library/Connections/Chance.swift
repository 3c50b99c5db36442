// Chance: how likely something is by accident. Formulas: NIST Digital Library of Mathematical Functions, 8.17.

import Glibc

package enum Chance {
    /// Of `count` tries that each succeed with the probability `share`, at least `hits` succeed.
    package static func binomialTail(hits: Int, of count: Int, share: Double) -> Double {
        if hits <= 0 { return 1 }
        if hits > count || share <= 0 { return 0 }
        if share >= 1 { return 1 }
        return incompleteBeta(share, Double(hits), Double(count - hits + 1))
    }

    /// A rank correlation of `count` pairs is at least this strong in either direction, by Student's t with two degrees
    /// of freedom less than there are pairs.
    package static func correlation(_ rho: Double, count: Int) -> Double {
        guard count > 2 else { return 1 }
        let freedom = Double(count - 2)
        return incompleteBeta(max(0, 1 - rho * rho), freedom / 2, 0.5)
    }

    /// The regularised incomplete beta function I_x(a, b).
    static func incompleteBeta(_ x: Double, _ a: Double, _ b: Double) -> Double {
        if x <= 0 { return 0 }
        if x >= 1 { return 1 }
        // The fraction converges fast below the mean only; above, the other tail is taken.
        if x > (a + 1) / (a + b + 2) { return 1 - incompleteBeta(1 - x, b, a) }
        let front = exp(a * log(x) + b * log1p(-x) + logGamma(a + b) - logGamma(a) - logGamma(b)) / a
        return min(1, front * continuedFraction(x, a, b))
    }

    /// Lentz's method for DLMF 8.17.22.
    private static func continuedFraction(_ x: Double, _ a: Double, _ b: Double) -> Double {
        let tiny = 1e-300
        func away(_ value: Double) -> Double { abs(value) < tiny ? tiny : value }
        var c = 1.0
        var d = 1 / away(1 - (a + b) * x / (a + 1))
        var result = d
        for step in 1...10_000 {
            let m = Double(step)
            for factor in [
                m * (b - m) * x / ((a + 2 * m - 1) * (a + 2 * m)),
                -(a + m) * (a + b + m) * x / ((a + 2 * m) * (a + 2 * m + 1)),
            ] {
                d = 1 / away(1 + factor * d)
                c = away(1 + factor / c)
                result *= d * c
            }
            if abs(d * c - 1) < 1e-12 { break }
        }
        return result
    }

    private static func logGamma(_ x: Double) -> Double {
        // `lgamma` writes the sign into a variable of the whole process.
        var sign: Int32 = 0
        return lgamma_r(x, &sign)
    }
}
