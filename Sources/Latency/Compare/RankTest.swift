// RankTest: whether one set of durations tends to be longer than another, by their ranks alone.
// Mann & Whitney: On a test of whether one of two random variables is stochastically larger than the other, 1947.

import Glibc

/// The two-sided Mann–Whitney U test in its normal approximation, corrected for ties and for continuity.
public struct RankTest: Sendable, Equatable {
    /// Fewer on either side are too few for the approximation.
    public static let fewest = 8

    /// Of how many pairs the second value is the longer one; ties count half.
    public let u: Double
    /// Which share of pairs that is: 0.5 where neither side is slower.
    public let superiority: Double
    /// How likely a difference of this size is where there is none.
    public let p: Double

    /// Of values that are sorted; `nil` where a side is empty.
    package init?(sorted before: [Double], _ after: [Double]) {
        let (n1, n2) = (Double(before.count), Double(after.count))
        guard n1 > 0, n2 > 0 else { return nil }
        var (i, j) = (0, 0)
        var ranksBefore = 0.0
        var rankedAlready = 0.0
        var ties = 0.0
        while i < before.count || j < after.count {
            let value = min(i < before.count ? before[i] : .infinity, j < after.count ? after[j] : .infinity)
            let (startI, startJ) = (i, j)
            while i < before.count && before[i] == value { i += 1 }
            while j < after.count && after[j] == value { j += 1 }
            let group = Double(i - startI + j - startJ)
            ranksBefore += Double(i - startI) * (rankedAlready + (group + 1) / 2)
            rankedAlready += group
            ties += group * group * group - group
        }
        let n = n1 + n2
        u = n1 * n2 - (ranksBefore - n1 * (n1 + 1) / 2)
        superiority = u / (n1 * n2)
        let deviation = (n1 * n2 / 12 * (n + 1 - (n > 1 ? ties / (n * (n - 1)) : 0))).squareRoot()
        guard deviation > 0 else {
            p = 1
            return
        }
        let distance = abs(u - n1 * n2 / 2) - 0.5
        p = min(1, erfc(distance / deviation / 2.0.squareRoot()))
    }
}
