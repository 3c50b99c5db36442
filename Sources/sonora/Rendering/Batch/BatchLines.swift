// BatchLines: a batch in a pipe: a line on standard error for each memo that has ended.

import Capture
import Formats
import Library
import Pipeline
import Synchronization

/// What is said of a memo when it has ended, and counted.
struct BatchCount: Sendable {
    var total: Int
    private(set) var ended = 0

    init(total: Int) { self.total = total }

    /// The line for a memo.
    mutating func line(_ report: MemoReport) -> String {
        ended += 1
        let place = "[\(ended)/\(max(total, ended))]"
        let path = report.memo.path
        return switch report.outcome {
        case .done(let latency):
            "\(place) done \(path): \(Numbers.clock(report.seconds ?? 0)) of sound in \(Figures.duration(latency.total))"
                + (report.attempts > 1 ? ", at the \(Self.ordinal(report.attempts)) attempt" : "")
                + (report.salvage.map { "; \($0.detail)" } ?? "")
        case .known(let other, let isMoved):
            "\(place) known \(path): \(isMoved ? "was called" : "the same sound as") \(other)"
        case .unchanged: "\(place) unchanged \(path)"
        case .failed(let failure):
            "\(place) failed \(failure)" + (report.attempts > 1 ? " (tried \(report.attempts) times)" : "")
        case .failedBefore(let failure): "\(place) failed before \(path): \(failure.problem)"
        case .vanished: "\(place) vanished \(path): it is not there any more"
        }
    }

    private static func ordinal(_ number: Int) -> String {
        number == 2 ? "second" : number == 3 ? "third" : "\(number)th"
    }
}

final class BatchLines: BatchObserver {
    private let count: Mutex<BatchCount>

    init(total: Int) { count = Mutex(BatchCount(total: total)) }

    func arrived(_ memo: BatchMemo, bytes: Int64) { count.withLock { $0.total += 1 } }
    func began(_ memo: BatchMemo, worker: Int) {}
    func receive(_ event: MemoEvent, of memo: BatchMemo, worker: Int) async throws {}
    func advance(_ progress: Progress, of memo: BatchMemo, worker: Int) {}

    func willRetry(_ memo: BatchMemo, after wait: Duration, failure: MemoFailure) {
        StandardError.note("\(memo.path): \(failure.problem); trying again in \(Figures.duration(wait))")
    }

    func ended(_ report: MemoReport) async throws {
        let line = count.withLock { $0.line(report) }
        if case .failed = report.outcome { StandardError.say(line) } else { StandardError.note(line) }
    }
}

/// Passes a run on to whoever shows it, and every event as a line to standard output.
final class BatchEvents: BatchObserver {
    private let shown: any BatchObserver
    private let output: SharedOutput

    init(_ shown: any BatchObserver, output: SharedOutput) {
        (self.shown, self.output) = (shown, output)
    }

    func arrived(_ memo: BatchMemo, bytes: Int64) { shown.arrived(memo, bytes: bytes) }

    func began(_ memo: BatchMemo, worker: Int) { shown.began(memo, worker: worker) }

    func receive(_ event: MemoEvent, of memo: BatchMemo, worker: Int) async throws {
        output.write(line: JSONWriter.document(event.write))
        try await shown.receive(event, of: memo, worker: worker)
    }

    func advance(_ progress: Progress, of memo: BatchMemo, worker: Int) {
        shown.advance(progress, of: memo, worker: worker)
    }

    func willRetry(_ memo: BatchMemo, after wait: Duration, failure: MemoFailure) {
        shown.willRetry(memo, after: wait, failure: failure)
    }

    func ended(_ report: MemoReport) async throws { try await shown.ended(report) }
}

/// Standard output for several workers: whole lines only. A reader that has gone does not end a run whose results are
/// files; it is told at the end.
final class SharedOutput: Sendable {
    private let output = Mutex(StandardOutput())
    private let broken = Mutex<CaptureError?>(nil)

    var failure: CaptureError? { broken.withLock { $0 } }

    func write(line: [UInt8]) {
        guard failure == nil else { return }
        do throws(CaptureError) {
            try output.withLock { (output) throws(CaptureError) in
                try output.write(bytes: line)
                try output.flush()
            }
        } catch {
            broken.withLock { $0 = error }
            if error.code == .outputClosed {
                StandardError.note("nobody reads standard output any more; the results go on being written")
            }
        }
    }
}
