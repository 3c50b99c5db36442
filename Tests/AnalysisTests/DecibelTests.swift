// Levels: known values, and nothing where there is no signal.

import Analysis
import Testing

@Suite("Decibels") struct DecibelTests {
    @Test("known powers and amplitudes have their known levels")
    func known() throws {
        #expect(decibels(power: 1) == 0)
        #expect(decibels(amplitude: 1) == 0)
        #expect(abs(try #require(decibels(power: 0.5)) + 3.0103) < 1e-4)
        #expect(abs(try #require(decibels(amplitude: 0.5)) + 6.0206) < 1e-4)
        #expect(abs(try #require(decibels(amplitude: 1 / 32_768)) + 90.309) < 1e-3)
    }

    @Test("what is no signal has no level", arguments: [0.0, -1, -.infinity, .infinity, .nan])
    func none(value: Double) {
        #expect(decibels(power: value) == nil)
        #expect(decibels(amplitude: value) == nil)
    }
}
