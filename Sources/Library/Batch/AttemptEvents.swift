// AttemptEvents: the events of one memo, told as one story however often it is tried.

import Pipeline

/// What was told of a memo in earlier attempts.
package struct EventsTold: Sendable {
    package var sequence = 0
    package var immediates = 0
    package var transcripts = 0
    package var insights = 0

    package init() {}
}

/// Numbers the events of a further attempt on, tells what was told before as a revision, and holds the last event back
/// until it is certain: a memo ends once.
package final class AttemptEvents: EventSink {
    package private(set) var told: EventsTold
    /// `completed` or `failed`, still to be told.
    package private(set) var ending: MemoEvent?
    private let before: EventsTold
    private let tell: (MemoEvent) async throws -> Void
    private let show: (Progress) async -> Void

    package init(
        told: EventsTold, tell: @escaping (MemoEvent) async throws -> Void, show: @escaping (Progress) async -> Void
    ) {
        (self.told, before) = (told, told)
        (self.tell, self.show) = (tell, show)
    }

    package func receive(_ event: MemoEvent) async throws {
        var event = event
        switch event.payload {
        case .accepted where before.sequence > 0: return
        case .immediate(let result, let revision):
            event.payload = .immediate(result, revision: before.immediates + revision)
            told.immediates = before.immediates + revision + 1
        case .transcript(var update, let revision):
            // What an earlier attempt told is void.
            update.startsOver = revision == 0 && before.transcripts > 0
            event.payload = .transcript(update, revision: before.transcripts + revision)
            told.transcripts = before.transcripts + revision + 1
        case .insights(let insights, let revision):
            event.payload = .insights(insights, revision: before.insights + revision)
            told.insights = before.insights + revision + 1
        default: break
        }
        event.sequence = told.sequence
        switch event.payload {
        case .completed, .known, .failed: ending = event
        default:
            told.sequence += 1
            try await tell(event)
        }
    }

    package func advance(_ progress: Progress) async { await show(progress) }

    /// The memo failed outside of the pipeline: before it was opened, or when its results were to be written.
    func fail(_ failure: MemoFailure, queueWait: Duration) async throws {
        let events = MemoEvent.story(
            of: failure.path, ending: .failed(failure), queueWait: queueWait, after: told.sequence)
        for event in events { try await receive(event) }
    }
}
