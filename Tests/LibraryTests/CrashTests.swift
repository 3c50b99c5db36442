// CrashTests: memos that were in work when a run ended without a word: tried last, each in a process of its own.

import Capture
import Dispatch
import Foundation
import Library
import Pipeline
import Synchronization
import TestSignals
import Testing

/// Stands for the process of its own: does the work here, or ends as a test says.
private final class StandIn: MemoRunner {
    private let ending: LoneEnding?
    private let memos = Mutex<[LoneMemo]>([])

    /// - Parameter ending: how it ends; `nil` when it does its work.
    init(_ ending: LoneEnding?) { self.ending = ending }

    var paths: [String] { memos.withLock { $0.map(\.path) } }

    func run(_ memo: LoneMemo) throws(CaptureError) -> LoneEnding {
        memos.withLock { $0.append(memo) }
        if let ending { return ending }
        let done = DispatchSemaphore(value: 0)
        let isDone = Atomic(false)
        Task.detached {
            isDone.store(await memo.work(BatchSettings(), giveSign: { true }), ordering: .relaxed)
            done.signal()
        }
        done.wait()
        return isDone.load(ordering: .relaxed) ? .ended : .lost
    }
}

@Suite(.timeLimit(.minutes(10))) struct CrashTests {
    private let folder: MemoFolder

    init() throws {
        folder = try MemoFolder()
        for (seed, name) in ["a.wav", "b.wav", "c.wav"].enumerated() { try folder.memo(name, seed: UInt64(seed)) }
    }

    /// An index as a crash leaves it, with a memo in work.
    private func crash(on name: String) async throws {
        _ = try OutputLibrary(folder: folder.output)
        try IndexFile.run("INSERT INTO work VALUES (CAST('\(name)' AS BLOB), 0)", in: folder.output)
    }

    private func inWork() throws -> Int? { try IndexFile.number("SELECT count(*) FROM work", in: folder.output) }

    @Test func aMemoIsNotedWhileItIsAnalysedAndNoLonger() async throws {
        let counts = Mutex<[Int?]>([])
        let output = folder.output
        let observer = RecordingObserver(onEvent: { event in
            guard event.name == "immediate" else { return }
            let count = try? IndexFile.number("SELECT count(*) FROM work", in: output)
            counts.withLock { $0.append(count) }
        })
        try await folder.run(observer: observer)
        let seen = counts.withLock { $0 }
        #expect(seen.count == 3 && seen.allSatisfy { ($0 ?? 0) >= 1 })
        #expect(try inWork() == 0)
    }

    @Test func whatCrashesAgainIsAFailedMemoAndTheOthersAreDone() async throws {
        try await crash(on: "a.wav")
        let runner = StandIn(.crashed("it crashed (signal 11)"))
        let observer = RecordingObserver()
        let summary = try await folder.run({ $0.runner = runner }, observer: observer)
        #expect(summary.state == .completed && summary.done == 2)
        #expect(summary.failures.map(\.failure.code) == ["crashed"])
        #expect(observer.told.began.last?.hasSuffix("/a.wav") == true)
        #expect(runner.paths == ["\(folder.memos)/a.wav"])
        #expect(observer.told.events["\(folder.memos)/a.wav"]?.map(\.name) == ["accepted", "failed"])
        #expect(try inWork() == 0)
        // Nor is it tried again, unless somebody asks; and then not here.
        #expect(try await folder.run({ $0.runner = runner }).failures.map(\.isOld) == [true])
        #expect(runner.paths.count == 1)
        let able = StandIn(nil)
        let retried = try await folder.run { settings in
            settings.runner = able
            settings.onlyFailed = true
        }
        #expect(retried.done == 1 && able.paths.count == 1)
    }

    @Test func whatDoesNotCrashAgainHasItsResultAsAnyOther() async throws {
        let alone = try MemoFolder()
        try alone.memo("b.wav", seed: 1)
        try await alone.run()
        try await crash(on: "b.wav")
        let runner = StandIn(nil)
        let observer = RecordingObserver()
        let summary = try await folder.run({ $0.runner = runner }, observer: observer)
        #expect(summary.done == 3 && summary.failures.isEmpty && runner.paths.count == 1)
        #expect(observer.told.events["\(folder.memos)/b.wav"]?.map(\.name) == ["accepted", "completed"])
        let (one, other) = (try folder.document("b.wav"), try alone.document("b.wav"))
        #expect(one.keys == other.keys)
        #expect(one["levels"] as? NSDictionary == other["levels"] as? NSDictionary)
        #expect((one["memo"] as? [String: Any])?["path"] as? String == "\(folder.memos)/b.wav")
        let index = try LibraryIndex.reading(in: folder.output)
        let portrait = try #require(try index.portrait(of: index.find("b.wav")))
        #expect(portrait.figures?.peak != nil && portrait.stages.count == 3 && portrait.insights.count > 0)
        #expect(try folder.results() == ["a.wav.sonora.json", "b.wav.sonora.json", "c.wav.sonora.json"])
        #expect(try inWork() == 0)
        #expect(try await folder.run().unchanged == 3)
    }

    @Test func aProcessThatWasKilledIsHeldAgainstNoMemo() async throws {
        try await crash(on: "b.wav")
        for _ in 0..<3 {
            let summary = try await folder.run { $0.runner = StandIn(.lost) }
            #expect(summary.failures.map(\.failure.code) == ["helperLost"])
        }
        // Still nobody knows whether it would crash.
        #expect(try inWork() == 1)
        let runner = StandIn(nil)
        #expect(try await folder.run({ $0.runner = runner }).done == 1)
        #expect(runner.paths.count == 1)
    }

    @Test func aFailureThereIsTheFailureHere() async throws {
        try folder.write("b.wav", Array("no sound at all, but a text".utf8))
        try await crash(on: "b.wav")
        let summary = try await folder.run { $0.runner = StandIn(nil) }
        #expect(summary.failures.map(\.failure.code) == ["notAudio"])
        #expect(summary.failures.map(\.failure.path) == ["\(folder.memos)/b.wav"])
    }

    @Test func aRunThatSaysHowItEndedLeavesNoSuspects() async throws {
        let observer = RecordingObserver(onEvent: { event in
            if event.name == "immediate" { withUnsafeCurrentTask { $0?.cancel() } }
        })
        let summary = try await folder.run(observer: observer)
        #expect(summary.state != .running)
        #expect(try inWork() == 0)
    }
}
