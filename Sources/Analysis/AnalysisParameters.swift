// AnalysisParameters: what may be set about analysis.

/// The defaults serve quiet recordings and noisy ones alike.
public struct AnalysisParameters: Sendable, Equatable, Codable {
    public var segments = SegmentParameters()
    /// Who decides where somebody sounds.
    public var activityMethod = ActivityMethod.trained
    /// Replaces the bloom's spring by a short straight line and drops its rings.
    public var reduceMotion = false
    /// Bloom frames per second, within `BloomTrack.framesPerSecondRange`.
    public var bloomFramesPerSecond = BloomTrack.usualFramesPerSecond
    /// Whether all of the bloom is remembered, or only its first and its newest frames.
    public var keepsBloom = true
    /// Asks for min/max pairs of this many samples, within `WaveformPairs.samplesPerPixelRange`.
    public var samplesPerPixel: Int?
    /// Asks for what spoke for and against speech, step by step.
    public var keepsEvidence = false
    /// Asks for a picture of the spectrum over time.
    public var keepsSpectrogram = false
    /// Asks for the mean of the channels, for who has to hear the same; to be taken after each block.
    public var keepsMix = false

    public init() {}

    /// Refuses settings that are out of range, NaN and infinity among them.
    public func validate() throws(AnalysisError) {
        try segments.validate()
        try AnalysisError.check(.bloomFramesPerSecond, bloomFramesPerSecond, in: BloomTrack.framesPerSecondRange)
        if let samplesPerPixel {
            try AnalysisError.check(.samplesPerPixel, samplesPerPixel, in: WaveformPairs.samplesPerPixelRange)
        }
    }
}

extension SegmentParameters {
    /// Refuses durations that are out of range, NaN and infinity among them.
    public func validate() throws(AnalysisError) {
        try AnalysisError.check(.join, join, in: Self.joinRange)
        try AnalysisError.check(.padding, padding, in: Self.paddingRange)
        try AnalysisError.check(.maximumLength, maximumLength, in: Self.maximumLengthRange)
    }
}
