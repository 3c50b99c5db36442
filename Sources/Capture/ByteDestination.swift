// ByteDestination: where results go: standard output, or a file that gets its name when it is whole.

import Files

/// Takes text and bytes, in pieces of any size.
public protocol ByteDestination: AnyObject {
    func write(_ text: String) throws(CaptureError)
    func write(bytes: [UInt8]) throws(CaptureError)
    /// Hands over what has gathered.
    func flush() throws(CaptureError)
}

/// Gathers text and bytes, so that they are written in pieces of 64 KiB.
private struct Pending {
    private(set) var bytes: [UInt8] = []

    /// - Returns: whether it is time to write.
    mutating func add(_ more: some Sequence<UInt8>) -> Bool {
        bytes.append(contentsOf: more)
        return bytes.count >= 1 << 16
    }

    mutating func clear() { bytes.removeAll(keepingCapacity: true) }
}

/// A staged file that is written in pieces.
public final class StagedOutput: ByteDestination {
    private let file: StagedFile
    private var pending = Pending()

    public init(_ file: StagedFile) { self.file = file }

    public func write(_ text: String) throws(CaptureError) { if pending.add(text.utf8) { try flush() } }
    public func write(bytes: [UInt8]) throws(CaptureError) { if pending.add(bytes) { try flush() } }

    public func flush() throws(CaptureError) {
        defer { pending.clear() }
        try telling(file.write(pending.bytes))
    }
}

/// Standard output with errors that are seen: a full disk and a closed pipe are reported, not ignored.
public final class StandardOutput: ByteDestination {
    private let descriptor = Descriptor.standardOutput()
    private var pending = Pending()

    /// The path of errors about it.
    public static let name = "standard output"

    public init() {}

    public func write(_ text: String) throws(CaptureError) { if pending.add(text.utf8) { try flush() } }
    public func write(bytes: [UInt8]) throws(CaptureError) { if pending.add(bytes) { try flush() } }

    public func flush() throws(CaptureError) {
        defer { pending.clear() }
        try telling(descriptor.write(pending.bytes, path: Self.name))
    }
}
