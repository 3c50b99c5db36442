// JobChoice: which of the planned memos a run has to work on, by what the index knows and the file system says.

import Capture
import Files
import Pipeline

/// Why a memo is worked on, or not.
public enum JobReason: Sendable, Equatable {
    /// The index does not know it.
    case new
    /// The index knows its sound under another name. Only dry runs tell; a run finds out by itself.
    case moved
    /// Its times or its size are others; its bytes may be the same.
    case touched
    /// It is done, but with other settings or by another Sonora.
    case outdated
    /// Its result is not where it was written.
    case resultMissing
    /// It is done, but not in all formats that are asked for.
    case formatMissing
    case forced
    /// It failed, and is tried again.
    case failedBefore

    public var words: String {
        switch self {
        case .new: "new"
        case .moved: "moved or copied"
        case .touched: "changed"
        case .outdated: "done with other settings"
        case .resultMissing: "its result is missing"
        case .formatMissing: "further formats"
        case .forced: "forced"
        case .failedBefore: "failed before"
        }
    }
}

/// What becomes of a planned memo.
public enum JobChoice: Sendable {
    case work(JobReason)
    /// Nothing changed since it was done. Its length, where it is known.
    case unchanged(seconds: Double?)
    /// Nothing changed since it failed.
    case failedBefore(MemoFailure)
    /// It did not fail, and only those that did are wanted.
    case notFailed
}

struct JobChooser {
    let folder: String
    let index: LibraryIndex
    let settings: BatchSettings
    private let identity: ResultIdentity

    init(folder: String, index: LibraryIndex, settings: BatchSettings) {
        (self.folder, self.index, self.settings) = (folder, index, settings)
        identity = settings.identity
    }

    /// - Parameter state: what the index knows of the memo.
    func choice(for memo: PlannedMemo, _ state: MemoState?) -> JobChoice {
        guard let state else { return settings.onlyFailed ? .notFailed : .work(.new) }
        if settings.onlyFailed { return state.isDone ? .notFailed : .work(.failedBefore) }
        if settings.force { return .work(.forced) }
        return state.stamp == memo.stamp ? choice(forBytesOf: state, key: memo.key) : .work(.touched)
    }

    /// The hash of a new memo where another one has as many bytes.
    func hashToCompare(_ memo: PlannedMemo, path: String) throws(CaptureError) -> String? {
        try index.knowsMemo(ofBytes: memo.stamp.bytes) ? try? Memo(path: path).contentHash() : nil
    }

    /// Whether a sound was done as it would be now.
    func isKnown(_ hash: String) throws(CaptureError) -> Bool {
        var isKnown = false
        try index.eachDone(withHash: hash) { if $0.identity == identity { isKnown = true } }
        return isKnown
    }

    /// Whether the result of a memo can serve for another one of its sound. Its name comes from the index.
    func isUsable(_ sound: KnownSound) -> Bool {
        sound.identity == identity && OutputPath.inside(ResultName.document(sound.key), of: folder) != nil
            && isIntact(sound.document, of: sound.key)
            && settings.formats.allSatisfy { sound.formats.contains($0.suffix) }
    }

    /// What becomes of a memo with other times, after a look at its bytes.
    func choice(forTouched memo: PlannedMemo, _ state: MemoState?, path: String) -> JobChoice? {
        guard let state, let hash = state.contentHash, (try? Memo(path: path).contentHash()) == hash else { return nil }
        return choice(forBytesOf: state, key: memo.key)
    }

    /// What becomes of a memo whose bytes are those that the index knows.
    func choice(forBytesOf state: MemoState, key: String) -> JobChoice {
        if let failure = state.failure, !state.isDone {
            let isOutside = RetryPolicy.outsideCodes.contains(failure.code)
            return isOutside || state.identity != identity ? .work(.failedBefore) : .failedBefore(failure)
        }
        return reasonToRedo(state, key: key).map { .work($0) } ?? .unchanged(seconds: state.duration)
    }

    /// Why a memo with the bytes that were done before has to be done again; `nil` where it has not.
    private func reasonToRedo(_ state: MemoState, key: String) -> JobReason? {
        guard state.isDone, let document = state.document else { return .failedBefore }
        if state.identity != identity { return .outdated }
        if !isIntact(document, of: key) { return .resultMissing }
        let isComplete = settings.formats.allSatisfy {
            state.formats.contains($0.suffix) && FileStamp(of: "\(folder)/\(key)\($0.suffix)") != nil
        }
        return isComplete ? nil : .formatMissing
    }

    /// Whether the document of a memo is the one that the index speaks of. Size and time tell at once; a document that
    /// was copied, so that its time is another, is read.
    func isIntact(_ document: DocumentFacts, of key: String) -> Bool {
        let path = "\(folder)/\(ResultName.document(key))"
        guard let stamp = FileStamp(of: path), stamp.bytes == document.bytes else { return false }
        return stamp.modified == document.modified || (try? Memo(path: path).contentHash()) == document.hash
    }
}
