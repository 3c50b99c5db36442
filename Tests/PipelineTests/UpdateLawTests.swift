// The law of updates: who applies the events of a memo has its document, whatever the order in which work was done.

import Analysis
import Capture
import Pipeline
import TestSignals
import Testing
import Transcription

/// Writes words in pieces, in any order of segments, at any time while the memo is read.
private struct ErraticTranscriber: Transcriber {
    let identity = EngineIdentity(name: "erratic")
    let sampleRate = 8000
    let seed: UInt64

    func transcribe(
        _ job: TranscriptionJob, deliver: @escaping @Sendable ([SegmentText]) async throws -> Void
    ) async throws {
        var random = SeededGenerator(seed: seed)
        var open: [Int: Int] = [:]
        for try await request in job.requests {
            open[request.segment] = 0
            for segment in open.keys.sorted() where Bool.random(using: &random) {
                let count = open[segment, default: 0] + 1
                let isFinal = Int.random(in: 0..<3, using: &random) == 0
                try await deliver([SegmentText(segment: segment, text: "text \(count)", isFinal: isFinal)])
                open[segment] = isFinal ? nil : count
            }
        }
        try await deliver(open.keys.sorted().map { SegmentText(segment: $0, text: "rest", isFinal: true) })
    }
}

@Suite(.timeLimit(.minutes(10))) struct UpdateLawTests {
    private func settings(_ late: LatePolicy = .report, _ random: inout SeededGenerator) -> ProcessSettings {
        var settings = ProcessSettings()
        settings.tellsWholeBloom = true
        settings.late = late
        settings.analysis.activityMethod = .rule
        settings.blockFrames = [160, 1000, 4096].randomElement(using: &random) ?? 4096
        for stage in [Stage.transcript, .insights, .immediate] where Bool.random(using: &random) {
            settings.budgets[stage] = .milliseconds(Int.random(in: 1...900, using: &random))
        }
        return settings
    }

    private func expectLaw(
        _ memo: Memo, _ settings: ProcessSettings, perReading: Duration, transcriber: (any Transcriber)?
    ) async throws {
        let sink = RecordingSink()
        let clock = ManualClock(perReading: perReading)
        var settings = settings
        settings.transcriber = transcriber
        let result = try await MemoProcessor(settings: settings, clock: clock).process(memo, to: sink)
        let document = ResultDocument(result)
        let built = try #require(sink.document)
        #expect(built.head == document.head)
        #expect(built.levels == document.levels && built.overview == document.overview)
        #expect(built.bloom == document.bloom)
        #expect(built.onsets == document.onsets && built.wordStarts == document.wordStarts)
        #expect(built.activity == document.activity && built.segments == document.segments)
        #expect(built.transcript == document.transcript)
        #expect(built.insights == document.insights)
        #expect(built == document)
        #expect(sink.events.map(\.sequence) == Array(0..<sink.events.count))
        // What was told once is not told again.
        let told = sink.events.reduce(0) { count, event in
            if case .transcript(let update, _) = event.payload { count + update.segments.count } else { count }
        }
        #expect(told == document.segments.count)
    }

    @Test(arguments: 0..<12)
    func `whatever the speed, the deadlines and the engine, the events make the document`(seed: UInt64) async throws {
        var random = SeededGenerator(seed: seed)
        let scratch = try Scratch()
        let seconds = Int.random(in: 1...90, using: &random)
        let path = try scratch.file("memo.wav", Wave.bytes(Wave.pulses(seconds: seconds)))
        try await expectLaw(
            Memo(path: path), settings(seed.isMultiple(of: 2) ? .report : .partial, &random),
            perReading: .microseconds(Int.random(in: 0...9000, using: &random)),
            transcriber: seed.isMultiple(of: 3) ? nil : ErraticTranscriber(seed: seed))
    }

    @Test(arguments: 0..<6)
    func `a live memo too`(seed: UInt64) async throws {
        var random = SeededGenerator(seed: seed)
        let scratch = try Scratch()
        let memo = try livePipe(
            scratch, try rawCopy(of: Samples.folder + (Samples.all.randomElement(using: &random) ?? "")))
        var settings = settings(.report, &random)
        settings.analysis.activityMethod = .trained
        try await expectLaw(
            memo, settings, perReading: .zero,
            transcriber: seed.isMultiple(of: 2) ? nil : ErraticTranscriber(seed: seed))
    }
}
