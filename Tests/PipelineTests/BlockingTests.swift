// Blocking: memos that wait for sound hold up nobody else.

import Capture
import Pipeline
import TestSignals
import Testing

@Suite(.timeLimit(.minutes(10))) struct BlockingTests {
    private let format = AudioFormat(
        container: "raw", encoding: "float32", sampleRate: 8000, channels: 1, declaredFrames: nil, isInteger: false,
        bitsPerSample: 0)

    @Test func `sixty-four silent recordings stop neither each other nor the program`() async throws {
        let recordings = (0..<64).map { PushedRecording(name: "recording \($0)", format: format) }
        let done = try await withThrowingTaskGroup(of: Int.self) { group in
            for recording in recordings {
                group.addTask {
                    let result = try await MemoProcessor(settings: ProcessSettings(), clock: ManualClock())
                        .process(Memo(recording), to: RecordingSink())
                    return result.measurements.frames
                }
            }
            // All wait for sound by now or soon; who pushes it needs a thread of the program's own. The last ones get theirs first.
            for recording in recordings.reversed() {
                try await recording.push([Float](repeating: 0.1, count: 800))
                await Task.yield()
            }
            for recording in recordings { recording.finish() }
            return try await group.reduce(into: []) { $0.append($1) }
        }
        #expect(done == [Int](repeating: 800, count: 64))
    }

    @Test func `a silent recording is cancelled at once`() async throws {
        let recording = PushedRecording(name: "silent", format: format)
        let task = Task {
            try await MemoProcessor(settings: ProcessSettings(), clock: ManualClock())
                .process(Memo(recording), to: RecordingSink()).measurements.frames
        }
        try await recording.push([Float](repeating: 0, count: 80))
        task.cancel()
        await #expect(throws: CancellationError.self) { _ = try await task.value }
        // Nobody listens any more, and whoever still pushes is not held up.
        for _ in 0..<20 { try await recording.push([Float](repeating: 0, count: 80_000)) }
    }

    @Test func `a recording that is heard slowly holds its microphone up, not memory`() async throws {
        let recording = PushedRecording(name: "fast", format: format, buffer: 0.5)
        let pushing = Task { () -> Int in
            var pushed = 0
            for _ in 0..<100 where try await recording.push([Float](repeating: 0.1, count: 800)) { pushed += 1 }
            recording.finish()
            return pushed
        }
        let sink = RecordingSink()
        let result = try await MemoProcessor(settings: ProcessSettings(), clock: ManualClock())
            .process(Memo(recording), to: sink)
        #expect(try await pushing.value == 100)
        #expect(result.measurements.frames == 80_000)
    }
}
