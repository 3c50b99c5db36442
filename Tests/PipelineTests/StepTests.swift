// StepTests: where the time of a memo went, on a clock that goes on at each look.

import Capture
import Pipeline
import TestSignals
import Testing

@Suite struct StepTests {
    private func steps(measured: Bool, perReading: Duration) async throws -> Latency {
        let scratch = try Scratch()
        let path = try scratch.file("a.wav", Wave.bytes(Wave.pulses(seconds: 4)))
        var settings = ProcessSettings()
        settings.measuresSteps = measured
        settings.hashesContent = true
        let processor = MemoProcessor(settings: settings, clock: ManualClock(perReading: perReading))
        return try await processor.process(Memo(path: path), to: RecordingSink()).latency
    }

    @Test func allStepsOfAShortMemoAreThereAndNoMoreThanTheWhole() async throws {
        // Each look takes as long; features are looked at as often as spectra, which are estimated from a few.
        let latency = try await steps(measured: true, perReading: .microseconds(1))
        let names = latency.steps.map(\.step).filter { $0 != .features }
        #expect(names == [.open, .read, .spectra, .segments, .insights, .hash])
        let sum = latency.steps.reduce(0) { $0 + $1.seconds }
        #expect(sum > 0 && sum <= latency.total.seconds)
    }

    @Test func spectraAreEstimatedFromEverySixteenth() async throws {
        // 400 frames, each transformed for onsets and for activity, and a few more at the end: 25 to 27 of each are timed,
        // 16 clock steps stand for each.
        let latency = try await steps(measured: true, perReading: .nanoseconds(1))
        let spectra = try #require(latency.steps.first { $0.step == .spectra }?.seconds)
        #expect(spectra <= 54 * 16 * 1e-9)
    }

    @Test func nobodyPaysWhoDoesNotAsk() async throws {
        #expect(try await steps(measured: false, perReading: .microseconds(10)).steps.isEmpty)
    }
}

@Suite struct StepMeterTests {
    /// Two seconds of work in blocks of 10 ms, of which 4 ms are spectra; one block is interrupted.
    private func steps(interruptedFor wait: Duration) -> [Step: Double] {
        let clock = ManualClock()
        var meter = StepMeter(clock: clock)
        meter.begin()
        for block in 0..<200 {
            clock.turn(by: .milliseconds(1))
            meter.end(.read)
            clock.turn(by: .milliseconds(10) + (block == 90 ? wait : .zero))
            meter.endBlock(frames: 4096)
        }
        meter.tellSpectra(nanoseconds: 200 * 4_000_000)
        return Dictionary(uniqueKeysWithValues: meter.times.map { ($0.step, $0.seconds) })
    }

    @Test func spectraAndFeaturesShareWhatTheyTake() throws {
        let steps = steps(interruptedFor: .zero)
        #expect(abs(try #require(steps[.spectra]) - 0.8) < 1e-6)
        #expect(abs(try #require(steps[.features]) - 1.2) < 1e-6)
        #expect(abs(try #require(steps[.read]) - 0.2) < 1e-6)
    }

    @Test func oneInterruptionSwallowsNeitherOfThem() throws {
        let steps = steps(interruptedFor: .seconds(6))
        // Eight seconds, shared as the work is; and reading is what it was.
        #expect(abs(try #require(steps[.spectra]) - 3.2) < 1e-6)
        #expect(abs(try #require(steps[.features]) - 4.8) < 1e-6)
        #expect(abs(try #require(steps[.read]) - 0.2) < 1e-6)
    }

    @Test func aMemoWithoutABlockHasNoSpectra() {
        var meter = StepMeter(clock: ManualClock())
        meter.tellSpectra(nanoseconds: 5)
        #expect(meter.times.isEmpty)
    }
}
