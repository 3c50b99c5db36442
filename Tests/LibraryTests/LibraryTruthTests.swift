// LibraryTruthTests: after whatever happened to names and folders, the index says what the files say.

import Capture
import Files
import Foundation
import Library
import Pipeline
import TestSignals
import Testing

@Suite(.timeLimit(.minutes(10))) struct LibraryTruthTests {
    private let folder: MemoFolder

    init() throws { folder = try MemoFolder() }

    /// Pulses, so that there are segments, stages and insights to lose.
    private func pulses(_ name: String, height: Float) throws {
        let samples = (0..<40_000).map { index -> Float in
            let isOn = (index / 4000) % 2 == 1
            return (index / 20).isMultiple(of: 2) ? (isOn ? height : 0.0005) : -(isOn ? height : 0.0005)
        }
        let data = PCMEncoding.s16le.encode(samples)
        try folder.write(name, WaveBytes.file(.s16le, channels: 1, sampleRate: 8000, data: data).bytes)
    }

    private func portrait(_ name: String) throws -> MemoPortrait {
        let index = try LibraryIndex.reading(in: folder.output)
        return try #require(try index.portrait(of: index.find(name)))
    }

    private func expectTruth(_ name: String, sourceLocation: SourceLocation = #_sourceLocation) throws {
        let (row, document) = (try portrait(name), try folder.document(name))
        let levels = try #require(document["levels"] as? [String: Any])
        let peak = try #require(levels["peak"] as? Double)
        #expect(abs((row.figures?.peak ?? 0) - peak) < 0.01, sourceLocation: sourceLocation)
        #expect(row.segments.count == (document["segments"] as? [Any])?.count, sourceLocation: sourceLocation)
        #expect(row.insights.count == (document["insights"] as? [Any])?.count, sourceLocation: sourceLocation)
        #expect(row.stages.count == 3, sourceLocation: sourceLocation)
        let hash = (document["memo"] as? [String: Any])?["contentHash"] as? String
        #expect(row.contentHash == hash, sourceLocation: sourceLocation)
    }

    @Test func aMovedMemoKeepsEverythingThatIsKnownOfIt() async throws {
        try pulses("a.wav", height: 0.5)
        try await folder.run()
        try expectTruth("a.wav")
        try folder.move("a.wav", to: "b.wav")
        #expect(try await folder.run().moved == 1)
        try expectTruth("b.wav")
        let index = try LibraryIndex.reading(in: folder.output)
        var names: [MemoCell] = []
        try index.list(MemoQuery(columns: [.name])) { row throws(CaptureError) in names += row.cells }
        #expect(names == [.text("b.wav")])
    }

    @Test(arguments: [1, 2, 6]) func swappedNamesDoNotSwapFigures(jobs: Int) async throws {
        let names = (0..<12).map { "\(10 + $0).wav" }
        for (number, name) in names.enumerated() { try pulses(name, height: 0.05 + 0.07 * Float(number)) }
        try await folder.run()
        for pair in stride(from: 0, to: 12, by: 2) {
            try folder.move(names[pair], to: "x")
            try folder.move(names[pair + 1], to: names[pair])
            try folder.move("x", to: names[pair + 1])
        }
        try await folder.run { $0.jobs = jobs }
        for name in names { try expectTruth(name) }
        #expect(try await folder.run().unchanged == 12)
    }

    @Test(arguments: [1, 2]) func aNameThatIsTooLongForAResultIsOneBadFile(jobs: Int) async throws {
        try folder.memo("a.wav", seed: 1)
        try folder.memo(String(repeating: "n", count: 246) + ".wav", seed: 2)
        try folder.memo("z.wav", seed: 3)
        let summary = try await folder.run { $0.jobs = jobs }
        #expect(summary.state == .completed && summary.done == 2)
        #expect(summary.failures.map(\.failure.code) == ["cannotWrite"])
        #expect(try await folder.run().unchanged == 2)
    }

    @Test func somethingInThePlaceOfAResultIsOneBadFile() async throws {
        try folder.memo("a.wav", seed: 1)
        try folder.memo("b.wav", seed: 2)
        try Descriptor.makeFolder("\(folder.output)/a.wav.sonora.json")
        let observer = RecordingObserver()
        let summary = try await folder.run(observer: observer)
        #expect(summary.done == 1 && summary.failures.count == 1)
        #expect(observer.told.events["\(folder.memos)/a.wav"]?.last?.name == "failed")
    }

    @Test func aMemoThatWasMovedAndIsDoneAnewLeavesNoGhost() async throws {
        try folder.memo("a.wav", seed: 1)
        try await folder.run()
        try folder.move("a.wav", to: "b.wav")
        let summary = try await folder.run { $0.process.analysis.segments.join = 1 }
        #expect(summary.done == 1)
        #expect(try folder.results() == ["b.wav.sonora.json"])
        #expect(try LibraryIndex.reading(in: folder.output).memoCount() == 1)
    }

    @Test func aDiskThatWasTakenAwayLosesNoResults() async throws {
        let other = try MemoFolder()
        try folder.memo("usb/a.wav", seed: 1)
        try await folder.run()
        try FileManager.default.moveItem(atPath: folder.memos, toPath: folder.memos + ".off")
        try other.memo("copy.wav", seed: 1)
        let library = try OutputLibrary(folder: folder.output)
        let plan = try Planner.plan([other.memos])
        let work = try BatchWork(plan, folder: folder.output, index: library.index, settings: BatchSettings())
        let summary = try await BatchRun(settings: BatchSettings(), clock: ManualClock())
            .run(work, in: library, observer: RecordingObserver())
        #expect(summary.known == 1 && summary.moved == 0 && summary.gone == 1)
        #expect(try folder.results() == ["copy.wav.sonora.json", "usb", "usb/a.wav.sonora.json"])
    }

    @Test func twoFoldersWithOneNameAreRefusedInLaterRunsToo() async throws {
        let other = try MemoFolder()
        try folder.memo("a.wav", seed: 1)
        try await folder.run()
        try other.memo("a.wav", seed: 2)
        let library = try OutputLibrary(folder: folder.output)
        let plan = try Planner.plan([other.memos])
        #expect(throws: PlanCollision.self) {
            try BatchWork(plan, folder: folder.output, index: library.index, settings: BatchSettings())
        }
    }

    @Test func aFolderWithAnotherNameIsTheSameFolder() async throws {
        try folder.memo("a.wav", seed: 1)
        try await folder.run()
        let moved = folder.memos + "-2024"
        try FileManager.default.moveItem(atPath: folder.memos, toPath: moved)
        let library = try OutputLibrary(folder: folder.output)
        let work = try BatchWork(
            Planner.plan([moved]), folder: folder.output, index: library.index, settings: BatchSettings())
        let summary = try await BatchRun(settings: BatchSettings(), clock: ManualClock())
            .run(work, in: library, observer: RecordingObserver())
        #expect(summary.unchanged == 1 && summary.gone == 0)
        #expect(try portrait("a.wav").source == "\(moved)/a.wav")
    }

    @Test func whatIsGoneIsKeptUnlessItFailedOrIsPruned() async throws {
        try folder.memo("deep/a.wav", seed: 1)
        try folder.memo("b.wav", seed: 2)
        try folder.write("bad.wav", [])
        try await folder.run()
        try folder.remove("deep/a.wav")
        try folder.remove("bad.wav")
        let second = try await folder.run()
        #expect(second.gone == 1)
        #expect(try LibraryIndex.reading(in: folder.output).memoCount() == 2)
        let third = try await folder.run { $0.prunes = true }
        #expect(third.gone == 0)
        #expect(try folder.results() == ["b.wav.sonora.json"])
        #expect(try LibraryIndex.reading(in: folder.output).memoCount() == 1)
    }

    @Test func whoIsKnownHasAStoryToo() async throws {
        for name in ["a.wav", "b.wav", "c.wav"] { try folder.memo(name, seed: 1) }
        let observer = RecordingObserver()
        try await folder.run(observer: observer)
        #expect(observer.told.events.count == 3)
        for events in observer.told.events.values {
            #expect(events.first?.name == "accepted")
            #expect(events.map(\.sequence) == Array(0..<events.count))
            #expect(events.filter { $0.name == "completed" || $0.name == "failed" }.count == 1)
        }
    }
}
