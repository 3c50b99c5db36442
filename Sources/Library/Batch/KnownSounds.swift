// KnownSounds: memos of the index by their sound, for a run that asks again and again, also where ten thousand are alike.

import Capture
import Synchronization

/// Remembers what it has seen of a sound, so that of many equal memos each is looked at once and not once for each other.
/// Memos of one sound are asked for one after the other: the queue holds the others back.
final class KnownSounds: Sendable {
    /// Up to so many are looked at each time: their files may have gone since.
    private static let few = 64
    /// So many that are gone are looked at for one that can be used. They mostly are alike in that, too.
    private static let mostGone = 16

    private struct Seen {
        /// The memo with the highest number that was looked at.
        var last: Int64 = 0
        /// Memos that are done and whose file is gone.
        var gone: [Int64] = []
        /// A memo with a result that can be used.
        var usable: Int64?
    }

    private let index: LibraryIndex
    private let seen = Mutex<[String: Seen]>([:])

    init(_ index: LibraryIndex) { self.index = index }

    /// What is known of a sound under other names than one.
    struct Others {
        /// The first of those whose file is gone.
        var gone: KnownSound?
        /// The result to use, of one that is gone if that can be used.
        var usable: KnownSound?
    }

    /// A memo of this sound has been done in this run.
    func note(_ id: Int64, hash: String) { seen.withLock { $0[hash, default: Seen()].usable = id } }

    /// - Parameters:
    ///   - isGone: whether the file of a memo is gone, by where it lay.
    ///   - isUsable: whether a memo's result can serve for another one of its sound.
    func others(
        than key: String, hash: String, isGone: (String) -> Bool, isUsable: (KnownSound) throws -> Bool
    ) throws -> Others {
        var state = seen.withLock { $0[hash] ?? Seen() }
        if try index.hasAtMost(Self.few, withHash: hash) { (state.last, state.gone) = (0, []) }
        var usable = try sound(state.usable, hash, besides: key).flatMap { try isUsable($0) ? $0 : nil }
        if usable == nil, state.usable != nil { (state.last, state.gone) = (0, []) }
        let newest = try index.newestMemo(withHash: hash)
        if newest > state.last {
            try index.eachDone(withHash: hash, after: state.last) { sound in
                if isGone(sound.source) { state.gone.append(sound.id) }
                if usable == nil, !sound.key.utf8.elementsEqual(key.utf8), try isUsable(sound) { usable = sound }
            }
            state.last = newest
        }
        state.usable = usable?.id
        var others = Others(usable: usable)
        // Those that have got a new name since are not gone any more.
        while let id = state.gone.first {
            if let first = try sound(id, hash, besides: key), isGone(first.source) { break }
            state.gone.removeFirst()
        }
        for id in state.gone.prefix(Self.mostGone) {
            guard let sound = try sound(id, hash, besides: key), isGone(sound.source) else { continue }
            others.gone = others.gone ?? sound
            if try isUsable(sound) {
                (others.gone, others.usable) = (sound, sound)
                break
            }
        }
        seen.withLock { $0[hash] = state }
        return others
    }

    private func sound(_ id: Int64?, _ hash: String, besides key: String) throws -> KnownSound? {
        guard let id, let sound = try index.doneMemo(id, withHash: hash), !sound.key.utf8.elementsEqual(key.utf8)
        else { return nil }
        return sound
    }
}
