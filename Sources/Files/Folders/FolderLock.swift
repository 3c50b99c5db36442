// FolderLock: one writer for a folder. The system gives it up when the process ends, however it ends; see flock(2).

import Glibc

/// Held as long as the object lives.
package final class FolderLock: Sendable {
    /// The number of a process and a line break.
    private static let mostBytes = 32
    private let descriptor: Descriptor

    /// - Parameter path: a file of its own for the lock; made when it is not there.
    /// - Returns: `nil` when another process holds it.
    package init?(path: String) throws(FileError) {
        descriptor = try Descriptor.locking(path)
        guard flock(descriptor.number, LOCK_EX | LOCK_NB) == 0 else {
            if errno == EWOULDBLOCK { return nil }
            throw .writing(path, errno: errno)
        }
        // A name more of another file, and a file that happens to be called so, are not written over.
        let before = try descriptor.bytes(at: 0, count: Self.mostBytes + 1)
        guard before.count <= Self.mostBytes, before.allSatisfy({ (0x30...0x39).contains($0) || $0 == 0x0A }) else {
            throw .leadsElsewhere(path)
        }
        _ = ftruncate(descriptor.number, 0)
        try descriptor.write(Array("\(ProcessNumber.own)\n".utf8), path: path)
    }

    /// The process that says it holds the lock.
    package static func holder(of path: String) -> Int? {
        guard let bytes = try? Descriptor.reading(path).bytes(at: 0, count: mostBytes) else { return nil }
        let text = String(decoding: bytes, as: UTF8.self)
        return Int(text.prefix { $0.isNumber })
    }
}
