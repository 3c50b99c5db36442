// SpeechSpool: segments that wait for an engine, in a little memory and then on disk.

import Analysis
import Capture
import Files
import Transcription

/// Takes segments as they settle and gives them out as fast as an engine asks. Reading is a thousand times faster than
/// writing words: what an engine has not come to of a long memo lies in a file without a name.
actor SpeechSpool {
    /// Samples in memory: two minutes at 16 kHz.
    private static let mostInMemory = 1 << 21

    private struct Waiting {
        var segment: Int
        var span: TimeSpan
        var sound: Sound
    }

    private enum Sound {
        case memory([Float])
        case file(offset: Int64, count: Int)
    }

    private let sampleRate: Int
    private var waiting: [Waiting] = []
    private var next = 0
    private var inMemory = 0
    private var file: ScratchFile?
    private var isClosed = false
    private var failure: CaptureError?
    private var sleepers: [CheckedContinuation<Void, Never>] = []
    private let thread = WorkThread("sonora.spool")

    nonisolated var unownedExecutor: UnownedSerialExecutor { thread.asUnownedSerialExecutor() }

    init(sampleRate: Int) { self.sampleRate = sampleRate }

    /// Takes a segment.
    func put(_ segment: Int, _ span: TimeSpan, _ samples: [Float]) {
        guard failure == nil else { return }
        do throws(CaptureError) {
            waiting.append(Waiting(segment: segment, span: span, sound: try keep(samples)))
        } catch {
            // What was taken before is still given out.
            failure = error
        }
        wake()
    }

    /// There will be no more.
    func close() {
        isClosed = true
        wake()
    }

    /// The next segment, when it is there; `nil` after the last, and in a task that was cancelled.
    /// - Throws: what kept a segment from being kept.
    func request() async throws -> TranscriptionRequest? {
        while !Task.isCancelled {
            if next < waiting.count { return try take() }
            if let failure { throw failure }
            if isClosed { return nil }
            await withTaskCancellationHandler {
                await withCheckedContinuation { sleepers.append($0) }
            } onCancel: {
                Task { await self.wake() }
            }
        }
        return nil
    }

    private func take() throws(CaptureError) -> TranscriptionRequest {
        let entry = waiting[next]
        // Their samples are given up with them, and the places of those that are gone from time to time.
        next += 1
        if next > 64 {
            waiting.removeFirst(next)
            next = 0
        } else {
            waiting[next - 1].sound = .memory([])
        }
        let samples: [Float]
        switch entry.sound {
        case .memory(let kept):
            inMemory -= kept.count
            samples = kept
        case .file(let offset, let count): samples = try telling(file?.numbers(at: offset, count: count)) ?? []
        }
        return TranscriptionRequest(segment: entry.segment, span: entry.span, sampleRate: sampleRate, samples: samples)
    }

    private func keep(_ samples: [Float]) throws(CaptureError) -> Sound {
        guard inMemory + samples.count > Self.mostInMemory else {
            inMemory += samples.count
            return .memory(samples)
        }
        if file == nil { file = try telling(ScratchFile()) }
        guard let file else { return .memory(samples) }
        return .file(offset: try telling(file.append(samples)), count: samples.count)
    }

    private func wake() {
        for sleeper in sleepers { sleeper.resume() }
        sleepers = []
    }
}
