// Failures: a memo that cannot be read ends with one failed event whose code programs can rely on.

import Capture
import Pipeline
import TestSignals
import Testing

@Suite(.timeLimit(.minutes(10))) struct FailureTests {
    /// Processes what must fail, and hands back what the sink saw.
    private func fail(_ path: String) async throws -> (sink: RecordingSink, thrown: MemoFailure) {
        let sink = RecordingSink()
        let error = await #expect(throws: MemoFailure.self) {
            try await MemoProcessor(settings: ProcessSettings(), clock: ManualClock())
                .process(Memo(path: path), to: sink)
        }
        return (sink, try #require(error))
    }

    private func expect(_ code: CaptureError.Code, for path: String) async throws {
        let (sink, thrown) = try await fail(path)
        #expect(sink.names == ["accepted", "failed"])
        #expect(sink.events.map(\.sequence) == [0, 1])
        #expect(sink.failure?.code == code.rawValue)
        #expect(sink.failure == thrown)
        #expect(thrown.path == path && !thrown.problem.isEmpty && !thrown.advice.isEmpty)
    }

    @Test func `a file that is not there`() async throws {
        try await expect(.notFound, for: Samples.folder + "no-such-memo.wav")
    }

    @Test func `a folder`() async throws { try await expect(.isFolder, for: Samples.folder) }

    @Test func `an empty file`() async throws {
        let scratch = try Scratch()
        try await expect(.emptyFile, for: try scratch.file("empty.wav", []))
    }

    @Test func `a text that claims to be a recording`() async throws {
        let scratch = try Scratch()
        try await expect(.notAudio, for: try scratch.file("text.wav", Array("Dear diary, ".utf8)))
    }

    @Test func `a header without a sample`() async throws {
        let scratch = try Scratch()
        try await expect(.noSamples, for: try scratch.file("header.wav", Wave.bytes([])))
    }

    @Test func `a sample rate that is not sound`() async throws {
        let scratch = try Scratch()
        let bytes = Wave.bytes([Int16](repeating: 100, count: 500), rate: 100)
        try await expect(.unsupported, for: try scratch.file("slow.wav", bytes))
    }

    @Test func `the line of a failure names the file, the problem and the advice`() async throws {
        let (_, thrown) = try await fail(Samples.folder)
        #expect("\(thrown)" == "\(Samples.folder): \(thrown.problem); \(thrown.advice)")
    }

    @Test func `one failure does no harm to the next memo of the same processor`() async throws {
        let processor = MemoProcessor(settings: ProcessSettings(), clock: ManualClock())
        let sink = RecordingSink()
        _ = try? await processor.process(Memo(path: Samples.folder), to: sink)
        try await processor.process(Memo(path: Samples.note), to: sink)
        #expect(sink.names.filter { $0 == "failed" || $0 == "completed" } == ["failed", "completed"])
    }

    @Test func `memos that are refused do no harm to others at the same time`() async throws {
        let scratch = try Scratch()
        let bad = Memo(path: try scratch.file("text.wav", Array("Dear diary, ".utf8)))
        let processor = MemoProcessor(settings: ProcessSettings(), clock: ManualClock())
        let completed = await withTaskGroup(of: Bool.self) { group in
            for index in 0..<60 {
                let memo = index % 4 == 0 ? Memo(path: Samples.note) : bad
                group.addTask { (try? await processor.process(memo, to: RecordingSink())) != nil }
            }
            return await group.reduce(0) { $0 + ($1 ? 1 : 0) }
        }
        #expect(completed == 15)
    }

    @Test func `refusing thousands of memos uses up no descriptors`() throws {
        let scratch = try Scratch()
        let bad = try scratch.file("text.wav", Array("Dear diary, ".utf8))
        let others = try (0..<8).map { _ in try Memo(path: Samples.note).open() }
        for _ in 0..<2000 { #expect(throws: CaptureError.self) { try Memo(path: bad).open() } }
        for other in others {
            var block = AudioBlock(capacity: 1000, channels: 1)
            #expect(try other.read(into: &block) == 1000)
        }
    }

    @Test func `a truncated memo is completed, with how it was read`() async throws {
        let scratch = try Scratch()
        let whole = Wave.bytes(Wave.pulses(seconds: 4))
        let path = try scratch.file("cut.wav", Array(whole[..<(whole.count / 2)]))
        let result = try await MemoProcessor(settings: ProcessSettings(), clock: ManualClock())
            .process(Memo(path: path), to: RecordingSink())
        #expect(result.duration < 2.01 && result.duration > 1.99)
    }
}
