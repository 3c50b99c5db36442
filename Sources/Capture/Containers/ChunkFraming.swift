// ChunkFraming: how a family of containers writes the tag and the size of a chunk.
// RIFF: Microsoft/IBM "Multimedia Programming Interface 1.0"; W64: Sony "Sound Forge 64-bit"; IFF: EA IFF 85; CAF: Apple
// "Core Audio Format Specification 1.0".

/// One chunk as its header tells it.
struct Chunk {
    var tag: ChunkTag
    /// Bytes of the body as claimed, `nil` where the field says that nobody knew.
    var claimed: UInt64?
    /// Offset of the first byte behind the header.
    var body: Int64
}

enum ChunkFraming {
    /// RIFF and RF64: 4 + 4 bytes, lowest byte first, bodies padded to even length.
    case riff
    /// RIFX: the same, highest byte first.
    case bigEndianRIFF
    /// AIFF: as RIFX.
    case iff
    /// Sony Wave64: names of 16 bytes, sizes of 8 that count the header, everything on multiples of 8.
    case wave64
    /// CAF: 4 + 8 bytes, highest byte first, no padding; −1 is an open end.
    case caf

    var headerBytes: Int {
        switch self {
        case .riff, .bigEndianRIFF, .iff: 8
        case .wave64: 24
        case .caf: 12
        }
    }

    /// Bodies begin at multiples of this.
    var alignment: Int64 {
        switch self {
        case .riff, .bigEndianRIFF, .iff: 2
        case .wave64: 8
        case .caf: 1
        }
    }

    /// The largest size that one can write and mean. Streams write 2³¹ − 1 and 2³² − 1, and what lies near; sox writes
    /// 0x7F00_0000 into AIFF, and a little more for what stands before the samples.
    private var most: UInt64 {
        switch self {
        case .riff, .bigEndianRIFF: 0x7FFF_0000
        case .iff: 0x7F00_0000
        case .wave64, .caf: 1 << 50
        }
    }

    /// Whether a size may also be what a writer leaves that never came to write the true one.
    func isPlaceholder(_ size: UInt64) -> Bool { size == 0 || size >= most }

    /// The chunk whose header these bytes begin with; `nil` when they are too few.
    func chunk(_ bytes: [UInt8], at offset: Int64) -> Chunk? {
        guard bytes.count >= headerBytes else { return nil }
        let body = offset + Int64(headerBytes)
        switch self {
        case .riff: return Chunk(tag: bytes.tag(at: 0), claimed: UInt64(bytes.uint32(at: 4)), body: body)
        case .bigEndianRIFF, .iff:
            return Chunk(tag: bytes.tag(at: 0), claimed: UInt64(bytes.bigUInt32(at: 4)), body: body)
        case .wave64:
            let size = bytes.uint64(at: 16)
            return Chunk(tag: Self.wave64Tag(bytes), claimed: size < 24 ? 0 : size - 24, body: body)
        case .caf:
            let size = bytes.bigUInt64(at: 4)
            return Chunk(tag: bytes.tag(at: 0), claimed: size > UInt64(Int64.max) ? nil : size, body: body)
        }
    }

    /// The first four bytes of a name of 16 are its letters; the others are the same for all.
    private static func wave64Tag(_ bytes: [UInt8]) -> ChunkTag {
        let tails: [[UInt8]] = [
            [0xF3, 0xAC, 0xD3, 0x11, 0x8C, 0xD1, 0x00, 0xC0, 0x4F, 0x8E, 0xDB, 0x8A],
            [0x2E, 0x91, 0xCF, 0x11, 0xA5, 0xD6, 0x28, 0xDB, 0x04, 0xC1, 0x00, 0x00],
        ]
        return tails.contains(Array(bytes[4..<16])) ? bytes.tag(at: 0) : ChunkTag(code: 0)
    }

    /// Where the next chunk begins behind a body that ends at `end`.
    func next(after end: Int64) -> Int64 { (end + alignment - 1) / alignment * alignment }
}

extension [UInt8] {
    func uint16(at offset: Int) -> UInt16 { UInt16(self[offset]) | UInt16(self[offset + 1]) << 8 }

    func uint32(at offset: Int) -> UInt32 {
        UInt32(uint16(at: offset)) | UInt32(uint16(at: offset + 2)) << 16
    }

    func uint64(at offset: Int) -> UInt64 {
        UInt64(uint32(at: offset)) | UInt64(uint32(at: offset + 4)) << 32
    }

    func bigUInt16(at offset: Int) -> UInt16 { uint16(at: offset).byteSwapped }

    func bigUInt32(at offset: Int) -> UInt32 { uint32(at: offset).byteSwapped }

    func bigUInt64(at offset: Int) -> UInt64 { uint64(at: offset).byteSwapped }

    func tag(at offset: Int) -> ChunkTag { ChunkTag(code: bigUInt32(at: offset)) }
}
