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

    private let descriptor: Int32
    private var watched: [Int32: Watched] = [:]
    private var bytes = [UInt8](repeating: 0, count: 1 << 16)

    private struct Watched {
        var folder: Int
        var path: [UInt8]
    }

    /// `nil` where the system has no more of them.
    package init?() {
        descriptor = inotify_init1(Int32(IN_CLOEXEC) | Int32(IN_NONBLOCK))
        guard descriptor >= 0 else { return nil }
    }

    deinit { if descriptor >= 0 { close(descriptor) } }

    /// Watches these folders and no others.
    package func follow(_ folders: [String]) -> Coverage {
        var coverage = Coverage.same
        var next: [Int32: Watched] = [:]
        for (index, folder) in folders.enumerated() {
            let path = FileName.bytes(of: folder)
            let number = inotify_add_watch(descriptor, FileName.systemText(folder), UInt32(Self.mask))
            guard number >= 0 else {
                if errno == ENOSPC || errno == ENOMEM { return .exhausted }
                // It has gone since it was listed, which is told.
                continue
            }
            if watched[number]?.path != path { coverage = .more }
            next[number] = Watched(folder: index, path: path)
        }
        for number in watched.keys where next[number] == nil { inotify_rm_watch(descriptor, number) }
        watched = next
        return coverage
    }

    /// Waits until something happens, the alarm rings, or for so long.
    package func wait(milliseconds: Int32, alarm: Alarm) -> FolderChanges {
        var changes = FolderChanges()
        guard alarm.wait(for: descriptor, milliseconds: milliseconds) else { return changes }
        let got = read(descriptor, &bytes, bytes.count)
        var offset = 0
        // Each event: watch, mask, cookie and the length of a name, four bytes each, then the name, filled up with NULs.
        while offset + 16 <= got {
            let length = Int(bytes.uint32(at: offset + 12))
            let name = bytes[(offset + 16)..<(offset + 16 + length)].prefix { $0 != 0 }
            note(
                Int32(bitPattern: bytes.uint32(at: offset)), mask: Int32(bitPattern: bytes.uint32(at: offset + 4)),
                name: name, &changes)
            offset += 16 + length
        }
        return changes
    }

    private func note(_ number: Int32, mask: Int32, name: ArraySlice<UInt8>, _ changes: inout FolderChanges) {
        if mask & IN_Q_OVERFLOW != 0 { changes.isUnclear = true }
        guard let place = watched[number] else { return }
        if mask & (IN_IGNORED | IN_MOVE_SELF) != 0 {
            if mask & IN_IGNORED != 0 { watched[number] = nil }
            changes.isUnclear = true
        } else if mask & IN_ISDIR != 0 {
            // What is hidden is not walked; attributes of folders tell nothing about memos, but rights do.
            if name.first != 0x2E && !name.isEmpty { changes.isUnclear = true }
        } else if !name.isEmpty {
            let isClosed = mask & (IN_CLOSE_WRITE | IN_MOVED_TO) != 0
            changes.names.append(
                FolderChanges.Name(folder: place.folder, name: FileName.text(Array(name)), isClosed: isClosed))
        }
    }
}
