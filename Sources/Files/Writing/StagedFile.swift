// StagedFile: a file written beside its place and renamed when it is whole.

import Synchronization

/// Tells neighbours apart that are written at the same time.
private let neighbours = Atomic(0)

/// Nothing that was complete is replaced by something incomplete: bytes go to a hidden neighbour of `path`, and only
/// `commit()` puts it in place. An object that goes away uncommitted (an error, Ctrl-C) takes its neighbour with it.
public final class StagedFile: Sendable {
    public let path: String
    private let temporaryPath: String
    package let descriptor: Descriptor
    private let isCommitted = Atomic(false)

    /// - Throws: `cannotWrite` when the folder is missing or may not be written.
    public init(path: String) throws(FileError) {
        self.path = path
        // In scalars, as a slash and an accent after it are one character.
        let scalars = path.unicodeScalars
        let nameStart = scalars.lastIndex(of: "/").map { scalars.index(after: $0) } ?? scalars.startIndex
        let folder = String(scalars[..<nameStart])
        // A name may use all of its 255 bytes, so the neighbour's carries only the start of it (one character may take
        // 25 bytes), and a number, as another name may start alike.
        let start = String(scalars[nameStart...].prefix(40))
        let number = neighbours.add(1, ordering: .relaxed).newValue
        temporaryPath = "\(folder).\(start).\(ProcessNumber.own)-\(number).partial"
        Descriptor.remove(temporaryPath)
        do {
            descriptor = try Descriptor.creating(temporaryPath)
        } catch {
            throw error.of(path)
        }
    }

    deinit { if !isCommitted.load(ordering: .relaxed) { Descriptor.remove(temporaryPath) } }

    /// Whether a file of this name was begun by a process that has ended, and by nobody else.
    package static func isAbandoned(_ name: String) -> Bool {
        guard name.utf8.starts(with: ".".utf8), name.utf8.reversed().starts(with: ".partial".utf8.reversed()) else {
            return false
        }
        let numbers = name.unicodeScalars.split(separator: ".").dropLast().last.map { String($0) } ?? ""
        guard let process = numbers.split(separator: "-").first.flatMap({ Int32($0) }) else { return false }
        return process == ProcessNumber.own || !ProcessNumber.isRunning(process)
    }

    public func write(_ bytes: [UInt8]) throws(FileError) {
        try descriptor.write(bytes, path: path)
    }

    /// Makes the bytes durable and the name visible.
    public func commit() throws(FileError) {
        try descriptor.sync(path: path)
        try Descriptor.rename(temporaryPath, to: path)
        isCommitted.store(true, ordering: .relaxed)
    }
}
