// Event order: what comes after what, numbered without a gap, with one end.

import Capture
import Pipeline
import TestSignals
import Testing

@Suite(.timeLimit(.minutes(10))) struct EventOrderTests {
    private func run(_ name: String) async throws -> RecordingSink {
        let sink = RecordingSink()
        try await MemoProcessor(settings: ProcessSettings(), clock: ManualClock())
            .process(Memo(path: Samples.folder + name), to: sink)
        return sink
    }

    @Test(arguments: Samples.all)
    func `each sample is accepted, answered, described and completed`(name: String) async throws {
        let sink = try await run(name)
        #expect(sink.names == ["accepted", "immediate", "transcript", "insights", "completed"])
    }

    @Test(arguments: Samples.all)
    func `numbers rise by one from zero`(name: String) async throws {
        let sink = try await run(name)
        #expect(sink.events.map(\.sequence) == Array(0..<sink.events.count))
    }

    @Test func `every event names its memo as the caller did`() async throws {
        let sink = try await run("hum.wav")
        #expect(sink.events.allSatisfy { $0.memo == Samples.folder + "hum.wav" })
    }

    @Test func `the completed event holds what the call returns`() async throws {
        let sink = RecordingSink()
        let result = try await MemoProcessor(settings: ProcessSettings(), clock: ManualClock())
            .process(Memo(path: Samples.note), to: sink)
        guard case .completed(let told) = try #require(sink.events.last).payload else {
            Issue.record("the last event is not completed")
            return
        }
        #expect(told.insights == result.insights)
        #expect(told.transcript == result.transcript)
        #expect(told.measurements.onsets == result.measurements.onsets)
        #expect(told.latency == result.latency)
    }

    @Test func `a live memo is revised until its end, in rising numbers`() async throws {
        let scratch = try Scratch()
        let raw = try rawCopy(of: Samples.note)
        let sink = RecordingSink()
        let memo = try livePipe(scratch, raw)
        try await MemoProcessor(settings: ProcessSettings(), clock: ManualClock()).process(memo, to: sink)
        let answers = sink.answers
        #expect(answers.map(\.revision) == Array(0..<answers.count))
        #expect(answers.dropLast().allSatisfy { $0.result.coverage == .live })
        #expect(answers.last?.result.coverage == .full)
        #expect(sink.names.filter { $0 != "immediate" } == ["accepted", "transcript", "insights", "completed"])
        #expect(sink.events.map(\.sequence) == Array(0..<sink.events.count))
    }

    @Test func `live answers give each bloom frame and each onset once`() async throws {
        let scratch = try Scratch()
        let raw = try rawCopy(of: Samples.note)
        let sink = RecordingSink()
        let memo = try livePipe(scratch, raw)
        let result = try await MemoProcessor(settings: ProcessSettings(), clock: ManualClock()).process(memo, to: sink)
        let live = sink.answers.filter { $0.result.coverage == .live }.map(\.result)
        let levels = live.flatMap(\.bloom.level)
        #expect(levels == Array(result.measurements.bloom.level.prefix(levels.count)))
        #expect(levels.count > result.measurements.bloom.count - 30)
        let onsets = live.flatMap(\.onsets)
        #expect(onsets == Array(result.measurements.onsets.prefix(onsets.count)))
        #expect(onsets.count > 20)
        let rings = live.flatMap(\.bloom.rings)
        #expect(rings == Array(result.measurements.rings.prefix(rings.count)) && rings.count > 1)
        var next = 0
        for answer in live {
            #expect(answer.firstBloomFrame == next)
            next += answer.bloom.level.count
        }
    }

    @Test func `the first answer shows two seconds of the bloom, with their rings`() async throws {
        let sink = RecordingSink()
        let result = try await MemoProcessor(settings: ProcessSettings(), clock: ManualClock())
            .process(Memo(path: Samples.folder + "slow-reflection.flac"), to: sink)
        let bloom = try #require(sink.answers.first).result.bloom
        let rings = Array(result.measurements.rings)
        #expect(bloom.level.count == 120 && bloom.rings == rings.filter { $0 < 2 })
        #expect(!bloom.rings.isEmpty && bloom.rings.count < rings.count)
    }

    @Test func `the hash is there when it is asked for, and only then`() async throws {
        var settings = ProcessSettings()
        let without = try await MemoProcessor(settings: settings, clock: ManualClock())
            .process(Memo(path: Samples.note), to: RecordingSink())
        settings.hashesContent = true
        let with = try await MemoProcessor(settings: settings, clock: ManualClock())
            .process(Memo(path: Samples.note), to: RecordingSink())
        #expect(without.contentHash == nil)
        let known = try await MemoProcessor(settings: settings, clock: ManualClock())
            .process(Memo(path: Samples.note), contentHash: "sha256:known", to: RecordingSink())
        #expect(known.contentHash == "sha256:known")
        #expect(with.contentHash?.hasPrefix("sha256:") == true && with.contentHash?.count == 71)
    }
}
