// FileWatch: tells when a file grows and when its writer closes it.
// See inotify(7). On file systems of other machines nothing is told; then time decides.

import Glibc

/// Watches one file. Used by one task at a time.
final class FileWatch {
    enum Change { case nothing, written, closed }

    private let descriptor: Int32

    /// `nil` where the system has no more watches.
    init?(path: String) {
        descriptor = inotify_init1(Int32(IN_CLOEXEC) | Int32(IN_NONBLOCK))
        guard descriptor >= 0 else { return nil }
        guard inotify_add_watch(descriptor, FileName.systemText(path), UInt32(IN_MODIFY | IN_CLOSE_WRITE)) >= 0 else {
            close(descriptor)
            return nil
        }
    }

    deinit { if descriptor >= 0 { close(descriptor) } }

    /// Waits until something happens, or for so long.
    func wait(milliseconds: Int32) -> Change {
        var waiting = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
        guard poll(&waiting, 1, milliseconds) > 0 else { return .nothing }
        var bytes = [UInt8](repeating: 0, count: 4096)
        let got = read(descriptor, &bytes, bytes.count)
        var change = Change.nothing
        var offset = 0
        // Each event: watch, mask, cookie and the length of a name, four bytes each, then the name.
        while offset + 16 <= got {
            let mask = Int32(bitPattern: bytes.uint32(at: offset + 4))
            if mask & IN_CLOSE_WRITE != 0 { change = .closed } else if change == .nothing { change = .written }
            offset += 16 + Int(bytes.uint32(at: offset + 12))
        }
        return change
    }
}

extension Descriptor {
    /// Whether anybody has this regular file open for writing; `nil` where the system does not tell.
    ///
    /// A read lease (fcntl(2)) is granted only while nobody has. It is given back at once; should a writer come in
    /// between, the system sends SIGIO, which nobody here waits for.
    var hasWriter: Bool? {
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
