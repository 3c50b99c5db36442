// OtherContainers: W64, AIFF and CAF files byte by byte, whose size fields may lie.

/// A chunk of a container with wide size fields.
public struct WideChunk: Sendable {
    public var tag: String
    public var body: [UInt8]
    /// What stands in the size field; `nil` for the truth.
    public var claimedSize: UInt64?

    public init(_ tag: String, _ body: [UInt8], claimedSize: UInt64? = nil) {
        self.tag = tag
        self.body = body
        self.claimedSize = claimedSize
    }
}

/// The bytes of a number, highest first.
public func big<Number: FixedWidthInteger>(_ number: Number) -> [UInt8] { little(number).reversed() }

/// Sony Wave64.
public enum Wave64Bytes {
    private static let tail: [UInt8] = [0xF3, 0xAC, 0xD3, 0x11, 0x8C, 0xD1, 0x00, 0xC0, 0x4F, 0x8E, 0xDB, 0x8A]
    private static let riffTail: [UInt8] = [0x2E, 0x91, 0xCF, 0x11, 0xA5, 0xD6, 0x28, 0xDB, 0x04, 0xC1, 0x00, 0x00]

    public static func file(_ chunks: [WideChunk], claimedSize: UInt64? = nil) -> [UInt8] {
        var inner: [UInt8] = Array("wave".utf8) + tail
        for chunk in chunks {
            inner +=
                Array(chunk.tag.utf8) + tail + little(chunk.claimedSize ?? UInt64(chunk.body.count + 24)) + chunk.body
            while inner.count % 8 != 0 { inner.append(0) }
        }
        return Array("riff".utf8) + riffTail + little(claimedSize ?? UInt64(inner.count + 24)) + inner
    }
}

/// Apple's AIFF and AIFF-C.
public enum AIFFBytes {
    /// The body of a `COMM` chunk.
    public static func format(
        channels: Int, frames: Int, bits: Int, sampleRate: Int, compression: String? = nil
    ) -> [UInt8] {
        // A whole number as a float of 80 bits: its highest bit is the first of the mantissa.
        let shift = UInt64(sampleRate).leadingZeroBitCount
        let rate = big(UInt16(16_383 + 63 - shift)) + big(UInt64(sampleRate) << UInt64(shift))
        let plain = big(UInt16(channels)) + big(UInt32(frames)) + big(UInt16(bits)) + rate
        return plain + (compression.map { Array($0.utf8) + [0, 0] } ?? [])
    }

    public static func file(_ chunks: [WideChunk], form: String = "AIFF", claimedSize: UInt32? = nil) -> [UInt8] {
        var inner = Array(form.utf8)
        for chunk in chunks {
            inner +=
                Array(chunk.tag.utf8) + big(UInt32(truncatingIfNeeded: chunk.claimedSize ?? UInt64(chunk.body.count)))
            inner += chunk.body
            if chunk.body.count % 2 == 1 { inner.append(0) }
        }
        return Array("FORM".utf8) + big(claimedSize ?? UInt32(inner.count)) + inner
    }
}

/// Apple's Core Audio Format.
public enum CAFBytes {
    /// The body of a `desc` chunk of uncompressed samples.
    public static func format(
        channels: Int, bits: Int, sampleRate: Double, isFloat: Bool = false, isLittleEndian: Bool = false,
        codec: String = "lpcm"
    ) -> [UInt8] {
        let flags = (isFloat ? 1 : 0) | (isLittleEndian ? 2 : 0)
        return big(sampleRate.bitPattern) + Array(codec.utf8) + big(UInt32(flags)) + big(UInt32(channels * bits / 8))
            + big(UInt32(1)) + big(UInt32(channels)) + big(UInt32(bits))
    }

    public static func file(_ chunks: [WideChunk]) -> [UInt8] {
        var bytes: [UInt8] = Array("caff".utf8) + [0, 1, 0, 0]
        for chunk in chunks {
            bytes += Array(chunk.tag.utf8) + big(chunk.claimedSize ?? UInt64(chunk.body.count)) + chunk.body
        }
        return bytes
    }
}
