// BatchWork: a plan after the index was asked: what is to be done, and what is done already.

import Capture
import Files
import Pipeline

/// The work of a run, in the order of the plan.
public struct BatchWork: Sendable {
    public struct Item: Sendable {
        public var path: String
        public var reason: JobReason
        public var bytes: Int64
        let key: String
        /// Whether another one has as many bytes, so that it may be the same sound.
        fileprivate(set) var hasNamesake = false
        /// Whether a run may have crashed on it: it was in work when one ended without a word, or it did crash.
        fileprivate(set) var isSuspect = false
    }

    public private(set) var items: [Item] = []
    /// Memos that are done and have not changed, and how long they are.
    public private(set) var unchanged = 0
    public private(set) var unchangedSeconds = 0.0
    /// Memos that failed before and have not changed.
    public private(set) var failedBefore: [MemoFailure] = []
    /// Memos that did not fail, where only those that did are wanted.
    public private(set) var notFailed = 0
    /// The folders that were walked, from `/` on.
    let folders: [String]
    /// Memos that lie elsewhere than the index knows, as the folder around them has another name.
    private(set) var relocations: [(key: String, source: String)] = []
    /// How many memos of a sound were known under another name, by the hash; only where touched memos are read.
    private(set) var movedSounds: [String: Int] = [:]
    /// Named files that are not there, folders that cannot be read.
    public private(set) var planFailures: [CaptureError] = []
    /// Names that the walk met and that are no memos of the run.
    public private(set) var leftAside: [SkipReason: Int] = [:]

    public var bytes: Int64 { items.reduce(0) { $0 + $1.bytes } }

    /// Asks the index about each planned memo.
    /// - Throws: `PlanCollision` where a memo of an earlier run, which is still there, has the same name.
    /// - Parameters:
    ///   - folder: the output folder.
    ///   - index: `nil` where there is none yet.
    ///   - readsTouched: whether memos with other times are read at once, to tell whether their bytes are others. The
    ///     workers of a run do that themselves.
    ///   - onChoice: told of each memo's path and what becomes of it.
    public init(
        _ plan: MemoPlan, folder: String, index: LibraryIndex?, settings: BatchSettings, readsTouched: Bool = false,
        onChoice: (String, JobChoice) -> Void = { _, _ in }
    ) throws {
        planFailures = plan.failures
        folders = plan.folders.filter(\.key.isEmpty).compactMap { FolderListing.realPath(plan.roots[$0.root]) }
        leftAside = plan.skipped
        var sizes: [Int64: Int] = [:]
        for memo in plan.memos { sizes[memo.stamp.bytes, default: 0] += 1 }
        let absoluteRoots = plan.roots.map { FolderListing.absolutePath($0) }
        let chooser = index.map { JobChooser(folder: folder, index: $0, settings: settings) }
        let abandoned = try index?.abandonedWork() ?? []
        var known: [String: Bool] = [:]
        for (number, memo) in plan.memos.enumerated() {
            if number.isMultiple(of: 1024) { try Task.checkCancellation() }
            let path = plan.path(of: memo)
            let source = absoluteRoots[memo.root] + memo.key
            let state = try index?.state(of: memo.key)
            if let other = state?.source, !other.utf8.elementsEqual(source.utf8) {
                guard FolderListing.isMissing(other) || FileIdentity(of: other) == FileIdentity(of: source) else {
                    throw PlanCollision(first: other, second: path)
                }
                relocations.append((memo.key, source))
            }
            var choice = chooser?.choice(for: memo, state) ?? (settings.onlyFailed ? .notFailed : .work(.new))
            if readsTouched, case .work(.touched) = choice {
                choice = chooser?.choice(forTouched: memo, state, path: path) ?? choice
            }
            if readsTouched, case .work(.new) = choice, let hash = try chooser?.hashToCompare(memo, path: path) {
                if known[hash] == nil { known[hash] = try chooser?.isKnown(hash) }
                if known[hash] == true {
                    choice = .work(.moved)
                    movedSounds[hash, default: 0] += 1
                }
            }
            onChoice(path, choice)
            switch choice {
            case .work(let reason):
                let hasNamesake = sizes[memo.stamp.bytes, default: 0] > 1
                var item = Item(
                    path: path, reason: reason, bytes: memo.stamp.bytes, key: memo.key, hasNamesake: hasNamesake)
                item.isSuspect = state?.isSuspect == true || abandoned.contains(FileName.bytes(of: memo.key))
                items.append(item)
            case .unchanged(let seconds):
                unchanged += 1
                unchangedSeconds += seconds ?? 0
            case .failedBefore(var failure):
                failure.path = path
                failedBefore.append(failure)
            case .notFailed: notFailed += 1
            }
        }
        // What may crash is left to the end, when the others are done.
        items = items.filter { !$0.isSuspect } + items.filter(\.isSuspect)
    }

    /// One memo alone, as nobody knows anything of it.
    init(_ memo: LoneMemo) {
        folders = []
        let bytes = FileStamp(of: memo.path)?.bytes ?? 0
        items = [Item(path: memo.path, reason: .new, bytes: bytes, key: memo.key)]
    }

    /// A memo that came while the run goes; `nil` where nothing has to be done for it. It may be one that was moved, which
    /// its content tells, so it counts as one that has a namesake.
    static func arrival(_ memo: PlannedMemo, path: String, chooser: JobChooser) throws(CaptureError) -> Item? {
        let state = try chooser.index.state(of: memo.key)
        guard case .work(let reason) = chooser.choice(for: memo, state) else { return nil }
        return Item(
            path: path, reason: reason, bytes: memo.stamp.bytes, key: memo.key, hasNamesake: true,
            isSuspect: state?.isSuspect == true)
    }

    /// The memos that a run which prunes would forget with their results, by where they lay. Those that were moved are
    /// none, which is known where touched memos were read.
    public func pruned(from index: LibraryIndex) throws(CaptureError) -> [String] {
        var moved = movedSounds
        return try index.gone().filter { memo in
            guard memo.hasResult, memo.lies(below: folders) else { return false }
            guard let hash = memo.contentHash, let count = moved[hash], count > 0 else { return true }
            moved[hash] = count - 1
            return false
        }.map(\.source)
    }

    /// Takes out those that come later.
    mutating func postpone(_ isLater: (Item) -> Bool) { items.removeAll(where: isLater) }
}
