// The sorted window against sorting, and the vectors' roots, powers and logarithms against those of the library.

import Analysis
import Foundation
import Testing

@Suite("Windows in order") struct SortedWindowTests {
    @Test("it is what sorting the newest values gives", arguments: [1, 2, 7, 61])
    func order(count: Int) {
        var window = SortedWindow(count: count)
        var values: [Float] = []
        var seed: UInt32 = 7
        for index in 0..<500 {
            seed = seed &* 1_664_525 &+ 1_013_904_223
            // Few different values, so that many are alike; a stretch of zeros, as silence has.
            values.append(index / 100 == 2 ? 0 : Float(seed >> 28) / 4)
            window.push(values[index])
            let sorted = values.suffix(count).sorted()
            for (part, whole) in [(0, 4), (1, 4), (1, 2), (3, 4)] {
                #expect(window.value(at: part, of: whole) == sorted[part * sorted.count / whole])
            }
        }
    }
}

@Suite("Vectors of four") struct LanesTests {
    @Test("roots, powers and logarithms are those of the library")
    func functions() {
        for exponent in stride(from: Float(-40), through: 40, by: 0.37) {
            let value = exp2f(exponent)
            let lanes = SIMD4(value, value * 1.3, value * 1.7, value * 1.99)
            let roots = squareRoot(lanes)
            let logarithms = log2(lanes)
            let powers = exp2(SIMD4(exponent, -exponent, exponent / 3, exponent / 7))
            for lane in 0..<4 {
                #expect(roots[lane] == lanes[lane].squareRoot())
                #expect(abs(logarithms[lane] - log2f(lanes[lane])) < 4e-6)
            }
            for (power, wanted) in zip([exponent, -exponent, exponent / 3, exponent / 7], 0..<4) {
                #expect(abs(powers[wanted] / exp2f(power) - 1) < 3e-7)
            }
        }
        #expect(squareRoot(SIMD4(0, 0, 0, 0)) == SIMD4(0, 0, 0, 0))
        #expect(exp2(SIMD4(0, 1, -1, 3)) == SIMD4(1, 2, 0.5, 8))
    }

    @Test("a range is copied to its place, and nothing beside it", arguments: [0, 1, 3, 4, 5, 11, 16])
    func copies(count: Int) {
        let source = (0..<20).map { Float($0) }
        var target = [Float](repeating: -1, count: 20)
        copy(source, 2..<2 + count, into: &target, at: 3)
        #expect(Array(target[3..<3 + count]) == Array(source[2..<2 + count]))
        #expect(target[..<3].allSatisfy { $0 == -1 } && target[(3 + count)...].allSatisfy { $0 == -1 })
    }
}
