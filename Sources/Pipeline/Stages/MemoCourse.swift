// MemoCourse: what is to be told of a memo next, decided from how far it is and how late it is.

/// The decisions in the life of one memo. It reads no clock and performs nothing: `MemoRun` tells it times, counted from
/// when the memo was accepted, and does what it answers.
struct MemoCourse {
    enum Action: Equatable {
        /// The receiver is told how far reading is.
        case advance
        /// The first answer, or the news of a live memo, from what was read so far.
        case answer(ImmediateResult.Coverage)
        /// Segments and the rest of the transcript's shape, as far as they are settled.
        case tellSettled
        /// What would be said of a stage if the memo ended here.
        case answerInPart(Stage)
        case stop(LateStop, budget: Duration)
    }

    /// A memo up to this long is read whole before the first answer: that takes less than a fifth of its budget.
    static let wholeReadSeconds = 30.0
    /// Sound between two calls of the sink's `advance`.
    private static let progressSeconds = 10.0
    /// Between two live updates.
    private static let liveSeconds = 0.1
    /// Time between two parts of the transcript of a long memo, and between two calls of `advance` on a slow machine.
    private static let partInterval = Duration.seconds(1) - .milliseconds(100)
    /// What can be late while a memo is read. Words are the engine's, and looked at when they come.
    private static let enforced: [Stage] = [.immediate, .transcript, .insights]

    let late: LatePolicy
    private(set) var stages: StageLog
    private var isLive = false
    /// Whole intervals of progress that were reported, so that reports do not drift behind the sound.
    private var reported = -1
    private var lastAdvance = Duration.zero
    private var lastPart: Duration?
    private var hasAnswered = false

    init(budgets: Budgets, late: LatePolicy) {
        stages = StageLog(budgets: budgets)
        self.late = late
    }

    // MARK: What to do

    /// The memo is open.
    mutating func opened(isLive: Bool, at now: Duration) -> [Action] {
        self.isLive = isLive
        // A recorder that is slow to start is not late.
        return isLive ? [] : stops(at: now)
    }

    /// Whether a look around is wanted before the memo is read.
    func wantsLook(duration: Double?) -> Bool { duration.map { $0 > Self.wholeReadSeconds } ?? false }

    /// A block was read and analysed.
    /// - Parameter seconds: sound so far.
    mutating func heard(seconds: Double, at now: Duration) -> [Action] {
        var actions = isLive ? [] : stops(at: now)
        let mayBePartial = late == .partial && !isLive
        if mayBePartial && isNearlyOverdue(.immediate, at: now) { actions.append(.answerInPart(.immediate)) }
        if isPartDue(at: now) {
            // The immediate answer comes first.
            if !hasAnswered && actions.isEmpty { actions.append(.answer(.sampled)) }
            actions.append(.tellSettled)
        }
        if mayBePartial && isNearlyOverdue(.insights, at: now) { actions.append(.answerInPart(.insights)) }
        let isAnswering = !actions.isEmpty
        let due = Int(seconds / (isLive ? Self.liveSeconds : Self.progressSeconds) + 1e-6)
        guard due > reported || now - lastAdvance > Self.partInterval else { return actions }
        reported = due
        lastAdvance = now
        actions.append(.advance)
        if isLive {
            actions.append(.answer(.live))
        } else if !hasAnswered && !isAnswering && seconds > Self.wholeReadSeconds {
            // The memo is long, and its length was not known.
            actions.append(.answer(.sampled))
        }
        return actions
    }

    /// Whether to stop rather than give an answer of a stage now.
    func stop(before stage: Stage, at now: Duration) -> Action? {
        guard late == .stop, let (budget, elapsed) = stages.overdue(stage, share: 1, at: now) else { return nil }
        return .stop(LateStop(stage, elapsed: elapsed), budget: budget)
    }

    private func stops(at now: Duration) -> [Action] {
        for stage in Self.enforced { if let stop = stop(before: stage, at: now) { return [stop] } }
        return []
    }

    /// Whether what is there must go out now, to be there in time.
    private func isNearlyOverdue(_ stage: Stage, at now: Duration) -> Bool {
        stages.overdue(stage, share: 1 - LatePolicy.reserve, at: now) != nil
    }

    /// The first part of a long memo's transcript comes inside its budget, further ones once a second. Who wants the memo to
    /// stop where a stage is late wants the whole.
    private func isPartDue(at now: Duration) -> Bool {
        guard !isLive, late != .stop else { return false }
        if let lastPart { return now - lastPart > Self.partInterval }
        return isNearlyOverdue(.transcript, at: now)
    }

    // MARK: What was done

    /// What is said about the whole of a live memo is waited for from its end on, and its beginning is its first block.
    mutating func restart(at now: Duration) { stages.restart(at: now) }

    /// An immediate answer goes out. Returns its timing if it is the first.
    mutating func answered(isWhole: Bool, isPartial: Bool, at now: Duration) -> StageTiming? {
        if isWhole { stages.complete(.immediate, at: now) }
        defer { hasAnswered = true }
        return hasAnswered ? nil : stages.arrive(.immediate, isPartial: isPartial, at: now)
    }

    /// Whether words may be told now, before the memo has ended. Who wants the memo to stop where a stage is late wants the whole
    /// transcript first.
    var tellsWordsEarly: Bool { late != .stop }

    /// Words go out. Returns their timing if they are the first. While a live memo is recorded nobody waits for them.
    mutating func toldWords(isRecording: Bool, at now: Duration) -> StageTiming? {
        isRecording ? nil : told(.text, at: now)
    }

    /// A part of the transcript's shape goes out. Returns its timing if it is the first of a memo that is not live.
    mutating func toldPart(at now: Duration) -> StageTiming? {
        lastPart = now
        return isLive ? nil : told(.transcript, isPartial: true, at: now)
    }

    /// Something of another stage goes out. Returns its timing if it is the first.
    mutating func told(_ stage: Stage, isPartial: Bool = false, at now: Duration) -> StageTiming? {
        if !isPartial { stages.complete(stage, at: now) }
        return stages.has(stage) ? nil : stages.arrive(stage, isPartial: isPartial, at: now)
    }
}
