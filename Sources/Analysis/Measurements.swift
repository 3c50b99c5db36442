// Measurements: everything that analysis says about a memo.

/// The result of one pass over a memo.
public struct Measurements: Sendable {
    public var sampleRate: Int
    public var channels: Int
    /// Counted, not claimed.
    public var frames: Int
    public var levels: LevelSummary
    /// RMS over the active frames of the mono signal, in dBFS.
    public var activeLevel: Double?
    public var overview: WaveformOverview
    public var bloom: BloomHistory
    /// Whether the bloom has rings: they start where activity starts.
    public var hasRings: Bool
    public var onsets: [Onset]
    public var activity: [TimeSpan]
    public var segments: [Segment]
    /// Syllable nuclei inside the activity.
    public var nuclei: [SyllableNucleus]
    public var hum: Hum?
    public var dropouts: [Dropout]
    /// Present when asked for.
    public var waveform: WaveformPairs?
    /// Present when asked for.
    public var evidence: EvidenceTrack?
    /// Present when asked for.
    public var spectrogram: Spectrogram?

    /// When rings start, in seconds.
    public var rings: some Sequence<Double> {
        (hasRings ? activity[...] : []).lazy.map(\.start)
    }

    public var duration: Double { Double(frames) / Double(sampleRate) }
}

/// What may be set about analysis. The defaults serve quiet recordings and noisy rooms alike.
public struct AnalysisParameters: Sendable, Equatable {
    public var segments = SegmentParameters()
    /// Who decides where somebody sounds.
    public var activityMethod = ActivityMethod.trained
    /// Replaces the bloom's spring by a short straight line and drops its rings.
    public var reduceMotion = false
    /// Bloom frames per second, 1…240.
    public var bloomFramesPerSecond = BloomTrack.usualFramesPerSecond
    /// Whether all of the bloom is remembered, or only its first and its newest frames.
    public var keepsBloom = true
    /// Asks for min/max pairs of this many samples.
    public var samplesPerPixel: Int?
    /// Asks for what spoke for and against speech, step by step.
    public var keepsEvidence = false
    /// Asks for the mean of the channels, for who has to hear the same; to be taken after each block.
    public var keepsMix = false
    /// Asks for a picture of the spectrum over time.
    public var keepsSpectrogram = false

    public init() {}
}
