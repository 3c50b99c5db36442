// KeepingTests: what is kept of a memo when something goes wrong in the very moment.

import Capture
import Files
import Foundation
import Library
import Pipeline
import Synchronization
import TestSignals
import Testing

@Suite(.timeLimit(.minutes(10))) struct KeepingTests {
    private let folder: MemoFolder

    init() throws { folder = try MemoFolder() }

    @Test func aMemoThatChangesWhileItIsReadIsNotKeptUnderItsNewHash() async throws {
        try folder.write("a.wav", MemoFolder.sound(seed: 1, seconds: 20))
        let path = "\(folder.memos)/a.wav"
        let later = MemoFolder.sound(seed: 2, seconds: 3)
        let isFirst = Atomic(true)
        let observer = RecordingObserver(onEvent: { event in
            // Opened, and partly read.
            guard event.name == "immediate", isFirst.exchange(false, ordering: .relaxed) else { return }
            try Data(later).write(to: URL(filePath: path))
        })
        let summary = try await folder.run(observer: observer)
        #expect(summary.done == 1 && summary.retries == 1)
        let memo = try #require(try folder.document("a.wav")["memo"] as? [String: Any])
        #expect(memo["contentHash"] as? String == ContentHash.text(later))
        #expect((memo["format"] as? [String: Any])?["duration"] as? Double == 3)
        #expect(observer.told.reports.map(\.attempts) == [2])
    }

    /// What a reader of the reports throws when it cannot go on.
    private static let broken = CaptureError(.outputClosed, path: "reports", problem: "gone", advice: "none")

    @Test func aResultThatCannotBeToldEndsTheRunAndIsItsReason() async throws {
        for seed in 1...6 { try folder.memo("\(seed).wav", seed: UInt64(seed)) }
        let observer = RecordingObserver(onEnd: { report in if report.memo.order == 0 { throw Self.broken } })
        let summary = try await folder.run(observer: observer)
        #expect(summary.state == .stopped && summary.stop == Self.broken)
        #expect(observer.told.began.count < 6)
    }

    @Test func aRunThatWaitsForMemosEndsWhenAResultCannotBeKept() async throws {
        try folder.memo("a.wav", seed: 1)
        let settings = BatchSettings()
        let library = try OutputLibrary(folder: folder.output)
        let work = try BatchWork(
            Planner.plan([folder.memos]), folder: folder.output, index: library.index, settings: settings)
        let observer = RecordingObserver(onEnd: { _ in throw Self.broken })
        // Nobody ever closes it.
        let (arrivals, door) = AsyncStream.makeStream(of: BatchWork.Item.self)
        let summary = try await BatchRun(settings: settings, clock: ManualClock())
            .run(work, in: library, observer: observer, arrivals: arrivals)
        #expect(summary.state == .stopped && summary.stop == Self.broken)
        withExtendedLifetime(door) {}
    }

    @Test func whatFailedIsTriedAgainWithOtherSettingsAndByAnotherSonora() async throws {
        try folder.write("a.wav", Array("this is no sound at all, but a text".utf8))
        try await folder.run()
        #expect(try await folder.run().failures.map(\.isOld) == [true])
        let other = try await folder.run { $0.process.analysis.segments.join = 1 }
        #expect(other.failures.map(\.isOld) == [false])
        #expect(try await folder.run { $0.process.analysis.segments.join = 1 }.failures.map(\.isOld) == [true])
        try IndexFile.run("UPDATE result SET toolVersion = '0.0.1'", in: folder.output)
        #expect(
            try await folder.run { $0.process.analysis.segments.join = 1 }.failures.map(\.isOld) == [false])
    }

    @Test func theStampOfAFreshFileIsNotTrusted() async throws {
        // A further write within the same tick of the file system's clock would leave the same times.
        try folder.memo("a.wav", seed: 1)
        // However long this test takes, it was written a moment ago.
        try FileManager.default.setAttributes(
            [.modificationDate: Date.now + 86_400 * 365], ofItemAtPath: "\(folder.memos)/a.wav")
        try await folder.run()
        let changed = "SELECT changed FROM memo"
        #expect(try IndexFile.number(changed, in: folder.output) == 0)
        try await folder.run()
        #expect(try IndexFile.number(changed, in: folder.output) == 0)
    }

    @Test func theFileIsThereBeforeTheIndexSpeaksOfIt() async throws {
        try folder.memo("a.wav", seed: 1)
        _ = try OutputLibrary(folder: folder.output)
        // The index cannot take the result; its file has its name already, and the next run replaces it.
        try IndexFile.run(
            "CREATE TRIGGER no BEFORE INSERT ON result BEGIN SELECT RAISE(ABORT, 'no'); END", in: folder.output)
        let summary = try await folder.run()
        #expect(summary.state == .stopped && summary.stop?.path == "\(folder.output)/sonora.sqlite")
        #expect(try folder.results() == ["a.wav.sonora.json"])
        try IndexFile.run("DROP TRIGGER no", in: folder.output)
        #expect(try await folder.run().done == 1)
    }

    @Test func aFileThatCannotHaveItsNameLeavesNoResultInTheIndex() async throws {
        try folder.memo("a.wav", seed: 1)
        try Descriptor.makeFolder("\(folder.output)/a.wav.sonora.json/x")
        #expect(try await folder.run().failures.count == 1)
        #expect(
            try IndexFile.number(
                "SELECT count(*) FROM result WHERE status = 'done' OR documentBytes IS NOT NULL", in: folder.output)
                == 0)
    }

    @Test func whatAKilledRunHadBegunIsClearedAwayInEveryFolder() async throws {
        try folder.memo("deep/er/a.wav", seed: 1)
        try await folder.run()
        // No process has so high a number.
        let names = [
            ".a.wav.sonora.999999999-1.partial", "deep/.b.999999999-2.partial", "deep/er/.c.999999999-3.partial",
        ]
        for name in names { try Data([1]).write(to: URL(filePath: "\(folder.output)/\(name)")) }
        try Descriptor.makeFolder("\(folder.output)/.sonora.alone/deep")
        try Data([1]).write(to: URL(filePath: "\(folder.output)/.sonora.alone/deep/x"))
        _ = try OutputLibrary(folder: folder.output)
        #expect(try folder.results() == ["deep", "deep/er", "deep/er/a.wav.sonora.json"])
    }

    @Test func prunedMemosAreToldByName() async throws {
        try folder.memo("deep/a.wav", seed: 1)
        try folder.memo("b.wav", seed: 2)
        try folder.memo("c.wav", seed: 3)
        try await folder.run()
        try folder.remove("deep/a.wav")
        try folder.move("b.wav", to: "d.wav")
        var settings = BatchSettings()
        settings.prunes = true
        let index = try LibraryIndex.reading(in: folder.output)
        let work = try BatchWork(
            Planner.plan([folder.memos]), folder: folder.output, index: index, settings: settings, readsTouched: true)
        #expect(try work.pruned(from: index) == ["\(folder.memos)/deep/a.wav"])
        let summary = try await folder.run { $0.prunes = true }
        #expect(summary.pruned == ["deep/a.wav"] && summary.gone == 0 && summary.moved == 1)
    }

    @Test(arguments: [60, 70, 130]) func howeverManyAreAlikeEachMoveIsKnown(count: Int) async throws {
        for number in 0..<count { try folder.memo("\(1000 + number).wav", seed: 1) }
        try await folder.run()
        try FileManager.default.moveItem(atPath: folder.memos, toPath: folder.memos + ".old")
        try Descriptor.makeFolder(folder.memos)
        for number in 0..<count {
            try FileManager.default.moveItem(
                atPath: "\(folder.memos).old/\(1000 + number).wav", toPath: "\(folder.memos)/new\(number).wav")
        }
        let summary = try await folder.run()
        #expect(summary.moved == count && summary.known == count && summary.gone == 0)
        #expect(try await folder.run().unchanged == count)
    }
}
