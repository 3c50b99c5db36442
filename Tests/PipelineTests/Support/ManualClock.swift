// ManualClock: a clock that stands still until a test turns it.

import Synchronization

final class ManualClock: Clock, Sendable {
    struct Instant: InstantProtocol {
        var offset: Duration

        func advanced(by duration: Duration) -> Instant { Instant(offset: offset + duration) }
        func duration(to other: Instant) -> Duration { other.offset - offset }
        static func < (left: Instant, right: Instant) -> Bool { left.offset < right.offset }
    }

    private let time = Mutex(Duration.zero)
    private let perReading: Duration

    /// - Parameter perReading: by how much each look at the clock turns it: work that takes time wherever it is timed.
    init(perReading: Duration = .zero) { self.perReading = perReading }

    var now: Instant {
        time.withLock { time in
            time += perReading
            return Instant(offset: time)
        }
    }

    var minimumResolution: Duration { .zero }

    func turn(by duration: Duration) { time.withLock { $0 += duration } }

    /// Nothing under test may sleep; whoever does jumps ahead.
    func sleep(until deadline: Instant, tolerance: Duration?) async throws {
        time.withLock { $0 = max($0, deadline.offset) }
    }
}
