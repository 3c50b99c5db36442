// WorkThread: the one place where code may block: reading, analysing, waiting for disks and helpers.

import Dispatch

/// A thread of its own for a task (`withTaskExecutorPreference`) or an actor (`unownedExecutor`). Swift's own threads are as
/// many as there are processors: two memos that wait for silent pipes would stop every other task of a program with two. (A
/// serial queue has a thread of its own while there is work; those of a concurrent one are shared again.)
public final class WorkThread: TaskExecutor, SerialExecutor {
    private let queue: DispatchQueue

    /// - Parameter label: what debuggers show.
    public init(_ label: String) { queue = DispatchQueue(label: label) }

    public func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        queue.async {
            job.runSynchronously(isolatedTo: self.asUnownedSerialExecutor(), taskExecutor: self.asUnownedTaskExecutor())
        }
    }
}
