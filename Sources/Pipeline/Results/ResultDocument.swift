// ResultDocument: the document of one memo as a value, as it is written and read.

import Analysis
import Capture
import Transcription

/// Everything that a document says.
public struct ResultDocument: Sendable, Equatable {
    /// What made a document.
    public struct Tool: Sendable, Equatable {
        public var version: String
        public var libsndfile: String
        public var fftw: String

        public init(version: String, libsndfile: String, fftw: String) {
            (self.version, self.libsndfile, self.fftw) = (version, libsndfile, fftw)
        }

        /// This program.
        public static let current = Tool(
            version: SonoraVersion.current, libsndfile: SoundFile.libraryVersion, fftw: AnalysisLibraries.fftwVersion)
    }

    public var head: MemoHead
    public var levels: LevelSummary
    public var overview: WaveformOverview
    public var bloom: BloomTrack
    public var onsets: [Onset]
    public var wordStarts: [WordStart]
    public var activity: [TimeSpan]
    public var segments: [Segment]
    public var transcript: Transcript
    public var insights: [Insight]
    public var latency: Latency
    public var tool = Tool.current
}

extension ResultDocument {
    /// The document of a result, with all of its bloom in memory.
    public init(_ result: MemoResult) {
        let memo = result.measurements
        var bloom = memo.bloom.track
        bloom.rings = Array(memo.rings)
        self.init(
            head: result.head, levels: memo.levels, overview: memo.overview, bloom: bloom, onsets: memo.onsets,
            wordStarts: memo.wordStarts, activity: memo.activity, segments: memo.segments,
            transcript: result.transcript, insights: result.insights, latency: result.latency)
    }
}
