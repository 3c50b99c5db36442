// TimeBase: the one place where sample counts become seconds.

/// The grid that all analysis runs on. A *hop* is 5 ms, rounded to whole samples; an analysis *frame* is two hops.
/// Inside, positions are sample counts; outside, they are seconds from the start of the memo.
public struct TimeBase: Sendable, Equatable {
    public static let supportedRates = 1_000...768_000

    /// Samples per second and channel.
    public let sampleRate: Int
    /// Samples per hop.
    public let hop: Int

    public init(sampleRate: Int) {
        precondition(Self.supportedRates.contains(sampleRate), "the sample rate is outside 1 kHz to 768 kHz")
        self.sampleRate = sampleRate
        hop = (sampleRate + 100) / 200
    }

    /// Samples per activity frame.
    public var frame: Int { 2 * hop }

    public func seconds(_ samples: Int) -> Double { Double(samples) / Double(sampleRate) }

    /// Whole hops nearest to a duration, at least one.
    func hops(_ seconds: Double) -> Int {
        max(1, Int((seconds * Double(sampleRate) / Double(hop)).rounded()))
    }

    /// Whole activity frames nearest to a duration.
    func frames(_ seconds: Double) -> Int {
        Int((seconds * Double(sampleRate) / Double(frame)).rounded())
    }

    var secondsPerHop: Double { seconds(hop) }
    var secondsPerFrame: Double { seconds(frame) }
}

/// A stretch of time in seconds, `start` included and `end` not.
public struct TimeSpan: Sendable, Equatable {
    public var start: Double
    public var end: Double

    public init(start: Double, end: Double) {
        self.start = start
        self.end = end
    }

    public var duration: Double { end - start }
}
