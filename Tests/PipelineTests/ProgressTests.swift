// Progress: seconds of sound that were measured; it never falls and never passes the duration.

import Capture
import Pipeline
import TestSignals
import Testing

import class Foundation.FileManager

@Suite(.timeLimit(.minutes(10))) struct ProgressTests {
    private func check(_ steps: [Progress]) {
        for (before, after) in zip(steps, steps.dropFirst()) { #expect(after.seconds >= before.seconds) }
        for step in steps {
            if let duration = step.duration { #expect(step.seconds <= duration) }
            if let fraction = step.fraction { #expect((0...1).contains(fraction)) }
        }
    }

    /// Everything a sink hears about progress, in its order.
    private func run(_ memo: Memo) async throws -> (heard: [Progress], duration: Double) {
        var heard: [Progress] = []
        let sink = RecordingSink(onReceive: { heard.append($0.progress) }, onAdvance: { heard.append($0) })
        let result = try await MemoProcessor(settings: ProcessSettings(), clock: ManualClock()).process(memo, to: sink)
        return (heard, result.duration)
    }

    @Test(arguments: Samples.all)
    func `it rises to the duration of each sample`(name: String) async throws {
        let (heard, duration) = try await run(Memo(path: Samples.folder + name))
        check(heard)
        #expect(heard.first?.seconds == 0 && heard.first?.duration == nil)
        #expect(heard.last?.seconds == duration && heard.last?.duration == duration)
    }

    @Test func `a long memo is reported more than once on the way`() async throws {
        let scratch = try Scratch()
        let path = try scratch.file("long.wav", Wave.bytes(Wave.pulses(seconds: 65)))
        let sink = RecordingSink()
        try await MemoProcessor(settings: ProcessSettings(), clock: ManualClock()).process(Memo(path: path), to: sink)
        #expect(sink.advances.count >= 6)
        #expect(sink.advances.allSatisfy { $0.duration == 65 })
        check(sink.advances)
    }

    @Test func `a memo that is longer than a stream says has no end in sight`() async throws {
        let scratch = try Scratch()
        let raw = try rawCopy(of: Samples.folder + "hum.wav")
        let memo = try livePipe(scratch, raw)
        let sink = RecordingSink()
        try await MemoProcessor(settings: ProcessSettings(), clock: ManualClock()).process(memo, to: sink)
        check(sink.advances)
        #expect(sink.advances.count > 20)
        #expect(sink.advances.allSatisfy { $0.duration == nil && $0.fraction == nil })
        #expect(sink.events.last?.progress.fraction == 1)
    }

    @Test func `where a memo is longer than it said, its duration grows with what was read`() async throws {
        let scratch = try Scratch()
        // A helper that tells of ten seconds and gives thirty, as MP3 files do whose length is guessed.
        func word(_ text: String) -> [UInt8] { Wave.word(text.utf8.count, 4) + Array(text.utf8) }
        let ready = ["ready", "mpeg", "mp3", "8000", "1", "80000", "", "0", "", "", "", "", ""]
        let piece = Wave.word(8000, 4) + [UInt8](repeating: 0, count: 32_000)
        let answer = try scratch.file(
            "answer",
            Wave.word(ready.count, 4) + ready.flatMap(word) + (0..<30).flatMap { _ in piece }
                + Wave.word(0xFFFF_FFFF, 4)
                + Wave.word(0, 4))
        let script = try scratch.file("helper", Array("#!/bin/sh\nexec cat '\(answer)'\n".utf8))
        try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: script)
        let memo = Memo(
            path: try scratch.file("memo.mp3", Array("no container that Sonora reads itself".utf8)),
            decoder: DecoderHost(program: script))
        let (heard, duration) = try await run(memo)
        #expect(duration == 30)
        #expect(heard.contains { $0.duration == 10 } && heard.contains { $0.seconds == 20 && $0.duration == 20 })
        check(heard)
    }

    @Test func `it never passes the duration, where the source is longer than it said`() {
        var progress = Progress(seconds: 0, duration: 5)
        progress.advance(to: 4)
        #expect(progress == Progress(seconds: 4, duration: 5) && progress.fraction == 0.8)
        progress.advance(to: 6)
        #expect(progress == Progress(seconds: 6, duration: 6) && progress.fraction == 1)
        progress.advance(to: 5)
        #expect(progress == Progress(seconds: 6, duration: 6))
        var endless = Progress(seconds: 0, duration: nil)
        endless.advance(to: 7)
        #expect(endless == Progress(seconds: 7, duration: nil))
    }

    @Test func `a truncated memo ends at what was there`() async throws {
        let scratch = try Scratch()
        let whole = Wave.bytes(Wave.pulses(seconds: 50))
        let (heard, duration) = try await run(
            Memo(path: try scratch.file("cut.wav", Array(whole[..<(whole.count / 2)]))))
        check(heard)
        #expect(heard.last?.seconds == duration && heard.last?.duration == duration)
    }
}
