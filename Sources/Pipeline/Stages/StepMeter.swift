// StepMeter: adds up where the time of one memo goes.

import Analysis

/// Reads a clock at each change of step: three times for each block of 4096 frames, which is less than a thousandth of
/// the work on one.
package struct StepMeter<C: Clock> where C.Duration == Duration {
    private let clock: C
    private var spent: [Duration]
    private var since: C.Instant
    /// What is measured of the blocks would take, had nothing come between.
    private var typical = TypicalTime()

    package init(clock: C) {
        self.clock = clock
        spent = Array(repeating: .zero, count: Step.allCases.count)
        since = clock.now
    }

    /// What comes now is to be counted anew.
    package mutating func begin() { since = clock.now }

    /// What was done since the last call was this step.
    package mutating func end(_ step: Step) {
        let now = clock.now
        spent[step.order] += since.duration(to: now)
        since = now
    }

    /// What was done since the last call was to measure a block of so many frames: spectra and features, not yet told apart.
    package mutating func endBlock(frames: Int) {
        let before = since
        end(.features)
        typical.add(nanoseconds: Int64(before.duration(to: since) / .nanoseconds(1)), units: frames)
    }

    /// Tells spectra from features. What came between, as a wait for the processor, is shared by both as their work is: it may
    /// have hit either, and a sample of spectra that it hit must not speak for the others.
    /// - Parameter nanoseconds: what spectra take, had nothing come between.
    package mutating func tellSpectra(nanoseconds: Int64) {
        guard typical.nanoseconds > 0 else { return }
        let share = min(max(Double(nanoseconds) / typical.nanoseconds, 0), 1)
        let moved = spent[Step.features.order] * share
        spent[Step.features.order] -= moved
        spent[Step.spectra.order] += moved
    }

    /// The steps that took any time.
    package var times: [StepTime] {
        Step.allCases.compactMap { step in
            let duration = spent[step.order]
            return duration > .zero ? StepTime(step, duration.seconds) : nil
        }
    }

    /// Nanoseconds since the meter was made, for those who cannot know the clock.
    var nanoseconds: @Sendable () -> Int64 {
        let (clock, origin) = (clock, since)
        return { Int64(origin.duration(to: clock.now) / .nanoseconds(1)) }
    }
}

extension Step {
    fileprivate var order: Int { Self.allCases.firstIndex(of: self) ?? 0 }
}
