// ByteDestination: where results go: standard output, or a file that gets its name when it is whole.

/// Takes text and bytes, in pieces of any size.
public protocol ByteDestination: AnyObject {
    func write(_ text: String) throws(CaptureError)
    func write(bytes: [UInt8]) throws(CaptureError)
}

/// A staged file that is written in pieces of 64 KiB.
public final class StagedOutput: ByteDestination {
    private let file: StagedFile
    private var pending: [UInt8] = []

    public init(_ file: StagedFile) { self.file = file }

    public func write(_ text: String) throws(CaptureError) {
        pending.append(contentsOf: text.utf8)
        if pending.count >= 1 << 16 { try flush() }
    }

    public func write(bytes: [UInt8]) throws(CaptureError) {
        pending.append(contentsOf: bytes)
        if pending.count >= 1 << 16 { try flush() }
    }

    public func flush() throws(CaptureError) {
        try file.write(pending)
        pending.removeAll(keepingCapacity: true)
    }
}

/// Standard output with errors that are seen: a full disk and a closed pipe are reported, not ignored.
public final class StandardOutput: ByteDestination {
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
