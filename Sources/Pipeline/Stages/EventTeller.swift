// EventTeller: the events of one memo, numbered, on their way to the sink.

import Capture

/// Numbers events and revisions. What the sink throws ends the memo, as nobody listens any more.
final class EventTeller<Sink: EventSink> {
    private let sink: Sink
    private let memo: String
    private var sequence = 0
    private var revisions: [Stage: Int] = [:]
    /// How far reading is; each event carries it.
    var progress = Progress(seconds: 0, duration: nil)
    /// Whether the memo is heard while it is recorded; each event tells.
    var isLive = false
    /// What the sink threw: it wants no more events, not even a failure.
    private(set) var sinkError: (any Error)?

    init(_ sink: Sink, memo: String) {
        self.sink = sink
        self.memo = memo
    }

    /// Numbers the answers of a stage: 0, 1, 2 …
    func nextRevision(_ stage: Stage) -> Int {
        defer { revisions[stage, default: 0] += 1 }
        return revisions[stage, default: 0]
    }

    /// - Parameter elapsed: since the memo was accepted.
    func tell(
        _ payload: MemoEvent.Payload, elapsed: Duration, timing: StageTiming? = nil, partialSeconds: Double? = nil
    ) async throws {
        let event = MemoEvent(
            sequence: sequence, memo: memo, elapsed: elapsed, timing: timing, progress: progress,
            partialSeconds: partialSeconds, isLive: isLive, payload: payload)
        sequence += 1
        do {
            try await sink.receive(event)
        } catch {
            sinkError = error
            throw error
        }
    }

    func advance() async { await sink.advance(progress) }
}
