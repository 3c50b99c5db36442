// ScratchFile: room on disk for what does not belong into memory, which goes away by itself.

/// A file without a name: nobody else can open it, and it is gone with the process, however that ends. Used by one task at
/// a time.
public final class ScratchFile {
    private let descriptor: Descriptor
    private var end: Int64 = 0

    /// - Throws: `cannotWrite`, `diskFull`.
    public init() throws(CaptureError) {
        let folder = FileName.environment("TMPDIR") ?? "/tmp"
        descriptor = try Descriptor.unnamed(in: folder.isEmpty ? "/tmp" : folder)
    }

    /// Appends samples. Returns where they begin, in bytes.
    public func append(_ samples: [Float]) throws(CaptureError) -> Int64 {
        let start = end
        try descriptor.write(samples, path: "temporary file")
        end += Int64(samples.count * MemoryLayout<Float>.stride)
        return start
    }

    /// Samples that were appended.
    /// - Throws: `readFailed` where they are no longer all there.
    public func samples(at offset: Int64, count: Int) throws(CaptureError) -> [Float] {
        let wanted = count * MemoryLayout<Float>.stride
        let bytes = try descriptor.bytes(at: offset, count: wanted)
        guard bytes.count == wanted else {
            throw CaptureError(
                .readFailed, path: "temporary file", problem: "it ends early", advice: "see whether the disk is sound")
        }
        var samples = [Float](repeating: 0, count: count)
        PCMEncoding.f32le.decode(bytes, count: count, into: &samples)
        return samples
    }
}
