// LiveCursor: how far a live memo has been shown, so that each answer tells what is new.

import Analysis
import Capture

struct LiveCursor {
    private var bloomFrame = 0
    private var ring = 0
    private var onset = 0
    private var activity = LiveActivityCursor()
    private var wordStarts = WordStartCursor()

    mutating func update(
        _ source: any BlockSource, analyzer: Analyzer, origin: MemoOrigin, coverage: ImmediateResult.Coverage
    ) -> ImmediateResult {
        var bloom = analyzer.bloom.track(bloomFrame..<analyzer.bloom.count)
        bloom.rings = analyzer.rings(from: ring)
        let onsets = Array(analyzer.onsets[onset...])
        defer {
            bloomFrame = analyzer.bloom.count
            ring += bloom.rings.count
            onset = analyzer.onsets.count
        }
        let isLive = coverage == .live
        return ImmediateResult(
            format: source.format, duration: isLive ? analyzer.seconds : nil, origin: origin,
            salvage: source.salvage, coverage: coverage,
            levels: analyzer.levels, overview: analyzer.overview, bloom: bloom, firstBloomFrame: bloomFrame,
            onsets: onsets, news: isLive ? news(from: analyzer) : nil)
    }

    /// What is new about speech when the memo has ended.
    mutating func rest(of measurements: Measurements) -> SpeechNews {
        SpeechNews(activity: activity.take(from: measurements), wordStarts: wordStarts.take(from: measurements))
    }

    private mutating func news(from analyzer: Analyzer) -> SpeechNews {
        SpeechNews(activity: activity.take(from: analyzer), wordStarts: wordStarts.take(from: analyzer))
    }
}
