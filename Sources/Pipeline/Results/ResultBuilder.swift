// ResultBuilder: the document of a memo, put together from its events, as any client can.

import Analysis
import Capture
import Transcription

/// Takes the events of one memo in their order. After `completed` it has the document that the memo's result has; where the
/// bloom was told in part (`ProcessSettings.tellsWholeBloom`), that part of it.
public struct ResultBuilder: Sendable {
    private var immediate: ImmediateResult?
    private var bloom: BloomTrack?
    private var rings: [Double] = []
    private var onsets: [Onset] = []
    private var wordStarts: [WordStart] = []
    private var activity: [TimeSpan] = []
    private var segments: [Segment] = []
    private var transcript: Transcript?
    private var insights: [Insight] = []
    private var ending: (path: String, hash: String?, latency: Latency)?

    public init() {}

    public mutating func apply(_ event: MemoEvent) {
        switch event.payload {
        case .accepted(_): self = ResultBuilder()
        case .immediate(let result, _): apply(result)
        case .transcript(let update, _): apply(update)
        case .insights(let update, _): apply(update)
        case .completed(let result): ending = (event.memo, result.contentHash, result.latency)
        case .known, .failed: break
        }
    }

    /// What has been told of segments so far.
    public var toldSegments: [Segment] { segments }
    /// What has been told of the transcript so far.
    public var toldTranscript: Transcript? { transcript }

    /// `nil` before the memo is complete.
    public var document: ResultDocument? {
        guard let ending, let immediate, let transcript, var bloom else { return nil }
        bloom.rings = rings
        let format = immediate.format
        let frames = immediate.duration.map { Int(($0 * Double(format.sampleRate)).rounded()) } ?? 0
        return ResultDocument(
            head: MemoHead(
                path: ending.path, contentHash: ending.hash, origin: immediate.origin, salvage: immediate.salvage,
                format: format, frames: frames),
            levels: immediate.levels, overview: immediate.overview, bloom: bloom, onsets: onsets,
            wordStarts: wordStarts, activity: activity, segments: segments, transcript: transcript,
            insights: insights, latency: ending.latency)
    }

    private mutating func apply(_ result: ImmediateResult) {
        immediate = result
        var track = bloom ?? BloomTrack(framesPerSecond: result.bloom.framesPerSecond)
        let first = min(result.firstBloomFrame, track.level.count)
        let told = first..<min(first + result.bloom.level.count, track.level.count)
        track.level.replaceSubrange(told, with: result.bloom.level)
        track.scale.replaceSubrange(told, with: result.bloom.scale)
        bloom = track
        // Rings belong to the frames that they come with. A live memo tells one when its activity begins, which is some frames ago.
        if result.coverage != .live {
            let end = Double(first + result.bloom.level.count) / Double(track.framesPerSecond)
            rings.removeAll { $0 < end }
        }
        rings = (rings + result.bloom.rings).sorted()
    }

    private mutating func apply(_ update: TranscriptUpdate) {
        if update.startsOver {
            (onsets, wordStarts, activity, segments, transcript) = ([], [], [], [], nil)
        }
        onsets += update.onsets
        wordStarts += update.wordStarts
        activity += update.activity
        segments += update.segments
        guard var known = transcript else {
            transcript = update.transcript
            return
        }
        (known.status, known.engine) = (update.transcript.status, update.transcript.engine)
        for passage in update.transcript.passages {
            if known.passages.indices.contains(passage.segment) {
                known.passages[passage.segment] = passage
            } else {
                known.passages.append(passage)
            }
        }
        transcript = known
    }

    private mutating func apply(_ update: InsightsUpdate) {
        let all = Dictionary((insights + update.changed).map { ($0.id, $0) }) { $1 }
        insights = update.order.compactMap { all[$0] }
    }
}
