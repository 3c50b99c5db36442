// MemoLines: what becomes known of a memo, as lines for programs.

import Analysis
import Capture
import Pipeline

/// Lines of tab-separated columns; the first says what the line is about.
package final class MemoLines: EventSink {
    private let output: any ByteDestination
    private var memos = 0
    /// Onsets that were told of a memo while it was live.
    private var liveOnsets: Int?
    /// Onsets that came with transcripts.
    private var toldOnsets = 0

    package init(output: any ByteDestination) { self.output = output }

    package func receive(_ event: MemoEvent) async throws {
        switch event.payload {
        case .accepted:
            if memos > 0 { try output.write("\n") }
            memos += 1
            liveOnsets = nil
            try line("memo", event.memo.printable)
        case .immediate(let result, let revision):
            if result.coverage == .live { try live(result) } else { try immediate(result, revision, event.timing) }
        case .transcript(let update, let revision): try transcript(update, revision, event.timing)
        case .insights(let update, _):
            try stage(event.timing)
            for insight in update.changed {
                try line("insight", insight.id, insight.importance.rawValue, insight.title, insight.detail)
            }
        case .completed(let result):
            try line(
                "completed", Numbers.fixed(result.latency.total.seconds, 6),
                "realtimeFactor \(Numbers.fixed(result.latency.realtimeFactor ?? 0, 6))")
        case .known(let other): try line("known", (other ?? event.memo).printable)
        case .failed(let failure): try line("failed", failure.code, failure.problem, failure.advice)
        }
        try output.flush()
    }

    private func immediate(_ result: ImmediateResult, _ revision: Int, _ timing: StageTiming?) throws {
        try stage(timing)
        if revision == 0 {
            let format = result.format
            try line(
                "format", format.container, format.encoding, "\(format.sampleRate) Hz",
                counted(format.channels, "channel"))
            let origin = result.origin
            if let recordedAt = origin.recordedAt {
                try line("recordedAt", recordedAt.text, recordedAt.source.rawValue)
            }
            if let title = origin.title { try line("title", title) }
            if let artist = origin.artist { try line("artist", artist) }
        }
        if let duration = result.duration { try line("duration", Numbers.fixed(duration, 6)) }
        let levels = result.levels
        try line(
            "levels", result.coverage.rawValue, "peak \(Figures.level(levels.peak))",
            "rms \(Figures.level(levels.rms))", "noiseFloor \(Figures.level(levels.noiseFloor))",
            "clippedSamples \(levels.clippedSamples)")
        try speech(result.news)
    }

    /// Speech that is settled, in parts, and where words begin.
    private func speech(_ news: SpeechNews?) throws {
        for span in news?.activity.settled.active ?? [] {
            try line("speech", Numbers.fixed(span.start, 3), Numbers.fixed(span.end, 3))
        }
        for word in news?.wordStarts ?? [] {
            try line("word", Numbers.fixed(word.time, 6), Figures.fixed(word.strength, 3))
        }
    }

    private func tell(_ onsets: some Sequence<Onset>) throws {
        for onset in onsets {
            try line("onset", Numbers.fixed(onset.time, 6), Numbers.fixed(onset.strength, 3))
        }
    }

    private func live(_ result: ImmediateResult) throws {
        try tell(result.onsets)
        liveOnsets = (liveOnsets ?? 0) + result.onsets.count
        try speech(result.news)
        if let level = result.bloom.level.last, let duration = result.duration {
            try line("bloom", Numbers.fixed(duration, 2), Numbers.fixed(Double(level), 4))
        }
    }

    private func transcript(_ update: TranscriptUpdate, _ revision: Int, _ timing: StageTiming?) throws {
        if revision == 0 { toldOnsets = 0 }
        // Those that became known when the memo ended.
        if let told = liveOnsets { try tell(update.onsets.dropFirst(max(0, told - toldOnsets))) }
        toldOnsets += update.onsets.count
        if update.through == nil { liveOnsets = nil }
        try stage(timing)
        let passages = Dictionary(update.transcript.passages.map { ($0.segment, $0) }) { $1 }
        for (offset, segment) in update.segments.enumerated() {
            let number = update.firstSegment + offset
            let words = passages[number]?.estimatedWords ?? 0
            try line(
                "segment", "\(number)", Numbers.fixed(segment.span.start, 3), Numbers.fixed(segment.span.end, 3),
                segment.startReason.rawValue, segment.endReason.rawValue,
                passages[number]?.text ?? "~" + counted(words, "word"))
        }
        for passage in update.transcript.passages where passage.segment < update.firstSegment {
            if let text = passage.text { try line("text", "\(passage.segment)", text) }
        }
    }

    private func stage(_ timing: StageTiming?) throws {
        guard let timing else { return }
        try line(
            "stage", timing.stage.rawValue, timing.verdict.rawValue, Numbers.fixed(timing.elapsed.seconds, 6),
            Figures.fixed(timing.budget?.seconds, 3))
    }

    private func line(_ columns: String...) throws {
        try output.write(columns.joined(separator: "\t") + "\n")
    }
}
