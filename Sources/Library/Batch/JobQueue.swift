// JobQueue: lets the workers of a run wait for what `JobSchedule` decides.

import Capture

/// The queue of a run. Workers ask for the next memo until there is none.
actor JobQueue<C: Clock> where C.Duration == Duration {
    private let clock: C
    private var schedule: JobSchedule<C>
    private var sleepers: [CheckedContinuation<Void, Never>] = []
    /// Wakes the sleepers when a retry is due. There is one at most, however many wait and however often they are woken.
    private var alarm: (due: C.Instant, task: Task<Void, Never>)?

    init(_ jobs: [Job<C>], window: Int?, staysOpen: Bool, clock: C) {
        schedule = JobSchedule(jobs, window: window, staysOpen: staysOpen)
        self.clock = clock
    }

    deinit { alarm?.task.cancel() }

    /// How many memos there were, those included that have ended.
    var count: Int { schedule.count }

    /// The next memo; `nil` when all are done, or when the task was cancelled.
    func take() async -> Job<C>? {
        await withTaskCancellationHandler {
            while !Task.isCancelled {
                switch schedule.take(at: clock.now) {
                case .work(let job): return job
                case .end:
                    wakeAll()
                    alarm?.task.cancel()
                    return nil
                case .wait(let due):
                    setAlarm(due)
                    await withCheckedContinuation { sleepers.append($0) }
                }
            }
            return nil
        } onCancel: {
            Task { await self.stop() }
        }
    }

    private func setAlarm(_ due: C.Instant?) {
        guard let due, alarm?.due != due else { return }
        alarm?.task.cancel()
        let clock = clock
        alarm = (
            due,
            Task {
                guard (try? await clock.sleep(until: due, tolerance: nil)) != nil else { return }
                self.ring(due)
            }
        )
    }

    private func ring(_ due: C.Instant) {
        if alarm?.due == due { alarm = nil }
        wakeAll()
    }

    private func wakeAll() {
        let woken = sleepers
        sleepers = []
        for sleeper in woken { sleeper.resume() }
    }

    /// Hands out nothing any more.
    func stop() {
        schedule.stop()
        wakeAll()
    }

    // MARK: What workers say; see `JobSchedule`

    func claim(_ job: Job<C>, hash: String?) -> Bool { schedule.claim(job, hash: hash) }

    func finish(_ job: Job<C>) { change { $0.finish(job) } }

    func retry(_ job: Job<C>, after wait: Duration) {
        let due = clock.now.advanced(by: wait)
        change { $0.retry(job, at: due) }
    }

    func again(_ job: Job<C>) { change { $0.again(job) } }

    // MARK: A run that goes on

    func add(_ job: Job<C>) { change { $0.add(job) } }

    func close() { change { $0.close() } }

    private func change(_ body: (inout JobSchedule<C>) -> Void) {
        body(&schedule)
        wakeAll()
    }
}
