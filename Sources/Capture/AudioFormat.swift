// AudioFormat: what an audio file says about itself, in the words of the results.

/// How a memo is stored. `declaredFrames` is what the header claims; it is never trusted for the duration,
/// which is counted from what was read.
public struct AudioFormat: Sendable, Equatable {
    /// Lower-case name of the container: `wav`, `flac`, `ogg`, `raw`, …
    public var container: String
    /// Lower-case name of the sample encoding: `pcm16`, `float32`, `vorbis`, …
    public var encoding: String
    /// Frames per second, in Hz (1…).
    public var sampleRate: Int
    /// Samples per frame (1…1024).
    public var channels: Int
    /// Frames the header claims, `nil` where it does not say (pipes).
    public var declaredFrames: Int64?
    /// Whether samples came from integers.
    public var isInteger: Bool
    /// Significant bits of an integer encoding, 0 otherwise.
    public var bitsPerSample: Int

    public init(
        container: String, encoding: String, sampleRate: Int, channels: Int, declaredFrames: Int64?,
        isInteger: Bool, bitsPerSample: Int
    ) {
        self.container = container
        self.encoding = encoding
        self.sampleRate = sampleRate
        self.channels = channels
        self.declaredFrames = declaredFrames
        self.isInteger = isInteger
        self.bitsPerSample = bitsPerSample
    }

    /// What the header claims, in seconds.
    public var declaredDuration: Double? {
        declaredFrames.map { Double($0) / Double(sampleRate) }
    }
}
