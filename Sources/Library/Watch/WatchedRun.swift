// WatchedRun: a run that goes on, and what keeps it going.

import Capture

extension BatchRun {
    /// Runs until the task is cancelled, the disk is full, or the index cannot be read: the summary says which.
    /// - Parameter say: told what the user should know of the watch.
    /// - Throws: what opening the index throws.
    public func run(
        _ work: BatchWork, in library: OutputLibrary, observer: any BatchObserver, watch: MemoWatch,
        say: @escaping @Sendable (String) -> Void
    ) async throws(CaptureError) -> BatchSummary {
        let (arrivals, door) = AsyncStream.makeStream(of: BatchWork.Item.self)
        let watching = Task {
            defer { door.finish() }
            return await watch.run(say: say) { door.yield($0) }
        }
        let ending: Result<BatchSummary, CaptureError>
        do throws(CaptureError) {
            ending = .success(try await run(work, in: library, observer: observer, arrivals: arrivals))
        } catch {
            ending = .failure(error)
        }
        watching.cancel()
        watch.wake()
        let failure = await watching.value
        var summary = try ending.get()
        if let failure { summary.stop(by: failure) }
        return summary
    }
}
