// TimeBase: the one place where sample counts become seconds.

/// The grid that all analysis runs on: 200 *hops* and 100 *frames* per second at every sample rate. A boundary lies on
/// the nearest sample, so at odd rates hops differ by one sample and the grid never drifts.
public struct TimeBase: Sendable, Equatable {
    public static let supportedRates = 1_000...768_000
    public static let hopsPerSecond = 200
    public static let framesPerSecond = 100
    static let hopsPerFrame = hopsPerSecond / framesPerSecond
    static let secondsPerHop = 1 / Double(hopsPerSecond)
    static let secondsPerFrame = 1 / Double(framesPerSecond)

    /// Samples per second and channel.
    public let sampleRate: Int

    public init(sampleRate: Int) {
        precondition(Self.supportedRates.contains(sampleRate), "the sample rate is outside 1 kHz to 768 kHz")
        self.sampleRate = sampleRate
    }

    /// Samples of the longest hop.
    public var longestHop: Int { sampleRate / Self.hopsPerSecond + 1 }
    /// Samples of the longest frame.
    var longestFrame: Int { sampleRate / Self.framesPerSecond + 1 }

    /// The sample at which a hop begins.
    public func sample(ofHop hop: Int) -> Int {
        (2 * hop * sampleRate + Self.hopsPerSecond) / (2 * Self.hopsPerSecond)
    }

    /// The sample at which a frame begins.
    func sample(ofFrame frame: Int) -> Int { sample(ofHop: frame * Self.hopsPerFrame) }

    public func seconds(samples: Int) -> Double { Double(samples) / Double(sampleRate) }

    static func seconds(frames: Int) -> Double { Double(frames) / Double(framesPerSecond) }

    /// Whole hops nearest to a duration, at least one.
    static func hops(_ seconds: Double) -> Int { max(1, Int((seconds * Double(hopsPerSecond)).rounded())) }

    /// Whole frames nearest to a duration.
    static func frames(_ seconds: Double) -> Int { Int((seconds * Double(framesPerSecond)).rounded()) }
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
