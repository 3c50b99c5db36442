// EventLines: events as JSON for programs, a line for each.

import Capture
import Pipeline

/// One JSON object per event, handed over as it happens.
public final class EventLines: EventSink {
    private let output: any ByteDestination

    /// - Parameter output: is flushed after each event.
    public init(output: any ByteDestination) { self.output = output }

    /// - Throws: what the output throws.
    public func receive(_ event: MemoEvent) async throws {
        // The transcript of a long memo holds a million onsets; in pieces it is never in memory as a whole.
        try output.write(json: event.write)
        try output.flush()
    }
}
