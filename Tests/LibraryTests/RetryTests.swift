// RetryTests: failures that time may cure, on a clock that jumps to whatever is waited for.

import Capture
import Foundation
import Library
import Pipeline
import Synchronization
import TestSignals
import Testing

@Suite(.timeLimit(.minutes(10))) struct RetryTests {
    private let folder: MemoFolder

    init() throws { folder = try MemoFolder() }

    /// Keeps a memo open for writing.
    private func writer(_ name: String) throws -> FileHandle {
        let handle = try #require(FileHandle(forWritingAtPath: "\(folder.memos)/\(name)"))
        // No child of a neighbouring test may keep it open.
        _ = fcntl(handle.fileDescriptor, F_SETFD, FD_CLOEXEC)
        return handle
    }

    @Test func aMemoThatIsStillWrittenIsTriedAgainWithGrowingWaits() async throws {
        try folder.memo("a.wav", seed: 1)
        try folder.memo("b.wav", seed: 2)
        let handle = try writer("a.wav")
        let observer = RecordingObserver()
        let summary = try await folder.run(observer: observer)
        try handle.close()
        #expect(summary.done == 1)
        #expect(summary.retries == 3)
        #expect(observer.told.waits == [.milliseconds(500), .seconds(1), .seconds(2)])
        #expect(summary.failures.map(\.failure.code) == ["busy"])
        #expect(summary.failures.map(\.attempts) == [4])
        let events = try #require(observer.told.events["\(folder.memos)/a.wav"])
        #expect(events.map(\.name) == ["accepted", "failed"])
        #expect(events.map(\.sequence) == [0, 1])
        // Closed now, and not changed since: such a failure is tried again without being asked.
        #expect(try await folder.run().done == 1)
    }

    @Test func aMemoThatIsFinishedMeanwhileSucceeds() async throws {
        try folder.memo("a.wav", seed: 1)
        let handle = Mutex<FileHandle?>(try writer("a.wav"))
        let tries = Mutex(0)
        let observer = RecordingObserver { _ in
            // The third attempt finds it closed.
            let count = tries.withLock { tries in
                tries += 1
                return tries
            }
            if count == 3 { handle.withLock { $0 = nil } }
        }
        let summary = try await folder.run(observer: observer)
        #expect(summary.done == 1 && summary.retries == 2)
        #expect(observer.told.reports.map(\.attempts) == [3])
        let names = observer.told.events.values.first?.map(\.name)
        #expect(names == ["accepted", "immediate", "transcript", "insights", "completed"])
    }

    @Test func aMemoThatGrowsWhileItIsReadIsReadAgainAsARevision() async throws {
        try folder.write("a.wav", MemoFolder.sound(seed: 1, seconds: 2))
        let path = "\(folder.memos)/a.wav"
        let hasGrown = Mutex(false)
        let observer = RecordingObserver { _ in
            hasGrown.withLock { hasGrown in
                if hasGrown { try? Data(MemoFolder.sound(seed: 2, seconds: 3)).write(to: URL(filePath: path)) }
                hasGrown.toggle()
            }
        }
        // Changed after it was planned: its stamp is taken when it is begun, so it is read as it is then.
        let summary = try await folder.run(observer: observer)
        #expect(summary.done == 1)
        #expect(summary.failures.isEmpty)
    }
}
