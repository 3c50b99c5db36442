// SpectraMeter: how much time goes into Fourier transforms, from every 16th of them.

/// Reading a clock costs a fiftieth of a short transform, so most are not timed.
struct SpectraMeter {
    private static let every = 16

    private let now: @Sendable () -> Int64
    private var count = 0
    private var time = TypicalTime()

    /// - Parameter now: nanoseconds on any clock.
    init(now: @escaping @Sendable () -> Int64) { self.now = now }

    /// Nanoseconds of all transforms, estimated, without what came between.
    var nanoseconds: Int64 { Int64(time.nanoseconds) * Int64(Self.every) }

    /// The time at which a transform that is to be timed begins; `nil` for the others.
    mutating func begin() -> Int64? {
        count += 1
        return count.isMultiple(of: Self.every) ? now() : nil
    }

    mutating func end(begun: Int64) { time.add(nanoseconds: now() - begun) }
}
