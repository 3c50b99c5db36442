// LoggedSink: what happens to a memo, also told to a log, for whoever wants to know what is done and when.

import Capture
import Logging

final class LoggedSink<Sink: EventSink>: EventSink {
    private let sink: Sink
    private let log: Logger

    init(_ sink: Sink, log: Logger) { (self.sink, self.log) = (sink, log) }

    func receive(_ event: MemoEvent) async throws {
        var facts: Logger.Metadata = [
            "memo": "\(event.memo.printable)", "elapsed": "\(event.elapsed.seconds)",
            "heard": "\(event.progress.seconds)",
        ]
        if let timing = event.timing { facts["verdict"] = "\(timing.verdict.rawValue)" }
        if case .immediate(let result, _) = event.payload {
            facts["format"] = "\(result.format.container) \(result.format.encoding)"
            if let salvage = result.salvage { facts["salvage"] = "\(salvage.detail.printable)" }
        }
        if case .failed(let failure) = event.payload { facts["code"] = "\(failure.code)" }
        log.debug("\(event.name)", metadata: facts)
        try await sink.receive(event)
    }

    func advance(_ progress: Progress) async {
        log.trace("reading", metadata: ["heard": "\(progress.seconds)"])
        await sink.advance(progress)
    }
}
