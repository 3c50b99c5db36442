// MemoRun: the stages of one memo while they happen.

import Analysis
import Capture
import Transcription

/// The life of one memo: opened, looked at, read to its end, described. What comes when is `MemoCourse`'s to decide; this
/// performs it. Used once, by one task.
final class MemoRun<C: Clock, Sink: EventSink> where C.Duration == Duration {
    private let memo: Memo
    private let settings: ProcessSettings
    private let contentHash: String?
    private let queueWait: Duration
    private let clock: C
    private let accepted: C.Instant
    private let link: EngineLink?
    let teller: EventTeller<Sink>
    private var course: MemoCourse
    private var steps: StepMeter<C>?
    private var ledger: TranscriptLedger
    private var insights: [Insight] = []
    private var origin = MemoOrigin()
    private var live = LiveCursor()

    init(
        _ memo: Memo, settings: ProcessSettings, clock: C, accepted: C.Instant?, queueWait: Duration,
        contentHash: String?, link: EngineLink?, sink: Sink
    ) {
        self.memo = memo
        self.settings = settings
        self.clock = clock
        self.accepted = accepted ?? clock.now
        self.queueWait = queueWait
        self.contentHash = contentHash
        self.link = link
        teller = EventTeller(sink, memo: memo.path)
        course = MemoCourse(budgets: settings.budgets, late: settings.late)
        steps = settings.measuresSteps ? StepMeter(clock: clock) : nil
        ledger = TranscriptLedger(engine: link?.transcriber.identity.name)
    }

    /// Time since the memo was accepted.
    private var now: Duration { accepted.duration(to: clock.now) }

    func result() async throws -> MemoResult {
        // Whoever pushes the sound is not held up by a memo that has ended, or was never opened.
        defer { memo.abandon() }
        try await tell(.accepted(queueWait: queueWait))
        steps?.begin()
        let reader = try MemoReader(
            memo.open(), parameters: settings.analysis, blockFrames: settings.blockFrames,
            engineRate: link?.transcriber.sampleRate)
        if let steps { reader.measureSpectra(by: steps.nanoseconds) }
        let format = reader.source.format
        teller.isLive = reader.isLive
        origin = MemoOrigin(of: memo, tags: reader.source.tags)
        steps?.end(.open)
        try await perform(course.opened(isLive: reader.isLive, at: now), reader)
        teller.progress.duration = format.declaredDuration
        if reader.source.canLookAround, course.wantsLook(duration: format.declaredDuration) {
            try await lookAround(reader.source)
        }
        let measurements = try await read(reader)
        await handOver(reader)
        await link?.close()
        teller.progress = Progress(seconds: measurements.duration, duration: measurements.duration)
        if reader.isLive { course.restart(at: now) }
        try await answerInFull(reader.source, measurements, isLive: reader.isLive)
        return try await describe(reader.source, measurements, isLive: reader.isLive)
    }

    func fail(_ failure: MemoFailure) async throws { try await tell(.failed(failure)) }

    // MARK: Reading

    /// The immediate answer about a long memo.
    private func lookAround(_ source: any BlockSource) async throws {
        let budget = settings.budgets[.immediate] ?? .seconds(1)
        let isLate = { self.now > budget / SparseLook.shareOfBudget }
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
        var isWaiting = reader.isLive
        let noteBlock = {
            self.steps?.end(.read)
            // A recorder that is slow to start is not Sonora's delay.
            if isWaiting { self.course.restart(at: self.now) }
            isWaiting = false
        }
        steps?.begin()
        while try reader.step(noteBlock) {
            steps?.endBlock(frames: reader.blockFrames)
            try Task.checkCancellation()
            teller.progress.advance(to: reader.analyzer.seconds)
            try await perform(course.heard(seconds: teller.progress.seconds, at: now), reader)
            if link != nil { try await serveEngine(reader) }
            // What receivers took is not counted.
            steps?.begin()
        }
        steps?.end(.read)
        try Task.checkCancellation()
        steps?.tellSpectra(nanoseconds: reader.analyzer.spectraNanoseconds)
        defer { steps?.end(.segments) }
        return try reader.finish()
    }

    private func perform(_ actions: [MemoCourse.Action], _ reader: MemoReader) async throws {
        for action in actions {
            switch action {
            case .advance: await teller.advance()
            case .answer(let coverage):
                try await answer(
                    live.update(reader.source, analyzer: reader.analyzer, origin: origin, coverage: coverage))
            case .tellSettled: try await tellSettled(reader)
            case .answerInPart(let stage): try await answerInPart(stage, reader)
            case .stop(let stop, let budget): throw MemoFailure.late(memo.path, stop, budget: budget)
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
        if stage == .insights {
            try await tell(InsightFinder.insights(for: measurements), partialSeconds: seconds)
        } else {
            try await answerInFull(reader.source, measurements, coverage: .sampled, partialSeconds: seconds)
        }
    }

    // MARK: Words

    /// Hands settled segments to the engine, and on what it has written.
    private func serveEngine(_ reader: MemoReader) async throws {
        await handOver(reader)
        while course.tellsWordsEarly, let arrival = link?.inbox.take() {
            // Words stand in segments that were told.
            if case .words = arrival, reader.analyzer.segments.count > ledger.transcript.passages.count {
                try await tellSettled(reader)
            }
            if try await take(arrival, isRecording: reader.isLive) { return }
        }
    }

    private func handOver(_ reader: MemoReader) async {
        let speech = reader.takeSpeech()
        if !speech.isEmpty { await link?.put(speech) }
    }

    private func tellSettled(_ reader: MemoReader) async throws {
        let update = ledger.settled(in: reader.analyzer)
        try await tell(update, timing: course.toldPart(at: now), partialSeconds: update.through)
    }

    /// - Parameter isRecording: whether a live memo is still heard.
    /// - Returns: whether the engine has ended.
    private func take(_ arrival: WordsInbox.Arrival, isRecording: Bool = false) async throws -> Bool {
        switch arrival {
        case .words(let texts):
            guard let update = ledger.words(texts) else { return false }
            if !isRecording { try stopIfLate(.text) }
            try await tell(
                update, timing: course.toldWords(isRecording: isRecording, at: now), partialSeconds: update.through)
            return false
        case .ended(let error):
            if let update = ledger.engineEnded(failed: error != nil) {
                try await tell(update, timing: nil, partialSeconds: update.through)
            }
            return true
        }
    }

    // MARK: Answers

    /// The immediate answer with figures of the whole memo: the first one of a short memo, a revision otherwise.
    private func answerInFull(
        _ source: any BlockSource, _ measurements: Measurements, coverage: ImmediateResult.Coverage = .full,
        partialSeconds: Double? = nil, isLive: Bool = false
    ) async throws {
        let isAll = settings.tellsWholeBloom && coverage == .full
        let seconds = isAll ? Double.infinity : SparseLook.bloomSeconds
        let frames = isAll ? measurements.bloom.count : Int(seconds) * measurements.bloom.framesPerSecond
        var opening = measurements.bloom.track(0..<frames)
        opening.rings = Array(measurements.rings.prefix { $0 < seconds })
        try await answer(
            ImmediateResult(
                format: source.format, duration: measurements.duration, origin: origin,
                salvage: source.salvage, coverage: coverage, levels: measurements.levels,
                overview: measurements.overview, bloom: opening, firstBloomFrame: 0, onsets: [],
                news: isLive ? live.rest(of: measurements) : nil),
            partialSeconds: partialSeconds)
    }

    private func describe(
        _ source: any BlockSource, _ measurements: Measurements, isLive: Bool
    ) async throws -> MemoResult {
        try stopIfLate(.transcript)
        try await tell(ledger.whole(measurements), timing: course.told(.transcript, at: now))
        try Task.checkCancellation()
        steps?.begin()
        let found = InsightFinder.insights(for: measurements)
        steps?.end(.insights)
        try stopIfLate(.insights)
        try await tell(found)
        while let link, try await !take(link.inbox.next()) {}

        steps?.begin()
        let hash = settings.hashesContent ? try contentHash ?? memo.contentHash() : nil
        if settings.hashesContent && contentHash == nil { steps?.end(.hash) }
        let total = now
        let result = MemoResult(
            path: memo.path, contentHash: hash, origin: origin, salvage: source.salvage,
            format: source.format, measurements: measurements,
            transcript: ledger.transcript, insights: insights,
            latency: Latency(
                queueWait: queueWait, total: total, realtimeFactor: total.seconds / measurements.duration,
                stages: course.stages.timings, steps: steps?.times ?? [], isLive: isLive))
        try await tell(.completed(result))
        return result
    }

    private func stopIfLate(_ stage: Stage) throws {
        if let stop = course.stop(before: stage, at: now) { try stopIfWanted(stop) }
    }

    private func stopIfWanted(_ action: MemoCourse.Action) throws {
        if case .stop(let stop, let budget) = action { throw MemoFailure.late(memo.path, stop, budget: budget) }
    }

    // MARK: Events

    private func answer(_ result: ImmediateResult, partialSeconds: Double? = nil) async throws {
        try stopIfLate(.immediate)
        let isPartial = partialSeconds != nil
        let timing = course.answered(
            isWhole: !isPartial && result.coverage == .full, isPartial: isPartial, at: now)
        try await tell(
            .immediate(result, revision: teller.nextRevision(.immediate)), timing: timing,
            partialSeconds: partialSeconds)
    }

    private func tell(_ update: TranscriptUpdate, timing: StageTiming?, partialSeconds: Double? = nil) async throws {
        try await tell(
            .transcript(update, revision: teller.nextRevision(.transcript)), timing: timing,
            partialSeconds: partialSeconds)
    }

    /// Tells what is new about the insights.
    private func tell(_ found: [Insight], partialSeconds: Double? = nil) async throws {
        let timing = course.told(.insights, isPartial: partialSeconds != nil, at: now)
        let update = InsightsUpdate(changed: found.filter { !insights.contains($0) }, order: found.map(\.id))
        insights = found
        try await tell(
            .insights(update, revision: teller.nextRevision(.insights)), timing: timing,
            partialSeconds: partialSeconds)
    }

    private func tell(
        _ payload: MemoEvent.Payload, timing: StageTiming? = nil, partialSeconds: Double? = nil
    ) async throws {
        try await teller.tell(
            payload, elapsed: timing.map(course.stages.sinceAccepted) ?? now, timing: timing,
            partialSeconds: partialSeconds)
    }
}
