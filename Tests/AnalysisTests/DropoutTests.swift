// Dropouts: holes of exact zeros inside the sound.

import Analysis
import TestSignals
import Testing

@Suite("Dropouts") struct DropoutTests {
    private let noise = Signal.whiteNoise(level: -30, seconds: 4, sampleRate: 16_000)

    @Test("a hole is found to the sample, with the level around it", arguments: [0.005, 0.0123, 0.1, 0.5, 0.99])
    func hole(length: Double) throws {
        for start in [1.0, 1.0021, 1.2345] {
            let found = analyse(noise.muted(from: start, to: start + length)).dropouts
            try #require(found.count == 1)
            #expect(abs(found[0].start - start) < 0.00007 && abs(found[0].duration - length) < 0.00013)
            // Of hops that the hole cuts into, the silent part counts too.
            #expect(abs(found[0].levelAround + 30) < (start == 1 && length == 0.5 ? 1.5 : 12))
        }
    }

    @Test("a hole of 3 to 5 ms is found wherever it lies", arguments: 0..<80)
    func short(offset: Int) {
        let start = 1 + Double(offset) / 16_000
        #expect(analyse(noise.prefix(seconds: 2).muted(from: start, to: start + 0.0035)).dropouts.count == 1)
    }

    @Test("a few zeros are no hole, wherever they lie", arguments: 0..<80)
    func fewZeros(offset: Int) {
        let start = 1 + Double(offset) / 16_000
        #expect(analyse(noise.prefix(seconds: 2).muted(from: start, to: start + 0.0028)).dropouts.isEmpty)
    }

    @Test("more than a second of zeros is a muted microphone")
    func muted() { #expect(analyse(noise.muted(from: 1, to: 2.1)).dropouts.isEmpty) }

    @Test("a second of zeros is a hole, and holes of 3 ms are", arguments: [(0.98, true), (1.02, false)])
    func bounds(length: Double, isHole: Bool) {
        #expect(analyse(noise.muted(from: 1, to: 1 + length)).dropouts.isEmpty == !isHole)
    }

    @Test("the level before a hole is that of the moment before it")
    func levelBefore() throws {
        var signal = noise.amplified(decibels: -40)
        // Loud from the beginning of a hop on, and a hole from its middle on.
        for index in 16_000..<16_040 { signal.samples[index] = 0.5 }
        for index in 16_040..<16_400 { signal.samples[index] = 0 }
        for index in 16_400..<17_000 { signal.samples[index] = 0.5 }
        let found = analyse(signal).dropouts
        try #require(found.count == 1)
        #expect(abs(found[0].levelAround + 9) < 0.5)
    }

    @Test("zeros at the beginning and at the end are none")
    func ends() {
        #expect(analyse(noise.muted(from: 0, to: 0.3).muted(from: 3.7, to: 4)).dropouts.isEmpty)
        #expect(analyse(.silence(seconds: 2, sampleRate: 16_000)).dropouts.isEmpty)
    }

    @Test("several holes are found in order")
    func several() {
        let holes = [0.5, 0.9, 1.7, 3.1]
        let signal = holes.reduce(noise) { $0.muted(from: $1, to: $1 + 0.02) }
        let found = analyse(signal).dropouts
        #expect(found.count == 4)
        for (dropout, start) in zip(found, holes) { #expect(abs(dropout.start - start) < 0.0001) }
    }

    @Test("channels that cancel each other are no hole")
    func outOfPhase() {
        let inverted = Signal(noise.samples.map { -$0 }, sampleRate: 16_000)
        let result = analyse(Signal.interleaved([noise, inverted]), sampleRate: 16_000, channels: 2)
        #expect(result.dropouts.isEmpty)
    }
}
