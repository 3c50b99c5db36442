// ScratchFile: room on disk for what does not belong into memory, which goes away by itself.

/// A file without a name: nobody else can open it, and it is gone with the process, however that ends. Used by one task at
/// a time.
package final class ScratchFile {
    private let descriptor: Descriptor
    private var end: Int64 = 0

    /// - Throws: `cannotWrite`, `diskFull`.
    package init() throws(FileError) {
        let folder = FileName.environment("TMPDIR") ?? "/tmp"
        descriptor = try Descriptor.unnamed(in: folder.isEmpty ? "/tmp" : folder)
    }

    /// Appends numbers. Returns where they begin, in bytes.
    package func append(_ numbers: [Float]) throws(FileError) -> Int64 {
        let start = end
        try descriptor.write(numbers, path: "temporary file")
        end += Int64(numbers.count * MemoryLayout<Float>.stride)
        return start
    }

    /// Numbers that were appended.
    /// - Throws: `readFailed` where they are no longer all there.
    package func numbers(at offset: Int64, count: Int) throws(FileError) -> [Float] {
        let wanted = count * MemoryLayout<Float>.stride
        let bytes = try descriptor.bytes(at: offset, count: wanted)
        guard bytes.count == wanted else {
            throw FileError(
                .readFailed, path: "temporary file", problem: "it ends early", advice: "see whether the disk is sound")
        }
        return [Float](unsafeUninitializedCapacity: count) { numbers, filled in
            bytes.withUnsafeBytes { UnsafeMutableRawBufferPointer(numbers).copyMemory(from: $0) }
            filled = count
        }
    }
}
