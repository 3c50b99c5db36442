// MemoRun: the stages of one memo while they happen.

import Analysis
import Capture

/// The life of one memo: opened, looked at, read to its end, described. Used once, by one task.
final class MemoRun<C: Clock, Sink: EventSink> where C.Duration == Duration {
    /// A memo up to this long is read whole before the first answer: that takes less than a fifth of its budget.
    static var wholeReadSeconds: Double { 30 }
    /// How much of the immediate budget looking around may take.
    private static var lookShare: Int { 2 }
    /// Sound between two calls of the sink's `advance`.
    private static var progressSeconds: Double { 10 }
    /// Between two live updates.
    private static var liveSeconds: Double { 0.1 }
    /// What can be late while a memo is read. Words are the engine's, and looked at when they come.
    private static var enforced: [Stage] { [.immediate, .transcript, .insights] }

    private let memo: Memo
    private let settings: ProcessSettings
    private let transcriber: any Transcriber
    private let sink: Sink
    private let queueWait: Duration
    private let contentHash: String?
    private var stages: StageLog<C>
    private var steps: StepMeter<C>?
    private var sequence = 0
    private var progress = Progress(seconds: 0, duration: nil)
    private var immediateRevision = 0
    private var transcriptRevision = 0
    private var insightsRevision = 0
    private var origin = MemoOrigin()
    private var live = LiveCursor()
    private var isLive = false
    /// What the sink threw: it wants no more events, not even a failure.
    private(set) var sinkError: (any Error)?

    init(
        memo: Memo, settings: ProcessSettings, stages: StageLog<C>, steps: StepMeter<C>?, transcriber: any Transcriber,
        sink: Sink,
        queueWait: Duration, contentHash: String?
    ) {
        self.memo = memo
        self.settings = settings
        self.stages = stages
        self.steps = steps
        self.transcriber = transcriber
        self.sink = sink
        self.queueWait = queueWait
        self.contentHash = contentHash
    }

    func result() async throws -> MemoResult {
        try await send(.accepted(queueWait: queueWait))
        steps?.begin()
        let reader = try MemoReader(memo, parameters: settings.analysis, blockFrames: settings.blockFrames)
        if let steps { reader.measureSpectra(by: steps.nanoseconds) }
        let format = reader.source.format
        isLive = reader.isLive
        origin = MemoOrigin(of: memo, tags: reader.source.tags)
        steps?.end(.open)
        // A recorder that is slow to start is not late.
        if !isLive { for stage in Self.enforced { try stopIfLate(stage) } }
        progress.duration = format.declaredDuration
        if reader.source.canLookAround, let duration = format.declaredDuration, duration > Self.wholeReadSeconds {
            try await lookAround(reader.source)
        }
        let measurements = try await read(reader)
        progress = Progress(seconds: measurements.duration, duration: measurements.duration)
        if isLive { stages.restart() }
        try await answerInFull(reader.source, measurements, news: isLive ? live.rest(of: measurements) : nil)
        return try await describe(reader.source, measurements)
    }

    func fail(_ failure: MemoFailure) async throws {
        try await send(.failed(failure))
    }

    // MARK: Stages

    /// The immediate answer about a long memo.
    private func lookAround(_ source: any BlockSource) async throws {
        let budget = settings.budgets[.immediate] ?? .seconds(1)
        let isLate = { self.stages.total > budget / Self.lookShare }
        guard let look = try SparseLook(of: source, parameters: settings.analysis, isLate: isLate) else { return }
        steps?.end(.look)
        let format = source.format
        try await answer(
            ImmediateResult(
                format: format, duration: format.declaredDuration, origin: origin, salvage: source.salvage,
                coverage: .sampled, levels: look.levels, overview: look.overview, bloom: look.bloom,
                firstBloomFrame: 0, onsets: []))
    }

    /// Reads the memo to its end, block by block.
    private func read(_ reader: MemoReader) async throws -> Measurements {
        // Counted in whole intervals, so that reports do not drift behind the sound.
        let interval = isLive ? Self.liveSeconds : Self.progressSeconds
        var reported = -1
        var isWaiting = isLive
        let noteBlock = {
            self.steps?.end(.read)
            // A recorder that is slow to start is not Sonora's delay.
            if isWaiting { self.stages.restart() }
            isWaiting = false
        }
        steps?.begin()
        while try reader.step(noteBlock) {
            steps?.endBlock(frames: reader.blockFrames)
            try Task.checkCancellation()
            progress.advance(to: reader.analyzer.seconds)
            if !isLive { try await meetDeadlines(reader) }
            let due = Int(progress.seconds / interval + 1e-6)
            guard due > reported else {
                steps?.begin()
                continue
            }
            reported = due
            await sink.advance(progress)
            if isLive || isOverdue {
                try await answer(
                    live.update(
                        reader.source, analyzer: reader.analyzer, origin: origin,
                        coverage: isLive ? .live : .sampled))
            }
            // What receivers took is not counted.
            steps?.begin()
        }
        steps?.end(.read)
        try Task.checkCancellation()
        steps?.tellSpectra(nanoseconds: reader.analyzer.spectraNanoseconds)
        defer { steps?.end(.segments) }
        return try reader.finish()
    }

    /// What is promised by now and not there: told in part, or a reason to stop.
    private func meetDeadlines(_ reader: MemoReader) async throws {
        guard settings.late != .report else { return }
        let share = 1 - LatePolicy.reserve
        for stage in Self.enforced {
            try stopIfLate(stage)
            if settings.late == .partial, stages.overdue(stage, share: share) != nil {
                try await answerInPart(stage, reader)
            }
        }
    }

    /// What would be said if the memo ended here.
    private func answerInPart(_ stage: Stage, _ reader: MemoReader) async throws {
        // A copy ends; the memo goes on.
        var soFar = reader.analyzer
        let measurements = soFar.finish()
        guard measurements.frames > 0 else { return }
        let seconds = measurements.duration
        switch stage {
        case .transcript:
            let result = TranscriptResult(
                transcript: PlaceholderTranscriber().placeholder(for: measurements), segments: measurements.segments,
                activity: measurements.activity, onsets: measurements.onsets, wordStarts: measurements.wordStarts)
            try await tell(result, timing: stages.arrive(.transcript, isPartial: true), partialSeconds: seconds)
        case .insights:
            let insights = InsightFinder.insights(for: measurements)
            try await tell(insights, timing: stages.arrive(.insights, isPartial: true), partialSeconds: seconds)
        default:
            try await answerInFull(reader.source, measurements, coverage: .sampled, partialSeconds: seconds)
        }
    }

    private func tell(
        _ result: TranscriptResult, timing: StageTiming?, partialSeconds: Double? = nil
    ) async throws {
        if partialSeconds == nil { stages.complete(.transcript) }
        try await send(
            .transcript(result, revision: transcriptRevision), timing: timing, partialSeconds: partialSeconds)
        transcriptRevision += 1
    }

    private func tell(_ insights: [Insight], timing: StageTiming?, partialSeconds: Double? = nil) async throws {
        if partialSeconds == nil { stages.complete(.insights) }
        try await send(.insights(insights, revision: insightsRevision), timing: timing, partialSeconds: partialSeconds)
        insightsRevision += 1
    }

    /// Whether a stage that has not arrived is a reason to stop.
    private func stopIfLate(_ stage: Stage) throws {
        guard settings.late == .stop, let (budget, elapsed) = stages.overdue(stage, share: 1) else { return }
        throw MemoFailure.late(memo.path, LateStop(stage, elapsed: elapsed), budget: budget)
    }

    /// Whether the first answer must be given from what has been read: the memo is long, and its length was not known.
    private var isOverdue: Bool { immediateRevision == 0 && progress.seconds > Self.wholeReadSeconds }

    /// The immediate answer with figures of the whole memo: the first one of a short memo, a revision otherwise.
    private func answerInFull(
        _ source: any BlockSource, _ measurements: Measurements, coverage: ImmediateResult.Coverage = .full,
        partialSeconds: Double? = nil, news: SpeechNews? = nil
    ) async throws {
        let shown = Int(SparseLook.bloomSeconds) * measurements.bloom.framesPerSecond
        var opening = measurements.bloom.track(0..<shown)
        opening.rings = Array(measurements.rings.prefix { $0 < SparseLook.bloomSeconds })
        try await answer(
            ImmediateResult(
                format: source.format, duration: measurements.duration, origin: origin,
                salvage: source.salvage, coverage: coverage, levels: measurements.levels,
                overview: measurements.overview, bloom: opening, firstBloomFrame: 0, onsets: [],
                news: news),
            partialSeconds: partialSeconds)
    }

    private func describe(
        _ source: any BlockSource, _ measurements: Measurements
    ) async throws -> MemoResult {
        let transcript = try await transcribe(measurements)
        try Task.checkCancellation()
        steps?.begin()
        let insights = InsightFinder.insights(for: measurements)
        steps?.end(.insights)
        try stopIfLate(.insights)
        try await tell(insights, timing: stages.has(.insights) ? nil : stages.arrive(.insights))

        steps?.begin()
        let hash = settings.hashesContent ? try contentHash ?? memo.contentHash() : nil
        if settings.hashesContent && contentHash == nil { steps?.end(.hash) }
        let total = stages.total
        let result = MemoResult(
            path: memo.path, contentHash: hash, origin: origin, salvage: source.salvage,
            format: source.format, measurements: measurements,
            transcript: transcript, insights: insights,
            latency: Latency(
                queueWait: queueWait, total: total, realtimeFactor: total.seconds / measurements.duration,
                stages: stages.timings, steps: steps?.times ?? [], isLive: isLive))
        try await send(.completed(result))
        return result
    }

    /// The shape of the transcript at once; then the engine's words, each delivery a revision of the one before.
    private func transcribe(_ measurements: Measurements) async throws -> Transcript {
        var latest = PlaceholderTranscriber().placeholder(for: measurements)
        func deliver(_ transcript: Transcript, stage: Stage?) async throws {
            let result = TranscriptResult(
                transcript: transcript, segments: measurements.segments, activity: measurements.activity,
                onsets: measurements.onsets, wordStarts: measurements.wordStarts)
            try await tell(result, timing: stage.flatMap { stages.has($0) ? nil : stages.arrive($0) })
            latest = transcript
        }
        try stopIfLate(.transcript)
        try await deliver(latest, stage: .transcript)
        guard !(transcriber is PlaceholderTranscriber) else { return latest }
        try await transcriber.transcribe(measurements) { transcript in
            try stopIfLate(.text)
            try await deliver(transcript, stage: .text)
        }
        return latest
    }

    // MARK: Events

    private func answer(_ result: ImmediateResult, partialSeconds: Double? = nil) async throws {
        if immediateRevision == 0 { try stopIfLate(.immediate) }
        let isPartial = partialSeconds != nil
        if !isPartial && result.coverage == .full { stages.complete(.immediate) }
        let timing = immediateRevision == 0 ? stages.arrive(.immediate, isPartial: isPartial) : nil
        try await send(
            .immediate(result, revision: immediateRevision), timing: timing, partialSeconds: partialSeconds)
        immediateRevision += 1
    }

    private func send(
        _ payload: MemoEvent.Payload, timing: StageTiming? = nil, partialSeconds: Double? = nil
    ) async throws {
        let event = MemoEvent(
            sequence: sequence, memo: memo.path, elapsed: timing.map(stages.sinceAccepted) ?? stages.total,
            timing: timing, progress: progress, partialSeconds: partialSeconds, isLive: isLive, payload: payload)
        sequence += 1
        do {
            try await sink.receive(event)
        } catch {
            sinkError = error
            throw error
        }
    }
}
