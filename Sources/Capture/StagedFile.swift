// StagedFile: a file written beside its place and renamed when it is whole.

import Synchronization

/// Tells neighbours apart that are written at the same time.
private let neighbours = Atomic(0)

/// Nothing that was complete is replaced by something incomplete: bytes go to a hidden neighbour of `path`, and only
/// `commit()` puts it in place. An object that goes away uncommitted (an error, Ctrl-C) takes its neighbour with it.
public final class StagedFile {
    public let path: String
    let temporaryPath: String
    let descriptor: Descriptor
    private var isCommitted = false

    /// - Throws: `cannotWrite` when the folder is missing or may not be written.
    public init(path: String) throws(CaptureError) {
        self.path = path
        // In scalars, as a slash and an accent after it are one character.
        let scalars = path.unicodeScalars
        let nameStart = scalars.lastIndex(of: "/").map { scalars.index(after: $0) } ?? scalars.startIndex
        let folder = String(scalars[..<nameStart])
        // A name may use all of its 255 bytes, so the neighbour's carries only the start of it (one character may take
        // 25 bytes), and a number, as another name may start alike.
        let start = String(scalars[nameStart...].prefix(40))
        let number = neighbours.add(1, ordering: .relaxed).newValue
        temporaryPath = "\(folder).\(start).\(Descriptor.processNumber())-\(number).partial"
        Descriptor.remove(temporaryPath)
        do {
            descriptor = try Descriptor.creating(temporaryPath)
        } catch {
            throw CaptureError(error.code, path: path, problem: error.problem, advice: error.advice)
        }
    }

    deinit { if !isCommitted { Descriptor.remove(temporaryPath) } }

    public func write(_ bytes: [UInt8]) throws(CaptureError) {
        try descriptor.write(bytes, path: path)
    }

    /// Makes the bytes durable and the name visible.
    public func commit() throws(CaptureError) {
        try descriptor.sync(path: path)
        try Descriptor.rename(temporaryPath, to: path)
        isCommitted = true
    }
}

/// Standard output with errors that are seen: a full disk and a closed pipe are reported, not ignored.
public final class StandardOutput {
    private let descriptor = Descriptor.standardOutput()
    private var pending: [UInt8] = []

    public init() {}

    /// Queues text and writes it out in pieces of 64 KiB.
    public func write(_ text: String) throws(CaptureError) {
        pending.append(contentsOf: text.utf8)
        if pending.count >= 1 << 16 { try flush() }
    }

    public func write(bytes: [UInt8]) throws(CaptureError) {
        pending.append(contentsOf: bytes)
        if pending.count >= 1 << 16 { try flush() }
    }

    public func flush() throws(CaptureError) {
        defer { pending.removeAll(keepingCapacity: true) }
        try descriptor.write(pending, path: "standard output")
    }
}
