// WatchEvents: what the system tells of what it watches; see inotify(7).

import Glibc

/// One event: of which watch, what happened, and the name in a folder, which is empty where the watched thing itself is
/// meant.
struct WatchEvent {
    var watch: Int32
    var mask: Int32
    var name: [UInt8]
}

/// Where events come in. Used by one task at a time.
final class WatchEvents {
    let descriptor: Int32
    /// What is watched, named in errors.
    private let path: String
    private var bytes = [UInt8](repeating: 0, count: 1 << 16)

    /// `nil` where the system has no more of them.
    init?(of path: String) {
        self.path = path
        descriptor = inotify_init1(Int32(IN_CLOEXEC) | Int32(IN_NONBLOCK))
        guard descriptor >= 0 else { return nil }
    }

    deinit { if descriptor >= 0 { close(descriptor) } }

    /// Watches what lies at a path. Returns the number that its events carry, or the system's reason why not.
    func add(_ path: String, mask: Int32) -> Result<Int32, Refusal> {
        let number = inotify_add_watch(descriptor, FileName.systemText(path), UInt32(bitPattern: mask))
        return number >= 0 ? .success(number) : .failure(Refusal(code: errno))
    }

    struct Refusal: Error {
        let code: Int32
    }

    func remove(_ watch: Int32) { inotify_rm_watch(descriptor, watch) }

    /// What has come; nothing where nothing has.
    /// - Throws: `readFailed`. Silence would look as if nothing happened any more.
    func read() throws(FileError) -> [WatchEvent] {
        let got = Glibc.read(descriptor, &bytes, bytes.count)
        if got < 0 {
            if errno == Errno.again || errno == Errno.interrupted { return [] }
            throw .reading(path, errno: errno)
        }
        var events: [WatchEvent] = []
        var offset = 0
        // Each event: watch, mask, cookie and the length of a name, four bytes each, then the name, filled up with NULs.
        while offset + 16 <= got {
            let length = Int(number(at: offset + 12))
            let name = bytes[(offset + 16)..<(offset + 16 + length)].prefix { $0 != 0 }
            events.append(WatchEvent(watch: number(at: offset), mask: number(at: offset + 4), name: Array(name)))
            offset += 16 + length
        }
        return events
    }

    private func number(at offset: Int) -> Int32 {
        bytes.withUnsafeBytes { $0.loadUnaligned(fromByteOffset: offset, as: Int32.self) }
    }
}
