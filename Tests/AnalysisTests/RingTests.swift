// Rings: whatever goes in, the newest values come out by their numbers.

import Analysis
import TestSignals
import Testing

@Suite("Rings") struct RingTests {
    @Test("the newest values are found by their numbers", arguments: [1, 2, 3, 7, 8, 61, 64])
    func numbers(length: Int) {
        var ring = Ring<Int>(keeping: length, filledWith: -1)
        for value in 0..<200 {
            ring.append(3 * value)
            #expect(ring.count == value + 1 && ring.kept.upperBound == value + 1)
            #expect(ring.kept.count >= min(length, value + 1))
            for number in ring.kept { #expect(ring[number] == 3 * number) }
        }
    }

    @Test("before the first value there is what the ring was filled with")
    func before() {
        var ring = Ring<Float>(keeping: 5, filledWith: .infinity)
        ring.append(1)
        for number in -4..<0 { #expect(ring[number] == .infinity) }
        #expect(ring[0] == 1)
    }

    @Test("a value can be changed while it is kept")
    func changed() {
        var ring = Ring<Int>(keeping: 4, filledWith: 0)
        for value in 0..<9 { ring.append(value) }
        ring[6] = 60
        #expect(ring[5] == 5 && ring[6] == 60 && ring[8] == 8)
    }

    @Test("rows do not overlap, and come round again", arguments: [1, 5, 9, 16, 65])
    func rows(count: Int) {
        var ring = RowRing(keeping: count, width: 3)
        #expect(ring.rows >= count && ring.values.count == ring.rows * 3)
        for row in 0..<200 {
            for place in 0..<3 { ring.values[ring.start(of: row) + place] = Float(row) }
            for known in max(0, row - count + 1)...row {
                #expect((0..<3).allSatisfy { ring.values[ring.start(of: known) + $0] == Float(known) })
            }
        }
    }

    @Test("a window holds the newest samples, oldest first", arguments: [1, 2, 3] as [UInt64])
    func samples(seed: UInt64) {
        var generator = SeededGenerator(seed: seed)
        var ring = SampleRing(width: 23)
        var all = [Float](repeating: 0, count: 23)
        for _ in 0..<100 {
            let block = (0..<Int.random(in: 0...23, using: &generator)).map { _ in Float(generator.nextSample()) }
            ring.append(block, count: block.count)
            all += block
            #expect(Array(ring.samples[ring.oldest...] + ring.samples[..<ring.oldest]) == all.suffix(23))
        }
    }
}
