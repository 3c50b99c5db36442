// EngineLink: one memo and its engine: segments go one way, words the other.

import Analysis
import Transcription

/// Joins the run of a memo with an engine that works beside it.
final class EngineLink: Sendable {
    let transcriber: any Transcriber
    private let hints: TranscriptionHints
    private let spool: SpeechSpool
    let inbox = WordsInbox()

    init(_ transcriber: any Transcriber, hints: TranscriptionHints) {
        self.transcriber = transcriber
        self.hints = hints
        spool = SpeechSpool(sampleRate: transcriber.sampleRate)
    }

    /// Lets the engine work until the memo has ended and it has written all.
    func run() async {
        let spool = spool
        let job = TranscriptionJob(
            hints: hints, requests: AsyncThrowingStream(unfolding: { try await spool.request() }))
        do {
            try await transcriber.transcribe(job) { [inbox] texts in
                try Task.checkCancellation()
                inbox.put(texts)
            }
            inbox.end(nil)
        } catch {
            inbox.end(error)
        }
    }

    /// Hands over segments.
    func put(_ segments: some Sequence<(number: Int, span: TimeSpan, samples: [Float])>) async {
        for segment in segments { await spool.put(segment.number, segment.span, segment.samples) }
    }

    /// The memo has ended.
    func close() async { await spool.close() }
}
