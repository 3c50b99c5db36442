// RankTestTests: the rank test against scipy and against closed forms.

import Latency
import Testing

@Suite struct RankTestTests {
    /// As in Support/mannwhitneyu.py, which made the figures: count, step, modulus, scale, shift.
    private static func values(_ parameters: [Int]) -> [Double] {
        (1...parameters[0]).map { Double($0 * parameters[1] % parameters[2] * parameters[3] + parameters[4]) }.sorted()
    }

    @Test(
        arguments: [
            ([8, 7, 31, 1, 0], [8, 11, 31, 1, 0], 29.0, 0.7925972289255464),
            ([8, 7, 31, 1, 0], [8, 11, 31, 1, 40], 64.0, 0.0009391056991171899),
            ([12, 5, 4, 1, 0], [9, 7, 4, 1, 1], 81.0, 0.05406924490613335),
            ([50, 37, 101, 1, 0], [40, 41, 101, 1, 12], 1218.0, 0.07735543873453718),
            ([200, 37, 211, 1, 0], [150, 53, 211, 1, 5], 14696.5, 0.7463453004024441),
            ([30, 3, 3, 1, 0], [30, 3, 3, 1, 0], 450.0, 1.0),
            ([100, 17, 5, 2, 0], [100, 13, 5, 2, 1], 6000.0, 0.01411043280602216),
        ] as [([Int], [Int], Double, Double)])
    func `it says what scipy says`(before: [Int], after: [Int], u: Double, p: Double) throws {
        let test = try #require(RankTest(sorted: Self.values(before), Self.values(after)))
        #expect(test.u == u)
        #expect(abs(test.p - p) < 1e-9)
    }

    @Test func `sides that do not overlap are told apart`() throws {
        let test = try #require(RankTest(sorted: [1, 2, 3], [4, 5, 6]))
        #expect(test.u == 9 && test.superiority == 1)
        let other = try #require(RankTest(sorted: [4, 5, 6], [1, 2, 3]))
        #expect(other.u == 0 && other.superiority == 0 && other.p == test.p)
    }

    @Test func `where all are equal there is no difference`() throws {
        let test = try #require(RankTest(sorted: [1, 1, 1], [1, 1]))
        #expect(test.p == 1 && test.superiority == 0.5)
    }

    @Test func `one value on each side tells nothing`() throws {
        #expect(try #require(RankTest(sorted: [1], [2])).p == 1)
        #expect(RankTest(sorted: [], [2]) == nil)
    }
}
