// Sinks: audiences of events: who is told, and in which order.

import Capture
import Pipeline

/// Passes events on, and shows a progress line on a terminal.
final class ProgressSink: EventSink {
    private let sink: (any EventSink)?

    /// - Parameter sink: `nil` for documents that are written at the end.
    init(_ sink: (any EventSink)? = nil) { self.sink = sink }

    func receive(_ event: MemoEvent) async throws { try await sink?.receive(event) }

    func advance(_ progress: Progress) async { ProgressLine.show(progress) }
}

/// Goes on without its audience: where results are also kept as files, a closed pipe is no reason to stop.
final class TolerantSink: EventSink {
    private let sink: any EventSink
    /// What the first failed delivery said.
    var failure: CaptureError?

    init(_ sink: any EventSink) { self.sink = sink }

    func receive(_ event: MemoEvent) async throws {
        guard failure == nil else { return }
        do {
            try await sink.receive(event)
        } catch let error as CaptureError {
            failure = error
        }
    }

    func advance(_ progress: Progress) async { await sink.advance(progress) }
}

/// Several audiences, each told in its turn.
final class SharedSink: EventSink {
    private let sinks: [any EventSink]

    init(_ sinks: [any EventSink]) { self.sinks = sinks }

    func receive(_ event: MemoEvent) async throws {
        for sink in sinks { try await sink.receive(event) }
    }

    func advance(_ progress: Progress) async {
        for sink in sinks { await sink.advance(progress) }
    }
}

/// Keeps events until it is their memo's turn.
final class EventKeeper: EventSink {
    private(set) var events: [MemoEvent] = []

    func receive(_ event: MemoEvent) async throws { events.append(event) }
}
