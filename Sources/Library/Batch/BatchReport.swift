// BatchReport: what a run says about each memo as it goes, and who listens.

import Capture
import Pipeline

/// A memo of a run, for those who show it.
public struct BatchMemo: Sendable {
    /// Its place in the order of the run, from 0.
    public var order: Int
    public var path: String
}

/// How a memo ended.
public struct MemoReport: Sendable {
    public enum Outcome: Sendable {
        /// Analysed in this run.
        case done(Latency)
        /// It has the sound of a memo that was done before, under this name.
        case known(as: String, isMoved: Bool)
        /// Its bytes are those that were done before.
        case unchanged
        case failed(MemoFailure)
        /// Its bytes are those that failed before, so it was not tried again.
        case failedBefore(MemoFailure)
        /// It was there when the run was planned.
        case vanished
    }

    public var memo: BatchMemo
    public var outcome: Outcome
    /// Seconds of sound, where it is known.
    public var seconds: Double?
    /// What had to be put right so that it could be read.
    public var salvage: Salvage?
    /// How often it was tried.
    public var attempts: Int
}

extension MemoReport {
    /// What there is to tell of a memo that was not analysed here: it begins and ends.
    /// - Parameter sequence: how many events were told of it before.
    func events(after sequence: Int) -> [MemoEvent] {
        let ending: MemoEvent.Payload
        switch outcome {
        case .failed: return []
        // It was analysed by a process of its own, and nobody heard what that told.
        case .done: ending = .known(as: nil)
        case .known(let other, _): ending = .known(as: other)
        case .unchanged: ending = .known(as: nil)
        case .failedBefore(let failure): ending = .failed(failure)
        case .vanished:
            ending = .failed(
                MemoFailure(
                    code: CaptureError.Code.notFound.rawValue, path: memo.path, problem: "it is not there any more",
                    advice: "it was there when the run was planned"))
        }
        return MemoEvent.story(of: memo.path, ending: ending, after: sequence)
    }
}

/// Shows a run. Called by all workers, each for its own memo.
public protocol BatchObserver: Sendable {
    /// A memo came while the run goes; the others were planned.
    func arrived(_ memo: BatchMemo, bytes: Int64)
    /// A worker (from 0) begins a memo.
    func began(_ memo: BatchMemo, worker: Int)
    /// Events of a memo, in order. A slow observer slows its worker down.
    func receive(_ event: MemoEvent, of memo: BatchMemo, worker: Int) async throws
    func advance(_ progress: Progress, of memo: BatchMemo, worker: Int)
    /// A worker puts a memo back, to try it again after a while.
    func willRetry(_ memo: BatchMemo, after wait: Duration, failure: MemoFailure)
    /// A memo has ended and its result is kept.
    func ended(_ report: MemoReport) async throws
}

extension BatchObserver {
    public func arrived(_ memo: BatchMemo, bytes: Int64) {}
}
