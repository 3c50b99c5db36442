// WordsInbox: from an engine, which writes when it likes, to the run of a memo, which tells one thing after the other.

import Synchronization
import Transcription

/// What an engine wrote and was not told yet.
final class WordsInbox: Sendable {
    enum Arrival: Sendable {
        case words([SegmentText])
        /// The engine ended; with what it threw, if it did.
        case ended((any Error)?)
    }

    private struct State {
        var texts: [SegmentText] = []
        var ending: Arrival?
        var sleeper: CheckedContinuation<Void, Never>?
    }

    private let state = Mutex(State())

    func put(_ texts: [SegmentText]) { change { $0.texts += texts } }

    func end(_ error: (any Error)?) { change { $0.ending = .ended(error) } }

    /// What is there now; words before the end.
    func take() -> Arrival? {
        state.withLock { state in
            guard state.texts.isEmpty else {
                defer { state.texts = [] }
                return .words(state.texts)
            }
            // The end stays: whoever looks later must see it, too.
            return state.ending
        }
    }

    /// Waits until something is there, or the task is cancelled.
    func next() async throws -> Arrival {
        while true {
            try Task.checkCancellation()
            if let arrival = take() { return arrival }
            await withTaskCancellationHandler {
                await withCheckedContinuation { continuation in
                    let isThere = state.withLock { state in
                        if !state.texts.isEmpty || state.ending != nil || Task.isCancelled { return true }
                        state.sleeper = continuation
                        return false
                    }
                    if isThere { continuation.resume() }
                }
            } onCancel: {
                change { _ in }
            }
        }
    }

    private func change(_ body: (inout State) -> Void) {
        let sleeper = state.withLock { state in
            body(&state)
            defer { state.sleeper = nil }
            return state.sleeper
        }
        sleeper?.resume()
    }
}
