// StepMeter: adds up where the time of one memo goes.

/// Reads a clock at each change of step: three times for each block of 4096 frames, which is less than a thousandth of
/// the work on one.
struct StepMeter<C: Clock> where C.Duration == Duration {
    private let clock: C
    private var spent: [Duration]
    private var since: C.Instant

    init(clock: C) {
        self.clock = clock
        spent = Array(repeating: .zero, count: Step.allCases.count)
        since = clock.now
    }

    /// What comes now is to be counted anew.
    mutating func begin() { since = clock.now }

    /// What was done since the last call was this step.
    mutating func end(_ step: Step) {
        let now = clock.now
        spent[step.order] += since.duration(to: now)
        since = now
    }

    /// Moves a share of one step to another.
    mutating func move(_ duration: Duration, from step: Step, to other: Step) {
        let moved = min(duration, spent[step.order])
        spent[step.order] -= moved
        spent[other.order] += moved
    }

    /// The steps that took any time.
    var times: [StepTime] {
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
