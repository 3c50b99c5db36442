// FileWatch: tells when a file grows and when its writer closes it.
// See inotify(7). On file systems of other machines nothing is told; then time decides.

import Glibc

/// Watches one file. Used by one task at a time.
package final class FileWatch {
    package enum Change: Sendable { case nothing, written, closed }

    private let events: WatchEvents

    /// `nil` where the system has no more watches.
    package init?(path: String) {
        guard let events = WatchEvents(of: path) else { return nil }
        guard case .success = events.add(path, mask: IN_MODIFY | IN_CLOSE_WRITE) else { return nil }
        self.events = events
    }

    /// Waits until something happens, or for so long.
    package func wait(milliseconds: Int32) throws(FileError) -> Change {
        var waiting = pollfd(fd: events.descriptor, events: Int16(POLLIN), revents: 0)
        guard poll(&waiting, 1, milliseconds) > 0 else { return .nothing }
        let events = try events.read()
        if events.contains(where: { $0.mask & IN_CLOSE_WRITE != 0 }) { return .closed }
        return events.isEmpty ? .nothing : .written
    }
}

extension Descriptor {
    /// Whether anybody has this regular file open for writing; `nil` where the system does not tell.
    ///
    /// A read lease (fcntl(2)) is granted only while nobody has. It is given back at once; should a writer come in
    /// between, the system sends SIGIO, which nobody here waits for.
    package var hasWriter: Bool? {
        let setLease: Int32 = 1024
        let before = signal(SIGIO, SIG_IGN)
        defer { signal(SIGIO, before) }
        if fcntl(number, setLease, Int32(F_RDLCK)) == 0 {
            _ = fcntl(number, setLease, Int32(F_UNLCK))
            return false
        }
        return errno == EAGAIN ? true : nil
    }
}
