// MemoLedger: which memos a run that goes on has taken, and how they were then.

import Capture
import Files

/// One entry for each memo that is there. Two memos of one key would write one result, so the first one has it.
struct MemoLedger {
    enum Verdict: Equatable {
        /// It was taken as it is.
        case taken
        /// It is new, or it changed.
        case open
        /// Another one has its name below the output folder.
        case collides(with: String)
    }

    private var entries: [[UInt8]: Entry] = [:]

    private struct Entry {
        var place: MemoPlace
        var stamp: FileStamp
        /// Whether it lies in a watched folder; files that were named themselves are done once.
        var isWatched: Bool
    }

    init(_ plan: MemoPlan) {
        let roots = Set(plan.folders.map(\.root))
        for memo in plan.memos {
            entries[Array(memo.key.utf8)] = Entry(
                place: plan.place(of: memo), stamp: memo.stamp, isWatched: roots.contains(memo.root))
        }
    }

    func isWatched(_ key: String) -> Bool { entries[Array(key.utf8)]?.isWatched ?? false }

    func verdict(on place: MemoPlace, _ stamp: FileStamp) -> Verdict {
        guard let entry = entries[Array(place.key.utf8)] else { return .open }
        if entry.place == place { return entry.stamp == stamp ? .taken : .open }
        // It may have been moved from one watched folder to another.
        return FileStamp(of: entry.place.path) == nil ? .open : .collides(with: entry.place.path)
    }

    mutating func take(_ place: MemoPlace, _ stamp: FileStamp) {
        entries[Array(place.key.utf8)] = Entry(place: place, stamp: stamp, isWatched: true)
    }

    mutating func forget(_ key: String) { entries[Array(key.utf8)] = nil }

    /// It has gone; another one of its key may come.
    mutating func forget(_ place: MemoPlace) {
        if entries[Array(place.key.utf8)]?.place == place { forget(place.key) }
    }

    /// Forgets the memos that are not there any more.
    mutating func keep(_ plan: MemoPlan) {
        let present = Set(plan.memos.map { Array($0.key.utf8) })
        entries = entries.filter { !$0.value.isWatched || present.contains($0.key) }
    }
}
