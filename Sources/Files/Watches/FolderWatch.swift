// FolderWatch: tells what comes and goes in a set of folders; see inotify(7).
//
// It says where to look, not what is there: a name is looked at when it is told of, and what structure changed is walked
// again. So events that come late, twice or in another order do no harm.

import Glibc

/// What happened in the folders since the last time.
package struct FolderChanges: Sendable {
    /// A name in a folder that came, went, or was closed by a writer.
    package struct Name: Sendable {
        /// Its place in the list of folders that are followed.
        package var folder: Int
        package var name: String
        /// Whether it is there in one piece: a writer closed it, or it was moved here.
        package var isClosed: Bool
    }

    package var names: [Name] = []
    /// Folders came or went, or more happened than the system remembers: all has to be looked at.
    package var isUnclear = false

    package var isEmpty: Bool { names.isEmpty && !isUnclear }
}

/// Watches folders, not what lies in folders within them. Used by one task at a time.
package final class FolderWatch {
    package enum Coverage: Sendable {
        /// The same folders as before.
        case same
        /// Folders that were not watched before: what lies in them has to be looked at once more.
        case more
        /// The system has no more watches; some folders are not watched.
        case exhausted
    }

    private static let mask =
        IN_CREATE | IN_CLOSE_WRITE | IN_MOVED_TO | IN_MOVED_FROM | IN_DELETE | IN_ATTRIB | IN_MOVE_SELF | IN_ONLYDIR

    private let events: WatchEvents
    private var watched: [Int32: Watched] = [:]

    private struct Watched {
        var folder: Int
        var path: [UInt8]
    }

    /// `nil` where the system has no more of them.
    package init?() {
        guard let events = WatchEvents(of: "the watched folders") else { return nil }
        self.events = events
    }

    /// Watches these folders and no others.
    package func follow(_ folders: [String]) -> Coverage {
        var coverage = Coverage.same
        var next: [Int32: Watched] = [:]
        for (index, folder) in folders.enumerated() {
            let path = FileName.bytes(of: folder)
            switch events.add(folder, mask: Self.mask) {
            case .success(let number):
                if watched[number]?.path != path { coverage = .more }
                next[number] = Watched(folder: index, path: path)
            case .failure(let refusal) where [ENOSPC, ENOMEM].contains(refusal.code): return .exhausted
            // It has gone since it was listed, which is told, or cannot be listed any more either.
            case .failure: continue
            }
        }
        for number in watched.keys where next[number] == nil { events.remove(number) }
        watched = next
        return coverage
    }

    /// Waits until something happens, the alarm rings, or for so long.
    package func wait(milliseconds: Int32, alarm: Alarm) throws(FileError) -> FolderChanges {
        var changes = FolderChanges()
        guard alarm.wait(for: events.descriptor, milliseconds: milliseconds) else { return changes }
        for event in try events.read() { note(event, &changes) }
        return changes
    }

    private func note(_ event: WatchEvent, _ changes: inout FolderChanges) {
        let (number, mask, name) = (event.watch, event.mask, event.name)
        if mask & IN_Q_OVERFLOW != 0 { changes.isUnclear = true }
        guard let place = watched[number] else { return }
        if mask & (IN_IGNORED | IN_MOVE_SELF) != 0 {
            if mask & IN_IGNORED != 0 { watched[number] = nil }
            changes.isUnclear = true
        } else if mask & IN_ISDIR != 0 {
            // What is hidden is not walked; attributes of folders tell nothing about files, but rights do.
            if name.first != 0x2E && !name.isEmpty { changes.isUnclear = true }
        } else if !name.isEmpty {
            let isClosed = mask & (IN_CLOSE_WRITE | IN_MOVED_TO) != 0
            changes.names.append(
                FolderChanges.Name(folder: place.folder, name: FileName.text(name), isClosed: isClosed))
        }
    }
}
