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
