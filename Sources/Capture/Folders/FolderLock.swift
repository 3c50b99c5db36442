// FolderLock: one writer for a folder. The system gives it up when the process ends, however it ends; see flock(2).

import Glibc

/// Held as long as the object lives.
package final class FolderLock: Sendable {
    private let descriptor: Descriptor

    /// - Parameter path: a file of its own for the lock; made when it is not there.
    /// - Returns: `nil` when another process holds it.
    package init?(path: String) throws(CaptureError) {
        descriptor = try Descriptor.locking(path)
        guard flock(descriptor.number, LOCK_EX | LOCK_NB) == 0 else { return nil }
        _ = ftruncate(descriptor.number, 0)
        try descriptor.write(Array("\(Descriptor.processNumber())\n".utf8), path: path)
    }

    /// The process that says it holds the lock.
    package static func holder(of path: String) -> Int? {
        guard let descriptor = try? Descriptor.reading(path) else { return nil }
        let text = String(decoding: descriptor.bytes(at: 0, count: 32), as: UTF8.self)
        return Int(text.prefix { $0.isNumber })
    }
}
