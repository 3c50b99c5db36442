// TranscriptLedger: what was told of a transcript, so that each update tells what is new.

import Analysis
import Transcription

/// Keeps the transcript of one memo as it grows: segments as they settle, words as an engine writes them.
struct TranscriptLedger {
    /// All that was told.
    private(set) var transcript = Transcript(status: .placeholder, engine: TranscriptShape.engine, passages: [])
    private let engine: String?
    private var shape = TranscriptShape()
    private var activity = 0
    private var onsets = 0
    private var wordStarts = WordStartCursor()
    /// Segments whose words are final.
    private var finished: Set<Int> = []
    private var isWhole = false
    /// Seconds up to which the shape was told.
    private var through = 0.0

    /// - Parameter engine: the name of the engine whose words are to come.
    init(engine: String?) { self.engine = engine }

    /// What has settled of a memo that is still read.
    mutating func settled(in analyzer: Analyzer) -> TranscriptUpdate {
        let starts = wordStarts.take(from: analyzer)
        return update(
            analyzer.segments, analyzer.activity, analyzer.onsets, starts, nuclei: analyzer.nuclei,
            through: analyzer.settledSeconds)
    }

    /// The rest of it when it has ended, with what turned out otherwise.
    mutating func whole(_ memo: Measurements) -> TranscriptUpdate {
        isWhole = true
        let told = transcript.passages.count
        let starts = wordStarts.take(from: memo)
        var result = update(memo.segments, memo.activity, memo.onsets, starts, nuclei: memo.nuclei, through: nil)
        let shapes = TranscriptShape.placeholder(for: memo).passages
        var changed: [Transcript.Passage] = []
        for number in 0..<told {
            var passage = shapes[number]
            passage.text = transcript.passages[number].text
            if passage != transcript.passages[number] { changed.append(passage) }
            transcript.passages[number] = passage
        }
        result.transcript.passages = changed + result.transcript.passages
        return result
    }

    /// Takes what an engine wrote. Segments that were not told yet, or are finished, are left out.
    /// - Returns: `nil` where nothing changed.
    mutating func words(_ texts: [SegmentText]) -> TranscriptUpdate? {
        var changed: [Int: Transcript.Passage] = [:]
        for text in texts where transcript.passages.indices.contains(text.segment) && !finished.contains(text.segment) {
            transcript.passages[text.segment].text = text.text
            changed[text.segment] = transcript.passages[text.segment]
            if text.isFinal { finished.insert(text.segment) }
        }
        guard !changed.isEmpty else { return nil }
        transcript.status = isWhole && finished.count == transcript.passages.count ? .final : .partial
        transcript.engine = engine ?? transcript.engine
        return words(changed.keys.sorted().compactMap { changed[$0] })
    }

    /// The engine has ended. What is there of its words is all there will be.
    /// - Returns: `nil` where that changes nothing.
    mutating func engineEnded(failed: Bool) -> TranscriptUpdate? {
        let before = transcript
        if failed {
            transcript.status = .failed
            transcript.engine = engine ?? transcript.engine
        } else if isWhole, transcript.status == .partial, finished.count == transcript.passages.count {
            transcript.status = .final
        }
        return transcript == before ? nil : words([])
    }

    private func words(_ passages: [Transcript.Passage]) -> TranscriptUpdate {
        TranscriptUpdate(
            through: isWhole ? nil : through, firstSegment: transcript.passages.count, segments: [], activity: [],
            onsets: [],
            wordStarts: [],
            transcript: Transcript(status: transcript.status, engine: transcript.engine, passages: passages))
    }

    private mutating func update(
        _ segments: [Segment], _ stretches: [TimeSpan], _ instants: [Onset], _ starts: [WordStart],
        nuclei: [SyllableNucleus], through: Double?
    ) -> TranscriptUpdate {
        self.through = through ?? self.through
        let first = transcript.passages.count
        let passages = segments.indices.dropFirst(first).map { number in
            shape.passage(number, segments[number], nuclei: nuclei)
        }
        transcript.passages += passages
        defer { (activity, onsets) = (stretches.count, instants.count) }
        return TranscriptUpdate(
            through: through, firstSegment: first, segments: Array(segments.dropFirst(first)),
            activity: Array(stretches.dropFirst(activity)), onsets: Array(instants.dropFirst(onsets)),
            wordStarts: starts,
            transcript: Transcript(status: transcript.status, engine: transcript.engine, passages: passages))
    }
}
