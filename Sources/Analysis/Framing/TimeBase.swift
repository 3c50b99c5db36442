// TimeBase: the one place where counts of samples, hops, frames and steps become seconds, and seconds become counts.

/// The grid that all analysis runs on: 200 *hops* and 100 *frames* per second at every sample rate. A boundary lies on
/// the nearest sample, so at odd rates hops differ by one sample and the grid never drifts.
///
/// Inside, times are whole counts that are called `sample`, `hop`, `frame` or `step`; results have seconds.
public struct TimeBase: Sendable, Equatable {
    public static let supportedRates = 1_000...768_000
    public static let hopsPerSecond = 200
    public static let framesPerSecond = 100
    static let hopsPerFrame = hopsPerSecond / framesPerSecond
    /// The trained net hears steps of 20 ms.
    static let framesPerStep = 2
    static let secondsPerHop = 1 / Double(hopsPerSecond)
    static let secondsPerFrame = 1 / Double(framesPerSecond)
    static let secondsPerStep = Double(framesPerStep) * secondsPerFrame

    /// Samples per second and channel.
    public let sampleRate: Int

    /// - Parameter sampleRate: within `supportedRates`; anything else is a mistake of the program.
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

    /// Of a place between two frames.
    static func seconds(frames: Double) -> Double { frames / Double(framesPerSecond) }

    static func seconds(hops: Int) -> Double { Double(hops) / Double(hopsPerSecond) }

    /// Whole hops nearest to a duration, at least one.
    static func hops(_ seconds: Double) -> Int { max(1, Int((seconds * Double(hopsPerSecond)).rounded())) }

    /// Whole frames nearest to a duration.
    static func frames(_ seconds: Double) -> Int { Int((seconds * Double(framesPerSecond)).rounded()) }

    /// Frames that a duration reaches into.
    static func frames(reaching seconds: Double) -> Int { Int((seconds * Double(framesPerSecond)).rounded(.up)) }

    /// Whole steps nearest to a time; `nil` for what is no time.
    static func steps(_ seconds: Double) -> Int? { Int(exactly: (seconds / secondsPerStep).rounded()) }
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
