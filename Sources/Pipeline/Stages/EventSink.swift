// EventSink: what a caller implements to receive staged results.

import Capture

/// One step in the life of a memo. `sequence` rises by one from 0.
public struct MemoEvent: Sendable {
    /// What an event carries. Every memo begins with `accepted` and ends with exactly one `completed` or `failed`.
    public enum Payload: Sendable {
        case accepted(queueWait: Duration)
        /// `revision` is 0 for the first answer; later ones replace it by fuller figures.
        case immediate(ImmediateResult, revision: Int)
        /// Revision 0 begins with the shape; later ones carry what is new, more of it or words.
        case transcript(TranscriptUpdate, revision: Int)
        /// `revision` is above 0 where partial ones were told before.
        case insights(InsightsUpdate, revision: Int)
        case completed(MemoResult)
        /// Its result is there already: that of the same sound under another name, or its own.
        case known(as: String?)
        case failed(MemoFailure)
    }

    public var sequence: Int
    /// The memo's path.
    public var memo: String
    /// Since the memo was accepted.
    public var elapsed: Duration
    /// Only events that a stage waits for have one.
    public var timing: StageTiming?
    public var progress: Progress
    /// Seconds of sound that an answer rests on which was given at a deadline, before all was heard.
    public var partialSeconds: Double?
    /// Whether the memo is heard while it is recorded: `elapsed` is then as long as the recording, and a stage is timed from the
    /// recording's end on, the first answer from its beginning.
    public var isLive = false
    public var payload: Payload
}

extension MemoEvent {
    /// All that happens to a memo that is not even opened.
    /// - Parameter sequence: how many events were told of it before; after the first, it is not accepted again.
    package static func story(
        of memo: String, ending: Payload, queueWait: Duration = .zero, after sequence: Int = 0
    ) -> [MemoEvent] {
        let payloads: [Payload] = sequence == 0 ? [.accepted(queueWait: queueWait), ending] : [ending]
        return payloads.enumerated().map { index, payload in
            MemoEvent(
                sequence: sequence + index, memo: memo, elapsed: .zero, timing: nil,
                progress: Progress(seconds: 0, duration: nil), payload: payload)
        }
    }
}

/// How much sound was measured. It never falls and never passes the duration.
public struct Progress: Sendable, Equatable {
    public var seconds: Double
    /// `nil` where nobody knows how long the memo will be.
    public var duration: Double?

    public init(seconds: Double, duration: Double?) {
        self.seconds = seconds
        self.duration = duration
    }

    /// So much was measured. A memo that is longer than it said has the duration that it has shown.
    package mutating func advance(to seconds: Double) {
        self.seconds = max(self.seconds, seconds)
        duration = duration.map { max($0, seconds) }
    }

    public var fraction: Double? {
        guard let duration, duration > 0 else { return nil }
        return min(1, seconds / duration)
    }
}

/// A receiver of events. `receive` is awaited before the memo goes on: a slow receiver slows the pipeline down
/// instead of filling memory.
public protocol EventSink: AnyObject {
    func receive(_ event: MemoEvent) async throws
    /// Called every few blocks.
    func advance(_ progress: Progress) async
}

extension EventSink {
    public func advance(_ progress: Progress) async {}
}

/// Why a memo has no result.
public struct MemoFailure: Error, Sendable, Equatable, CustomStringConvertible {
    /// A stable word: one of `CaptureError.Code`, or `late`.
    public var code: String
    public var path: String
    public var problem: String
    public var advice: String
    /// Where it was stopped, if it was because it was late.
    public var late: LateStop?

    public init(code: String, path: String, problem: String, advice: String, late: LateStop? = nil) {
        self.code = code
        self.path = path
        self.problem = problem
        self.advice = advice
        self.late = late
    }

    public init(_ error: CaptureError) {
        self.init(code: error.code.rawValue, path: error.path, problem: error.problem, advice: error.advice)
    }

    public var description: String { "\(path.printable): \(problem); \(advice)" }
}
