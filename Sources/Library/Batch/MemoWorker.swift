// MemoWorker: one memo of a run: whether it has to be done at all, and its results as files that wait for their names.

import Capture
import Files
import Pipeline

/// What became of one attempt, with all that has to be kept of it.
enum WorkOutcome: Sendable {
    case analysed(AnalysedMemo)
    /// Analysed by a process of its own.
    case apart(ApartMemo)
    case known(KnownMemo)
    /// Its bytes are those that were done before; only its times are others.
    case unchanged(MemoState, FileStamp)
    /// Its bytes are those that failed before.
    case stillFailed(MemoFailure, MemoState, FileStamp)
    case failed(MemoFailure, MemoFile)
    case vanished
    /// Another memo with the same sound is being done; this one comes back after it.
    case held
}

extension WorkOutcome {
    /// The file that it is about, where results were to be written.
    var file: MemoFile? {
        switch self {
        case .analysed(let memo): memo.file
        case .apart(let memo): memo.file
        case .known(let memo): memo.file
        default: nil
        }
    }
}

/// An analysed memo with its files.
struct AnalysedMemo: Sendable {
    var file: MemoFile
    var head: MemoHead
    var figures: ResultFigures
    var duration: Double
    var document: StagedDocument
    var extras: [StagedFile]
    var formats: [String]
    /// What the index knows of the same bytes under a name that is gone: this memo, before it was moved.
    var earlier: KnownSound?
}

/// A memo whose sound was done under another name, with its files.
struct KnownMemo: Sendable {
    var file: MemoFile
    var head: MemoHead
    var sound: KnownSound
    /// Whether the other name is gone, so that this is the same memo.
    var isMoved: Bool
    var document: StagedDocument
    var extras: [StagedFile]
    var formats: [String]
}

/// Works on memos. It holds no state of its own: all workers of a run share it.
struct MemoWorker<C: Clock>: Sendable where C.Duration == Duration {
    let settings: BatchSettings
    let library: OutputLibrary
    /// The folders that were walked, from `/` on.
    let folders: [String]
    let run: Int64
    let sounds: KnownSounds
    let queue: JobQueue<C>
    let clock: C
    let processor: MemoProcessor<C>

    var index: LibraryIndex { library.index }
    private var folder: String { library.folder }

    /// - Throws: `CancellationError`; a full disk, and failures of the index, which end the run.
    func work(_ job: Job<C>, events: AttemptEvents) async throws -> WorkOutcome {
        let accepted = clock.now
        var memo = Memo(path: job.path, decoder: settings.decoder)
        memo.maximumSamples = settings.maximumSamples
        guard let stamp = FileStamp(of: job.path) else { return .vanished }
        var file = MemoFile(
            key: job.key, source: FolderListing.absolutePath(job.path), stamp: stamp, contentHash: nil)
        let known = try index.state(of: job.key)
        do {
            if memo.hasWriter == true { throw CaptureError.busy(job.path) }
            if try known?.contentHash != nil || job.hasNamesake || index.knowsMemo(ofBytes: stamp.bytes) {
                file.contentHash = try memo.contentHash()
            }
            if var known, let hash = file.contentHash, known.contentHash == hash,
                job.reason == .touched || job.reason == .new
            {
                let chooser = JobChooser(folder: folder, index: index, settings: settings)
                known.source = file.source
                switch chooser.choice(forBytesOf: known, key: job.key) {
                case .unchanged: return .unchanged(known, stamp)
                case .failedBefore(let failure): return .stillFailed(failure, known, stamp)
                case .work, .notFailed: break
                }
            }
            guard await queue.claim(job, hash: file.contentHash) else { return .held }
            if let again = try knownSound(of: file, path: job.path) { return .known(again) }
            if job.isSuspect, let runner = settings.runner {
                return try .apart(workApart(runner, file, job: job))
            }
            try index.noteWork(on: job.key, in: run)
            return try await analyse(memo, file, job: job, accepted: accepted, events: events)
        } catch let failure as LoneFailure {
            try await events.fail(failure.failure, queueWait: queueWait(of: job, accepted: accepted))
            return failed(failure.failure, file)
        } catch let failure as MemoFailure {
            return failed(failure, file)
        } catch let error as CaptureError {
            if error.code == .interrupted { throw CancellationError() }
            if error.path == index.path || error.code == .diskFull { throw error }
            let failure = error.path == job.path ? MemoFailure(error) : MemoFailure(error, writing: job.path)
            try await events.fail(failure, queueWait: queueWait(of: job, accepted: accepted))
            return failed(failure, file)
        }
    }

    private func failed(_ failure: MemoFailure, _ file: MemoFile) -> WorkOutcome {
        guard failure.code != CaptureError.Code.notFound.rawValue else { return .vanished }
        var file = file
        // So that the same bytes need not fail again.
        file.contentHash = file.contentHash ?? (try? Memo(path: failure.path).contentHash())
        return .failed(failure, file)
    }

    private func queueWait(of job: Job<C>, accepted: C.Instant) -> Duration {
        max(.zero, job.queuedAt.duration(to: accepted))
    }

    // MARK: Analysis

    private func analyse(
        _ memo: Memo, _ file: MemoFile, job: Job<C>, accepted: C.Instant, events: AttemptEvents
    ) async throws -> WorkOutcome {
        let result = try await processor.process(
            memo, queueWait: queueWait(of: job, accepted: accepted), accepted: accepted,
            contentHash: file.contentHash, to: events)
        guard let after = FileStamp(of: job.path) else { return .vanished }
        guard after == file.stamp else { throw CaptureError.busy(job.path) }
        var file = file
        file.contentHash = result.contentHash
        let begun = clock.now
        let files = OutputFiles(folder: folder, key: job.key)
        let extras = try settings.formats.map { try files.stage($0, of: result) }
        let document = try files.stageDocument(of: result)
        var figures = ResultFigures(result)
        if settings.process.measuresSteps {
            figures.latency.steps.append(StepTime(.write, begun.duration(to: clock.now).seconds))
        }
        return .analysed(
            AnalysedMemo(
                file: file, head: result.head, figures: figures, duration: result.duration, document: document,
                extras: extras, formats: settings.formats.map(\.suffix), earlier: try earlierName(of: file)))
    }

    // MARK: Sound that was met before

    /// What the index knows of the same bytes under a name that is gone.
    private func earlierName(of file: MemoFile) throws -> KnownSound? {
        guard let hash = file.contentHash else { return nil }
        let chooser = JobChooser(folder: folder, index: index, settings: settings)
        return try sounds.others(than: file.key, hash: hash, isGone: isGone, isUsable: chooser.isUsable).gone
    }

    /// Whether a file is no longer there, although what is around it is. A disk that was taken away is not gone.
    private func isGone(_ source: String) -> Bool {
        guard FolderListing.isMissing(source) else { return false }
        return folders.contains { source.utf8.starts(with: "\($0)/".utf8) }
            || !FolderListing.isMissing(FolderListing.parent(of: source))
    }

    /// The result of the same bytes under another name, if there is one that can be used.
    private func knownSound(of file: MemoFile, path: String) throws -> KnownMemo? {
        guard let hash = file.contentHash, !settings.force, !settings.formats.contains(where: \.namesMemo) else {
            return nil
        }
        let chooser = JobChooser(folder: folder, index: index, settings: settings)
        let others = try sounds.others(than: file.key, hash: hash, isGone: isGone, isUsable: chooser.isUsable)
        guard let sound = others.usable else { return nil }
        var head = sound.head
        head.path = path
        head.origin = sound.head.origin.moved(to: Memo(path: path))
        let files = OutputFiles(folder: folder, key: file.key)
        let formats = settings.formats.map(\.suffix)
        return KnownMemo(
            // A name that is gone is this memo's own, from before it was moved.
            file: file, head: head, sound: sound, isMoved: isGone(sound.source),
            document: try files.stageDocument(head, like: sound),
            extras: try formats.map { try files.stageCopy(of: sound.key + $0, as: file.key + $0) }, formats: formats)
    }
}

extension CaptureError {
    static func busy(_ path: String) -> CaptureError {
        CaptureError(
            .busy, path: path, problem: "it is still being written", advice: "run it again when it is finished")
    }
}
