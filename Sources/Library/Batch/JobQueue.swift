// JobQueue: hands out the memos of a run, each once, and again those that are to be retried.

import Capture

/// One memo to work on.
struct Job<C: Clock>: Sendable where C.Duration == Duration {
    /// Its place in the order of the run.
    var order: Int
    var key: String
    var path: String
    var bytes: Int64
    var reason: JobReason
    /// Whether another memo of the run has as many bytes, so that it may be the same sound.
    var hasNamesake: Bool
    /// Whether a run may have crashed on it, so that it gets a process of its own.
    var isSuspect = false
    /// How often it was tried before.
    var attempts = 0
    /// What was told of it before.
    var told = EventsTold()
    /// Since when it waits.
    var queuedAt: C.Instant
}

/// What is being analysed.
private struct Claim {
    var key: String
    var bytes: Int64
    /// `nil` where no other memo has as many bytes.
    var hash: String?

    func mayBeSameSound(as other: Claim) -> Bool {
        // One name twice: it was written again while it was worked on.
        key == other.key || bytes == other.bytes && (hash == nil || other.hash == nil || hash == other.hash)
    }
}

/// The queue of a run. Workers ask for the next memo until there is none.
actor JobQueue<C: Clock> where C.Duration == Duration {
    private let clock: C
    /// How many memos may be begun before the first of them has ended; `nil` where reports come in any order.
    private let window: Int?
    private var waiting: [Job<C>]
    private var next = 0
    /// To be tried again, the earliest first.
    private var retries: [(due: C.Instant, job: Job<C>)] = []
    /// Let go by another memo with the same sound.
    private var released: [Job<C>] = []
    /// Waiting for another memo with the same sound.
    private var held: [Job<C>] = []
    /// The memos that are worked on; `nil` for those of which nobody knows yet whether they will be analysed.
    private var inWork: [Int: Claim?] = [:]
    private var unfinished: Set<Int> = []
    /// The memo that is worked on alone, if there is one.
    private var lone: Int?
    /// Whether more may be added.
    private var isOpen: Bool
    private var isCancelled = false
    private var sleepers: [CheckedContinuation<Void, Never>] = []

    /// How many memos there were, those included that have ended.
    private(set) var count: Int

    init(_ jobs: [Job<C>], window: Int?, staysOpen: Bool, clock: C) {
        waiting = jobs
        count = jobs.count
        self.window = window
        self.clock = clock
        isOpen = staysOpen
    }

    /// The next memo; `nil` when all are done, or when the task was cancelled.
    func take() async -> Job<C>? {
        await withTaskCancellationHandler {
            while !isCancelled && !Task.isCancelled {
                if let job = ready() {
                    inWork[job.order] = .some(nil)
                    unfinished.insert(job.order)
                    if job.isSuspect { lone = job.order }
                    return job
                }
                if isExhausted {
                    wakeAll()
                    return nil
                }
                await sleep()
            }
            return nil
        } onCancel: {
            Task { await self.stop() }
        }
    }

    private func ready() -> Job<C>? {
        guard lone == nil else { return nil }
        // What may crash is worked on when nothing else is.
        func mayBegin(_ job: Job<C>) -> Bool { !job.isSuspect || inWork.isEmpty }
        if let job = released.last, mayBegin(job) { return released.removeLast() }
        if let first = retries.first, first.due <= clock.now, mayBegin(first.job) { return retries.removeFirst().job }
        guard next < waiting.count, mayBegin(waiting[next]) else { return nil }
        let job = waiting[next]
        if let window, let oldest = unfinished.min(), job.order >= oldest + window { return nil }
        next += 1
        // What was handed out is not needed any more.
        if next > 4096 {
            waiting.removeFirst(next)
            next = 0
        }
        return job
    }

    private var isExhausted: Bool {
        !isOpen && next == waiting.count && retries.isEmpty && released.isEmpty && held.isEmpty && inWork.isEmpty
    }

    /// Waits until something changes or a retry is due.
    private func sleep() async {
        if let due = retries.first?.due {
            let clock = clock
            Task {
                try? await clock.sleep(until: due, tolerance: nil)
                self.wakeAll()
            }
        }
        await withCheckedContinuation { sleepers.append($0) }
    }

    private func wakeAll() {
        let woken = sleepers
        sleepers = []
        for sleeper in woken { sleeper.resume() }
    }

    /// Hands out nothing any more.
    func stop() {
        isCancelled = true
        wakeAll()
    }

    // MARK: What workers say

    /// Whether a memo may be analysed now. It may not while another one of the same bytes, or perhaps the same, is: then
    /// it is handed out again when that one is finished.
    func claim(_ job: Job<C>, hash: String?) -> Bool {
        let claim = Claim(key: job.key, bytes: job.bytes, hash: hash)
        if inWork.values.contains(where: { $0?.mayBeSameSound(as: claim) ?? false }) {
            end(job)
            held.append(job)
            return false
        }
        inWork[job.order] = claim
        return true
    }

    /// A memo has ended, well or badly; it will not come back.
    func finish(_ job: Job<C>) {
        unfinished.remove(job.order)
        leave(job)
    }

    /// A memo is to be tried again.
    func retry(_ job: Job<C>, after wait: Duration) {
        var job = job
        job.attempts += 1
        let due = clock.now.advanced(by: wait)
        job.queuedAt = due
        let place = retries.firstIndex { $0.due > due } ?? retries.endIndex
        retries.insert((due, job), at: place)
        leave(job)
    }

    /// A memo is to be looked at again at once.
    func again(_ job: Job<C>) {
        released.append(job)
        leave(job)
    }

    private func end(_ job: Job<C>) {
        inWork[job.order] = nil
        if lone == job.order { lone = nil }
    }

    private func leave(_ job: Job<C>) {
        end(job)
        released += held
        held = []
        wakeAll()
    }

    // MARK: A run that goes on

    /// Adds a memo to a queue that stays open.
    func add(_ job: Job<C>) {
        waiting.append(job)
        count += 1
        wakeAll()
    }

    /// Nothing more will be added.
    func close() {
        isOpen = false
        wakeAll()
    }
}
