// ManualClock: a clock that stands still until a test turns it.

import Synchronization

public final class ManualClock: Clock, Sendable {
    public struct Instant: InstantProtocol {
        public var offset: Duration

        public func advanced(by duration: Duration) -> Instant { Instant(offset: offset + duration) }
        public func duration(to other: Instant) -> Duration { other.offset - offset }
        public static func < (left: Instant, right: Instant) -> Bool { left.offset < right.offset }
    }

    private let time = Mutex(Duration.zero)
    private let perReading: Duration

    /// - Parameter perReading: by how much each look at the clock turns it: work that takes time wherever it is timed.
    public init(perReading: Duration = .zero) { self.perReading = perReading }

    public var now: Instant {
        time.withLock { time in
            time += perReading
            return Instant(offset: time)
        }
    }

    public var minimumResolution: Duration { .zero }

    public func turn(by duration: Duration) { time.withLock { $0 += duration } }

    /// Nothing under test may sleep; whoever does jumps ahead.
    public func sleep(until deadline: Instant, tolerance: Duration?) async throws {
        time.withLock { $0 = max($0, deadline.offset) }
    }
}
