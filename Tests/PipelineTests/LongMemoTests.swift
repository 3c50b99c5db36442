// Long memos: answered at once from a sparse look, then in full.

import Capture
import Foundation
import Pipeline
import TestSignals
import Testing

@Suite struct LongMemoTests {
    private func run(seconds: Int, clock: ManualClock = ManualClock()) async throws -> (RecordingSink, MemoResult) {
        let scratch = try Scratch()
        let path = try scratch.file("memo.wav", Wave.bytes(Wave.pulses(seconds: seconds)))
        let sink = RecordingSink()
        let result = try await MemoProcessor(settings: ProcessSettings(), clock: clock)
            .process(Memo(path: path), to: sink)
        return (sink, result)
    }

    @Test func `thirty seconds are read whole before the only answer`() async throws {
        let (sink, _) = try await run(seconds: 30)
        #expect(sink.answers.map(\.result.coverage) == [.full])
    }

    @Test func `more than that is sampled first and then revised`() async throws {
        let (sink, _) = try await run(seconds: 31)
        #expect(sink.answers.map(\.result.coverage) == [.sampled, .full])
        #expect(sink.answers.map(\.revision) == [0, 1])
        #expect(sink.names == ["accepted", "immediate", "immediate", "transcript", "insights", "completed"])
    }

    @Test func `only the first answer meets the budget`() async throws {
        let (sink, result) = try await run(seconds: 40)
        #expect(sink.events.filter { $0.name == "immediate" }.map { $0.timing != nil } == [true, false])
        #expect(result.latency.stages.map(\.stage) == [.immediate, .transcript, .insights])
    }

    @Test func `the sampled figures are close to the full ones`() async throws {
        let (sink, _) = try await run(seconds: 40)
        let sampled = try #require(sink.answers.first?.result)
        let full = try #require(sink.answers.last?.result)
        #expect(sampled.duration == full.duration)
        #expect(sampled.format == full.format)
        #expect(abs(try #require(sampled.levels.peak) - (try #require(full.levels.peak))) < 0.1)
        #expect(abs(try #require(sampled.levels.rms) - (try #require(full.levels.rms))) < 1)
    }

    @Test func `both answers open with the same bloom of two seconds`() async throws {
        let (sink, result) = try await run(seconds: 40)
        let sampled = try #require(sink.answers.first?.result.bloom)
        let full = try #require(sink.answers.last?.result.bloom)
        #expect(full.level.count == 120)
        #expect(full.level == Array(result.measurements.bloom.level.prefix(120)))
        #expect(sampled.level == Array(full.level.prefix(sampled.level.count)) && sampled.level.count > 100)
    }

    @Test func `less motion holds for the first answer too`() async throws {
        let scratch = try Scratch()
        let path = try scratch.file("memo.wav", Wave.bytes(Wave.pulses(seconds: 40)))
        var settings = ProcessSettings()
        settings.analysis.reduceMotion = true
        let sink = RecordingSink()
        try await MemoProcessor(settings: settings, clock: ManualClock()).process(Memo(path: path), to: sink)
        let scales = sink.answers.map { $0.result.bloom.scale.prefix(100) }
        #expect(scales.count == 2 && scales.first == scales.last)
    }

    @Test func `both answers draw the mean of the channels`() async throws {
        let scratch = try Scratch()
        // The right channel is silent: the mean is half of the left one.
        let sides = Wave.pulses(seconds: 40).flatMap { sample -> [Int16] in [sample, 0] }
        let path = try scratch.file("memo.wav", Wave.bytes(sides, channels: 2))
        let sink = RecordingSink()
        try await MemoProcessor(settings: ProcessSettings(), clock: ManualClock()).process(Memo(path: path), to: sink)
        #expect(sink.answers.count == 2)
        for answer in sink.answers {
            let peak = try #require(answer.result.levels.peak)
            let drawn = try #require(answer.result.overview.maxima.max())
            #expect(drawn > 0 && Double(drawn) <= pow(10, peak / 20) / 2 + 1e-3)
        }
    }

    @Test func `looking around stops at half of its budget`() async throws {
        // Each look at the clock costs 10 ms: a disk so slow that 256 stretches would take 2.5 s.
        let (sink, _) = try await run(seconds: 40, clock: ManualClock(perReading: .milliseconds(10)))
        let timing = try #require(sink.timing(.immediate))
        #expect(timing.verdict == .within)
        #expect(timing.elapsed >= .milliseconds(50))
        #expect(sink.answers.first?.result.coverage == .sampled)
        #expect(sink.answers.last?.result.coverage == .full)
    }

    @Test func `a tighter budget makes a shorter look`() async throws {
        let scratch = try Scratch()
        let path = try scratch.file("memo.wav", Wave.bytes(Wave.pulses(seconds: 40)))
        var settings = ProcessSettings()
        settings.budgets[.immediate] = .milliseconds(40)
        let sink = RecordingSink()
        try await MemoProcessor(settings: settings, clock: ManualClock(perReading: .milliseconds(2)))
            .process(Memo(path: path), to: sink)
        #expect(sink.timing(.immediate)?.verdict == .within)
    }
}

@Suite struct SparseLookOrderTests {
    @Test(arguments: [1, 2, 8, 256, 1024])
    func `the order visits every stretch once`(count: Int) {
        #expect(SparseLook.evenOrder(count).sorted() == Array(0..<count))
    }

    @Test func `it halves what is left again and again`() {
        #expect(SparseLook.evenOrder(8) == [0, 4, 2, 6, 1, 5, 3, 7])
    }

    @Test(arguments: [4, 16, 64])
    func `wherever it is stopped the stretches lie even`(stop: Int) {
        let visited = SparseLook.evenOrder(256).prefix(stop).sorted()
        #expect(zip(visited, visited.dropFirst()).allSatisfy { $1 - $0 == 256 / stop })
    }
}
