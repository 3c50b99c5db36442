// RecordingSink: keeps what it is told, and does what a test wants at that moment.

import Pipeline
import Transcription

final class RecordingSink: EventSink {
    private(set) var events: [MemoEvent] = []
    private(set) var advances: [Progress] = []
    private let onReceive: (MemoEvent) async throws -> Void
    private let onAdvance: (Progress) async -> Void

    init(
        onReceive: @escaping (MemoEvent) async throws -> Void = { _ in },
        onAdvance: @escaping (Progress) async -> Void = { _ in }
    ) {
        self.onReceive = onReceive
        self.onAdvance = onAdvance
    }

    func receive(_ event: MemoEvent) async throws {
        events.append(event)
        try await onReceive(event)
    }

    func advance(_ progress: Progress) async {
        advances.append(progress)
        await onAdvance(progress)
    }

    var names: [String] { events.map(\.name) }

    /// The stages that were timed, in their order.
    var timings: [StageTiming] { events.compactMap(\.timing) }

    func timing(_ stage: Stage) -> StageTiming? { timings.first { $0.stage == stage } }

    /// The immediate answers.
    var answers: [(result: ImmediateResult, revision: Int)] {
        events.compactMap { event in
            if case .immediate(let result, let revision) = event.payload { (result, revision) } else { nil }
        }
    }

    /// Revisions of the transcript, in order.
    var revisions: [Int] {
        events.compactMap { event in
            if case .transcript(_, let revision) = event.payload { revision } else { nil }
        }
    }

    /// The transcript after each event that told of it.
    var transcripts: [Transcript] {
        var builder = ResultBuilder()
        return events.compactMap { event in
            builder.apply(event)
            return if case .transcript = event.payload { builder.toldTranscript } else { nil }
        }
    }

    /// The document that the events make together.
    var document: ResultDocument? {
        var builder = ResultBuilder()
        for event in events { builder.apply(event) }
        return builder.document
    }

    var failure: MemoFailure? {
        events.compactMap { event in
            if case .failed(let failure) = event.payload { failure } else { nil }
        }.first
    }
}
