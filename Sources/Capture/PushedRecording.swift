// PushedRecording: sound that is handed over by a program: an upload, a microphone.

import Dispatch
import Synchronization

/// A recording that a program pushes while it is processed. `Memo(_:)` makes a memo of it; the document that comes out is
/// that of a file with the same samples. Any task may push; `push` waits while too much is waiting to be heard, so that memory stays
/// bounded whoever is faster.
public final class PushedRecording: Sendable {
    public let name: String
    public let format: AudioFormat
    /// Whether the sound is heard while it is made; see `BlockSource.isLive`.
    public let isLive: Bool
    public let tags: SourceTags
    private let most: Int

    private struct State {
        var samples: [Float] = []
        /// Samples of `samples` that were read.
        var read = 0
        var hasEnded = false
        var isAbandoned = false
        var pushers: [CheckedContinuation<Void, Never>] = []

        var waiting: Int { samples.count - read }
    }

    private let state = Mutex(State())
    /// Signalled once for each change that a reader may wait for.
    private let news = DispatchSemaphore(value: 0)

    /// - Parameters:
    ///   - name: what events and documents call it.
    ///   - format: rate and channels of what will be pushed; the rest is told in the document.
    ///   - buffer: seconds of sound that may wait to be heard.
    public init(
        name: String, format: AudioFormat, tags: SourceTags = SourceTags(), isLive: Bool = true, buffer: Double = 10
    ) {
        precondition(format.sampleRate > 0 && format.channels > 0, "a recording has a rate and channels")
        precondition(buffer >= 0, "a buffer holds some seconds")
        self.name = name
        self.format = format
        self.tags = tags
        self.isLive = isLive
        most = max(1, Int(min(max(buffer, 0.1), 3600) * Double(format.sampleRate))) * format.channels
    }

    /// Takes samples, interleaved, full scale at ±1; an incomplete last frame waits for its rest.
    /// - Returns: whether somebody still listens.
    /// - Throws: `CancellationError`.
    @discardableResult
    public func push(_ samples: [Float]) async throws -> Bool {
        while true {
            try Task.checkCancellation()
            // Looked at and taken in one, so that several who push do not all find the last room.
            let isHeard = state.withLock { state -> Bool? in
                if state.hasEnded || state.isAbandoned { return false }
                if state.waiting >= most { return nil }
                state.samples += samples
                return true
            }
            if let isHeard {
                news.signal()
                return isHeard
            }
            await withTaskCancellationHandler {
                await withCheckedContinuation { continuation in
                    let mayGoOn = state.withLock { state in
                        if state.waiting < most || state.isAbandoned || state.hasEnded || Task.isCancelled {
                            return true
                        }
                        state.pushers.append(continuation)
                        return false
                    }
                    if mayGoOn { continuation.resume() }
                }
            } onCancel: {
                release()
            }
        }
    }

    /// The recording has ended; what was pushed is still heard.
    public func finish() {
        state.withLock { $0.hasEnded = true }
        news.signal()
        release()
    }

    private func release() {
        let pushers = state.withLock { state in
            defer { state.pushers = [] }
            return state.pushers
        }
        for pusher in pushers { pusher.resume() }
    }

    /// Fills a block with what is there, waiting for at least a frame. 0 at the end.
    fileprivate func read(into block: inout AudioBlock) throws(CaptureError) -> Int {
        let channels = format.channels
        while true {
            if Task.isCancelled {
                throw CaptureError(.interrupted, path: name, problem: "it was interrupted", advice: "start it again")
            }
            let (frames, hasEnded) = state.withLock { state -> (Int, Bool) in
                let frames = min(state.waiting / channels, block.capacity)
                for index in 0..<frames * channels { block.samples[index] = state.samples[state.read + index] }
                state.read += frames * channels
                // In large steps, so that each sample is moved at most once.
                if state.read > max(4096, state.waiting) {
                    state.samples.removeFirst(state.read)
                    state.read = 0
                }
                return (frames, state.hasEnded)
            }
            block.frames = frames
            if frames > 0 {
                release()
                return frames
            }
            if hasEnded { return 0 }
            // In steps, so that a cancelled task does not hang on a silent microphone.
            _ = news.wait(timeout: .now() + .milliseconds(100))
        }
    }

    /// Nobody listens any more.
    func abandon() {
        state.withLock { state in
            state.isAbandoned = true
            (state.samples, state.read) = ([], 0)
        }
        release()
    }

    /// The recording as it is read, by one task.
    func source() -> any BlockSource { PushedSource(self) }
}

/// The reading end.
private final class PushedSource: BlockSource {
    private let recording: PushedRecording

    init(_ recording: PushedRecording) { self.recording = recording }

    deinit { recording.abandon() }

    var path: String { recording.name }
    var format: AudioFormat { recording.format }
    var salvage: Salvage? { nil }
    var tags: SourceTags { recording.tags }
    var isLive: Bool { recording.isLive }

    func decode(into block: inout AudioBlock) throws(CaptureError) -> Int {
        precondition(block.channels == format.channels, "the block has another channel count than the recording")
        return try recording.read(into: &block)
    }
}
