// ByteSource: the bytes that a container is parsed from: a file, a pipe, or memory.

import Files

/// Bytes by their offset. Whoever asks for bytes beyond the end gets fewer, or none.
package protocol ByteSource {
    /// How many there are, `nil` while nobody knows (a pipe).
    var length: Int64? { get }
    func bytes(at offset: Int64, count: Int) throws(FileError) -> [UInt8]
}

/// Bytes in memory.
package struct MemoryBytes: ByteSource {
    private let all: [UInt8]

    package init(_ all: [UInt8]) { self.all = all }

    package var length: Int64? { Int64(all.count) }

    package func bytes(at offset: Int64, count: Int) -> [UInt8] {
        guard offset >= 0, offset < all.count else { return [] }
        let start = Int(offset)
        return Array(all[start..<start + min(count, all.count - start)])
    }
}

/// A regular file, read where asked; its length is the one it had when parsing began.
struct FileBytes: ByteSource {
    let descriptor: Descriptor
    let length: Int64?

    init(_ descriptor: Descriptor) throws(FileError) {
        self.descriptor = descriptor
        length = try descriptor.status().bytes
    }

    func bytes(at offset: Int64, count: Int) throws(FileError) -> [UInt8] {
        try descriptor.bytes(at: offset, count: count)
    }
}
