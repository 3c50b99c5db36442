// Typical time: one jump of a clock does not speak for the work around it.

import Analysis
import Synchronization
import TestSignals
import Testing

@Suite("Typical time") struct TypicalTimeTests {
    @Test("equal work takes what it takes", arguments: [1, 2, 14, 15, 16, 100])
    func equal(pieces: Int) {
        var time = TypicalTime()
        #expect(time.nanoseconds == 0)
        for _ in 0..<pieces { time.add(nanoseconds: 3000, units: 16) }
        #expect(abs(time.nanoseconds - 3000 * Double(pieces)) < 1e-3)
    }

    @Test("one jump changes nothing", arguments: [3, 15, 16, 40, 45], [0, 1, 2])
    func jump(pieces: Int, place: Int) {
        var time = TypicalTime()
        for piece in 0..<pieces { time.add(nanoseconds: piece == place ? 1_000_000_000 : 3000) }
        #expect(abs(time.nanoseconds - 3000 * Double(pieces)) < 1e-3)
    }

    @Test("a processor that becomes slower is followed")
    func slower() {
        var time = TypicalTime()
        for piece in 0..<150 { time.add(nanoseconds: piece < 75 ? 1000 : 2000) }
        #expect(abs(time.nanoseconds - 225_000) < 1e-3)
    }

    @Test("pieces count by how much work they are")
    func units() {
        var time = TypicalTime()
        for piece in 0..<30 { time.add(nanoseconds: piece == 29 ? 100 : 1000, units: piece == 29 ? 100 : 1000) }
        time.add(nanoseconds: 5, units: 0)
        #expect(abs(time.nanoseconds - 29_100) < 1e-3)
    }

    /// Nanoseconds that spectra of three seconds take on a clock that goes on by 1 µs whenever it is read, and once by a second.
    private func spectra(jumpAt jump: Int) throws -> Int64 {
        let readings = Mutex(0)
        var analyzer = try Analyzer(sampleRate: 8000, channels: 1)
        analyzer.measureSpectra {
            readings.withLock { count in
                count += 1
                return Int64(count) * 1000 + (count > jump ? 1_000_000_000 : 0)
            }
        }
        let noise = Signal.whiteNoise(level: -30, seconds: 3, sampleRate: 8000)
        push(noise.samples, channels: 1, into: &analyzer)
        return analyzer.spectraNanoseconds
    }

    @Test("spectra take as long whenever the clock jumps, within or between them")
    func analyzer() throws {
        let calm = try spectra(jumpAt: .max)
        // 300 frames, of which each 16th is timed.
        #expect(calm == 18 * 16 * 1000)
        for jump in 1...36 { #expect(try spectra(jumpAt: jump) == calm, "a jump after reading \(jump)") }
    }
}
