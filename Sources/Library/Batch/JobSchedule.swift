// JobSchedule: which memo of a run comes next. It decides and waits for nothing: what a clock says it is told.

import Capture

/// One memo to work on.
package struct Job<C: Clock>: Sendable where C.Duration == Duration {
    /// Its place in the order of the run.
    package var order: Int
    package var key: String
    package var path: String
    package var bytes: Int64
    package var reason: JobReason
    /// Whether another memo of the run has as many bytes, so that it may be the same sound.
    package var hasNamesake: Bool
    /// Whether a run may have crashed on it, so that it gets a process of its own.
    package var isSuspect: Bool
    /// How often it was tried before.
    package var attempts = 0
    /// What was told of it before.
    var told = EventsTold()
    /// Since when it waits.
    package var queuedAt: C.Instant

    package init(
        order: Int, key: String, path: String, bytes: Int64, reason: JobReason, hasNamesake: Bool,
        isSuspect: Bool = false, queuedAt: C.Instant
    ) {
        self.order = order
        self.key = key
        self.path = path
        self.bytes = bytes
        self.reason = reason
        self.hasNamesake = hasNamesake
        self.isSuspect = isSuspect
        self.queuedAt = queuedAt
    }
}

/// What is being analysed.
private struct Claim: Sendable {
    var key: String
    var bytes: Int64
    /// `nil` where no other memo has as many bytes.
    var hash: String?

    func mayBeSameSound(as other: Claim) -> Bool {
        // One name twice: it was written again while it was worked on.
        key == other.key || bytes == other.bytes && (hash == nil || other.hash == nil || hash == other.hash)
    }
}

/// The memos of a run: those that wait, those that are worked on, those that come again.
package struct JobSchedule<C: Clock>: Sendable where C.Duration == Duration {
    /// What whoever asks for work is to do.
    package enum Turn: Sendable {
        case work(Job<C>)
        /// To ask again when anything has changed, and at this time, if there is one.
        case wait(until: C.Instant?)
        /// There is nothing more to do.
        case end
    }

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
    private var isStopped = false

    /// How many memos there were, those included that have ended.
    package private(set) var count: Int

    package init(_ jobs: [Job<C>], window: Int?, staysOpen: Bool) {
        waiting = jobs
        count = jobs.count
        self.window = window
        isOpen = staysOpen
    }

    /// Hands out the next memo.
    package mutating func take(at now: C.Instant) -> Turn {
        if isStopped { return .end }
        if let job = ready(at: now) {
            inWork[job.order] = .some(nil)
            unfinished.insert(job.order)
            if job.isSuspect { lone = job.order }
            return .work(job)
        }
        let isExhausted =
            !isOpen && next == waiting.count && retries.isEmpty && released.isEmpty && held.isEmpty && inWork.isEmpty
        // What is due and still waits, waits for another memo to end: a time that has passed would wake whoever asks for ever.
        return isExhausted ? .end : .wait(until: retries.first.flatMap { $0.due > now ? $0.due : nil })
    }

    private mutating func ready(at now: C.Instant) -> Job<C>? {
        guard lone == nil else { return nil }
        // What may crash is worked on when nothing else is.
        func mayBegin(_ job: Job<C>) -> Bool { !job.isSuspect || inWork.isEmpty }
        if let job = released.last, mayBegin(job) { return released.removeLast() }
        if let first = retries.first, first.due <= now, mayBegin(first.job) { return retries.removeFirst().job }
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

    // MARK: What workers say

    /// Whether a memo may be analysed now. It may not while another one of the same bytes, or perhaps the same, is: then
    /// it is handed out again when that one is finished.
    package mutating func claim(_ job: Job<C>, hash: String?) -> Bool {
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
    package mutating func finish(_ job: Job<C>) {
        unfinished.remove(job.order)
        leave(job)
    }

    /// A memo is to be tried again.
    package mutating func retry(_ job: Job<C>, at due: C.Instant) {
        var job = job
        job.attempts += 1
        job.queuedAt = due
        let place = retries.firstIndex { $0.due > due } ?? retries.endIndex
        retries.insert((due, job), at: place)
        leave(job)
    }

    /// A memo is to be looked at again at once.
    package mutating func again(_ job: Job<C>) {
        released.append(job)
        leave(job)
    }

    private mutating func end(_ job: Job<C>) {
        inWork[job.order] = nil
        if lone == job.order { lone = nil }
    }

    private mutating func leave(_ job: Job<C>) {
        end(job)
        released += held
        held = []
    }

    // MARK: What the run says

    /// Adds a memo to a run that goes on.
    package mutating func add(_ job: Job<C>) {
        waiting.append(job)
        count += 1
    }

    /// Nothing more will be added.
    package mutating func close() { isOpen = false }

    /// Hands out nothing any more.
    package mutating func stop() { isStopped = true }
}
