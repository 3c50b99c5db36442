// Progress: seconds of sound that were measured; it never falls and never passes the duration.

import Capture
import Pipeline
import TestSignals
import Testing

@Suite struct ProgressTests {
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
