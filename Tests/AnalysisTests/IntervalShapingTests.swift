// Shaping: gaps are closed, blips dropped, ends held, and every frame gets one answer.

import Analysis
import TestSignals
import Testing

@Suite("Interval shaping") struct IntervalShapingTests {
    private func shape(_ decisions: [Bool], _ limits: IntervalShaping.Limits = .rule) -> [Bool] {
        var shaping = IntervalShaping(limits)
        var result: [Bool] = []
        for (pushed, isOn) in decisions.enumerated() {
            shaping.push(isOn, into: &result)
            #expect(result.count <= pushed + 1 && result.count >= pushed + 1 - limits.delay)
        }
        shaping.finish(into: &result)
        #expect(result.count == decisions.count)
        return result
    }

    private func runs(_ pattern: (Bool, Int)...) -> [Bool] {
        pattern.flatMap { [Bool](repeating: $0.0, count: $0.1) }
    }

    @Test("a stretch is held for 40 ms")
    func hold() {
        #expect(
            shape(runs((false, 30), (true, 30), (false, 40))) == runs((false, 30), (true, 34), (false, 36)))
    }

    @Test("gaps of up to 150 ms behind the hold are closed, longer ones are not", arguments: 1...40)
    func gaps(length: Int) {
        let result = shape(runs((true, 30), (false, length), (true, 30), (false, 40)))
        let closed = result[..<(60 + length)].allSatisfy { $0 }
        #expect(closed == (length <= 19))
    }

    @Test("stretches shorter than 200 ms, hold included, are dropped", arguments: 1...30)
    func blips(length: Int) {
        let result = shape(runs((false, 10), (true, length), (false, 60)))
        #expect(result.contains(true) == (length + 4 >= 20))
    }

    @Test("behind the net nothing is held, gaps of up to 100 ms are closed", arguments: 1...30)
    func trainedGaps(length: Int) {
        let result = shape(runs((true, 30), (false, length), (true, 30), (false, 40)), .trained)
        #expect(result[..<(60 + length)].allSatisfy { $0 } == (length <= 10))
        #expect(result.count { $0 } == (length <= 10 ? 60 + length : 60))
    }

    @Test("behind the net stretches shorter than 120 ms are dropped", arguments: 1...30)
    func trainedBlips(length: Int) {
        #expect(
            shape(runs((false, 10), (true, length), (false, 60)), .trained).count { $0 } == (length >= 12 ? length : 0))
    }

    @Test("nothing is held beyond the end")
    func end() {
        #expect(shape(runs((false, 5), (true, 30))) == runs((false, 5), (true, 30)))
        #expect(shape(runs((false, 5), (true, 30), (false, 2))) == runs((false, 5), (true, 32)))
        #expect(shape([]).isEmpty)
    }

    @Test("long stretches keep every frame that was on", arguments: 1...50)
    func keeps(seed: UInt64) {
        var generator = SeededGenerator(seed: seed)
        var decisions: [Bool] = []
        var isOn = false
        while decisions.count < 2000 {
            isOn.toggle()
            decisions += [Bool](repeating: isOn, count: Int.random(in: isOn ? 16...80 : 1...60, using: &generator))
        }
        let result = shape(decisions)
        for (on, active) in zip(decisions, result) where on { #expect(active) }
    }
}
