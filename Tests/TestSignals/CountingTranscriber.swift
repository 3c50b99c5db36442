// CountingTranscriber: an engine that hears: it writes how many samples a segment has, and remembers what it was given.

import Synchronization
import Transcription

/// Delivers “N samples” for each segment, once.
public final class CountingTranscriber: Transcriber {
    public let identity: EngineIdentity
    public let sampleRate: Int
    private let requests = Mutex<[TranscriptionRequest]>([])

    /// All that was asked of it so far, of all memos.
    public var heard: [TranscriptionRequest] { requests.withLock { $0 } }

    /// - Parameter sampleRate: in Hz.
    public init(name: String = "counting", model: String? = nil, sampleRate: Int = 16_000) {
        identity = EngineIdentity(name: name, model: model)
        self.sampleRate = sampleRate
    }

    public func transcribe(
        _ job: TranscriptionJob, deliver: @escaping @Sendable ([SegmentText]) async throws -> Void
    ) async throws {
        for try await request in job.requests {
            requests.withLock { $0.append(request) }
            try await deliver([Self.text(of: request)])
        }
    }

    /// What it writes.
    public static func text(of request: TranscriptionRequest) -> SegmentText {
        SegmentText(segment: request.segment, text: "\(request.samples.count) samples", isFinal: true)
    }
}
