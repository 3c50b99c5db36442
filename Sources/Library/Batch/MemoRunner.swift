// MemoRunner: a memo in a process of its own, because a run ended by a crash while it was worked on.

import Capture
import Files
import Glibc
import Pipeline

/// One memo, and a folder of its own for what comes of it.
public struct LoneMemo: Sendable {
    /// Its name below the output folder, and what it is opened by.
    public let key: String
    public let path: String
    /// An output folder that nobody else writes to.
    public let folder: String

    public init(key: String, path: String, folder: String) {
        (self.key, self.path, self.folder) = (key, path, folder)
    }
}

/// How that ended.
public enum LoneEnding: Sendable, Equatable {
    /// Its folder has the result, or why there is none.
    case ended
    /// It took its process along: what happened, as in “it crashed (signal 11)”.
    case crashed(String)
    /// Its process was killed, or could not work; that is not the memo's fault.
    case lost
}

/// Works on a memo so that a crash takes nothing else along.
public protocol MemoRunner: Sendable {
    /// - Throws: `interrupted`; `helperLost` where there is no room for a process.
    func run(_ memo: LoneMemo) throws(CaptureError) -> LoneEnding
}

/// Calls this program again; see `LoneMemo.work`.
public struct ProcessRunner: MemoRunner {
    /// The word that makes the command one that works on one memo; what it was called with follows three names.
    public static let command = "batch-alone-for-sonora"

    private let arguments: [String]

    /// - Parameter arguments: what the program was called with, so that its settings are the same.
    public init(arguments: [String]) { self.arguments = arguments }

    public func run(_ memo: LoneMemo) throws(CaptureError) -> LoneEnding {
        let words = [Self.command, memo.key, memo.path, memo.folder] + arguments
        return switch try telling(LoneProcess.run(words, path: memo.path)) {
        case .ended(0): .ended
        case .ended, .killed: .lost
        case .crashed(let what): .crashed(what)
        }
    }
}

extension LoneMemo {
    /// What the process of its own does: a run with one memo.
    /// - Parameter giveSign: tells whoever waits that the work goes on; `false` when nobody waits any more.
    /// - Returns: whether the folder has the result, or why there is none.
    package func work(
        _ settings: BatchSettings, giveSign: @escaping @Sendable () -> Bool = { LoneProcess.giveSign() }
    ) async -> Bool {
        var settings = settings
        settings.jobs = 1
        settings.isOrdered = false
        settings.runner = nil
        settings.prunes = false
        settings.onlyFailed = false
        // Whoever asked tries again.
        settings.retries.attempts = 1
        settings.retries.waitsForWriters = false
        do {
            let library = try OutputLibrary(folder: folder)
            let summary = try await BatchRun(settings: settings, clock: ContinuousClock())
                .run(BatchWork(self), in: library, observer: SignsOfLife(giveSign: giveSign))
            return summary.state == .completed && summary.stop == nil
        } catch {
            return false
        }
    }
}

/// Shows nothing but that there is something to show.
private struct SignsOfLife: BatchObserver {
    let giveSign: @Sendable () -> Bool

    func began(_ memo: BatchMemo, worker: Int) {}
    func receive(_ event: MemoEvent, of memo: BatchMemo, worker: Int) async throws { sign() }
    func advance(_ progress: Progress, of memo: BatchMemo, worker: Int) { sign() }
    func willRetry(_ memo: BatchMemo, after wait: Duration, failure: MemoFailure) {}
    func ended(_ report: MemoReport) async throws {}

    private func sign() {
        // Whoever waited has gone, and nobody takes the result.
        if !giveSign() { exit(1) }
    }
}
