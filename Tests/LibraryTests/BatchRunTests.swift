// BatchRunTests: runs and runs again: what is done, what is known, what failed, and what lies in the folder.

import Capture
import Foundation
import Library
import Pipeline
import TestSignals
import Testing

@Suite(.timeLimit(.minutes(10))) struct BatchRunTests {
    private let folder: MemoFolder

    init() throws { folder = try MemoFolder() }

    /// How many memos ended how.
    private func counts(_ summary: BatchSummary) -> [Int] {
        [summary.done, summary.known, summary.unchanged, summary.failures.count]
    }

    private func text(_ value: Any?) throws -> String {
        let data = try JSONSerialization.data(withJSONObject: try #require(value), options: [.sortedKeys])
        return String(decoding: data, as: UTF8.self)
    }

    @Test(arguments: [1, 3]) func eachMemoHasItsDocument(jobs: Int) async throws {
        for seed in 1...7 { try folder.memo("deep/\(seed).wav", seed: UInt64(seed)) }
        let observer = RecordingObserver()
        let summary = try await folder.run({ $0.jobs = jobs }, observer: observer)
        #expect(counts(summary) == [7, 0, 0, 0])
        #expect(summary.state == .completed)
        #expect(summary.audioSeconds == 3.5)
        #expect(try folder.results() == ["deep"] + (1...7).map { "deep/\($0).wav.sonora.json" })
        let memo = try #require(try folder.document("deep/3.wav")["memo"] as? [String: Any])
        #expect(memo["path"] as? String == "\(folder.memos)/deep/3.wav")
        #expect((memo["contentHash"] as? String)?.hasPrefix("sha256:") == true)
        for events in observer.told.events.values {
            #expect(events.map(\.name) == ["accepted", "immediate", "transcript", "insights", "completed"])
            #expect(events.map(\.sequence) == Array(0..<5))
        }
    }

    @Test func theSecondRunDoesWhatIsNew() async throws {
        try folder.memo("a.wav", seed: 1)
        try await folder.run()
        try folder.memo("b.wav", seed: 2)
        #expect(counts(try await folder.run()) == [1, 0, 1, 0])
        #expect(counts(try await folder.run()) == [0, 0, 2, 0])
    }

    @Test func otherBytesAreAnotherMemoWhateverTheirSize() async throws {
        try folder.memo("a.wav", seed: 1)
        try await folder.run()
        try folder.memo("a.wav", seed: 2)
        #expect(counts(try await folder.run()) == [1, 0, 0, 0])
        // The same bytes, written anew: another time, the same content.
        try folder.memo("a.wav", seed: 2)
        #expect(counts(try await folder.run()) == [0, 0, 1, 0])
    }

    @Test func otherSettingsAreAnotherResult() async throws {
        try folder.memo("a.wav", seed: 1)
        try await folder.run()
        #expect(counts(try await folder.run { $0.process.analysis.segments.join = 1 }) == [1, 0, 0, 0])
        #expect(counts(try await folder.run { $0.process.analysis.segments.join = 1 }) == [0, 0, 1, 0])
        #expect(counts(try await folder.run { $0.process.budgets[.insights] = .seconds(9) }) == [1, 0, 0, 0])
    }

    @Test func forceDoesItAgain() async throws {
        try folder.memo("a.wav", seed: 1)
        try await folder.run()
        #expect(counts(try await folder.run { $0.force = true }) == [1, 0, 0, 0])
    }

    @Test func aResultThatIsGoneOrChangedIsMadeAgain() async throws {
        try folder.memo("a.wav", seed: 1)
        try folder.memo("b.wav", seed: 2)
        try await folder.run()
        try FileManager.default.removeItem(atPath: "\(folder.output)/a.wav.sonora.json")
        try Data("{}".utf8).write(to: URL(filePath: "\(folder.output)/b.wav.sonora.json"))
        #expect(counts(try await folder.run()) == [2, 0, 0, 0])
        #expect(try folder.document("b.wav")["schemaVersion"] as? Int == 1)
    }

    @Test func aMovedMemoTakesItsResultAlong() async throws {
        try folder.memo("a.wav", seed: 1)
        try await folder.run()
        let before = try folder.document("a.wav")
        try folder.move("a.wav", to: "2024-05-01 10.20.30.wav")
        let summary = try await folder.run()
        #expect(counts(summary) == [0, 1, 0, 0])
        #expect(summary.moved == 1)
        #expect(try folder.results() == ["2024-05-01 10.20.30.wav.sonora.json"])
        let after = try folder.document("2024-05-01 10.20.30.wav")
        let memo = try #require(after["memo"] as? [String: Any])
        #expect(memo["path"] as? String == "\(folder.memos)/2024-05-01 10.20.30.wav")
        #expect((memo["recordedAt"] as? [String: Any])?["source"] as? String == "fileName")
        for key in ["levels", "onsets", "segments", "insights", "latency"] {
            #expect(try text(after[key]) == text(before[key]))
        }
        #expect(counts(try await folder.run()) == [0, 0, 1, 0])
    }

    @Test func aMemoThatIsMovedTwiceBetweenRunsIsStillKnown() async throws {
        try folder.memo("a.wav", seed: 1)
        try await folder.run()
        try folder.move("a.wav", to: "b.wav")
        try await folder.run()
        try folder.move("b.wav", to: "a.wav")
        #expect(try await folder.run().moved == 1)
        #expect(try folder.results() == ["a.wav.sonora.json"])
    }

    @Test(arguments: [1, 4]) func copiesAreAnalysedOnce(jobs: Int) async throws {
        for name in ["a.wav", "b.wav", "c.wav", "d.wav"] { try folder.memo(name, seed: 1) }
        let summary = try await folder.run { $0.jobs = jobs }
        #expect(counts(summary) == [1, 3, 0, 0])
        #expect(summary.moved == 0)
        #expect(try folder.results().count == 4)
        #expect(counts(try await folder.run()) == [0, 0, 4, 0])
    }

    @Test func oneBadFileIsOneBadFile() async throws {
        try folder.memo("a.wav", seed: 1)
        try folder.write("b.wav", [])
        try folder.write("c.wav", Array("this is no sound at all, but a text".utf8))
        try folder.memo("d.wav", seed: 2)
        let summary = try await folder.run()
        #expect(counts(summary) == [2, 0, 0, 2])
        #expect(Set(summary.failures.map(\.failure.code)) == ["emptyFile", "notAudio"])
        #expect(summary.hasFailures && summary.state == .completed)
        #expect(try folder.results() == ["a.wav.sonora.json", "d.wav.sonora.json"])
    }

    @Test func whatFailedIsTriedAgainOnlyWhenAskedOrChanged() async throws {
        try folder.memo("a.wav", seed: 1)
        try folder.write("b.wav", [])
        try await folder.run()
        let second = try await folder.run()
        #expect(second.failures.map(\.isOld) == [true])
        let third = try await folder.run { $0.onlyFailed = true }
        #expect(third.failures.map(\.isOld) == [false])
        #expect(third.unchanged == 0)
        try folder.memo("b.wav", seed: 2)
        #expect(counts(try await folder.run { $0.onlyFailed = true }) == [1, 0, 0, 0])
        #expect(counts(try await folder.run()) == [0, 0, 2, 0])
    }

    @Test func aFailureKeepsTheResultOfEarlierBytes() async throws {
        try folder.memo("a.wav", seed: 1)
        try await folder.run()
        try folder.write("a.wav", [])
        #expect(counts(try await folder.run()) == [0, 0, 0, 1])
        #expect(try folder.results() == ["a.wav.sonora.json"])
        try folder.memo("a.wav", seed: 1)
        #expect(counts(try await folder.run())[3] == 0)
    }

    @Test func aMemoThatVanishesIsReportedAndNoFailure() async throws {
        try folder.memo("a.wav", seed: 1)
        try folder.memo("b.wav", seed: 2)
        let summary = try await folder.run(beforeWork: { try folder.remove("a.wav") })
        #expect(summary.vanished == ["\(folder.memos)/a.wav"])
        #expect(summary.done == 1 && !summary.hasFailures)
    }

    @Test func onlyOneRunHasAFolder() async throws {
        let first = try OutputLibrary(folder: folder.output)
        let error = #expect(throws: CaptureError.self) { _ = try OutputLibrary(folder: folder.output) }
        #expect(error?.code == .busy)
        #expect(error?.problem.contains("another run (process ") == true)
        withExtendedLifetime(first) {}
    }

    @Test func inOrderMeansInTheOrderOfThePlan() async throws {
        // The first ones take longest.
        for number in 0..<20 {
            try folder.write(
                "\(10 + number).wav", MemoFolder.sound(seed: UInt64(number), seconds: number < 3 ? 20 : 0.3))
        }
        let observer = RecordingObserver()
        try await folder.run(
            { settings in
                settings.jobs = 4
                settings.isOrdered = true
            }, observer: observer)
        let told = observer.told
        #expect(told.reports.map(\.memo.order) == Array(0..<20))
        #expect(told.eventOrder == told.eventOrder.sorted())
    }
}
