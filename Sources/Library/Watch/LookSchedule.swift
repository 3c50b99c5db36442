// LookSchedule: when a watch walks through all folders again.

/// Times are durations since any fixed instant. The first look is due at once.
package struct LookSchedule {
    /// Where nobody tells what happens.
    package static var interval: Duration { .seconds(2) }
    /// Where somebody does: file systems of other machines keep their changes to themselves.
    package static var safetyInterval: Duration { .seconds(60) }
    /// A look is followed by a rest of so many times what it took, so that a large library costs no more than a tenth of
    /// a processor, whatever happens in it.
    private static var restFactor: Int { 10 }
    private static var leastRest: Duration { .milliseconds(50) }

    private var wanted = Duration.zero
    private var restEnd = Duration.zero

    package init() {}

    package var next: Duration { max(wanted, restEnd) }

    package func isDue(at now: Duration) -> Bool { now >= next }

    /// Something happened that only a look at everything can tell.
    package mutating func lookSoon(at now: Duration) { wanted = min(wanted, now) }

    /// - Parameters:
    ///   - isTold: whether what happens from now on is told.
    ///   - hasMore: whether there are folders that were not watched yet while they were walked.
    package mutating func looked(from began: Duration, to now: Duration, isTold: Bool, hasMore: Bool) {
        restEnd = now + max(Self.leastRest, (now - began) * Self.restFactor)
        wanted = hasMore ? now : now + (isTold ? Self.safetyInterval : Self.interval)
    }
}
