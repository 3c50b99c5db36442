// WaveBytes: WAV files byte by byte, honest and hostile ones.

import Capture

/// A RIFF file that says exactly what it is told to say.
public struct WaveBytes: Sendable {
    /// A chunk whose size field may lie.
    public struct Chunk: Sendable {
        public var tag: String
        public var body: [UInt8]
        /// What stands in the size field; `nil` for the truth.
        public var claimedSize: UInt32?

        public init(_ tag: String, _ body: [UInt8], claimedSize: UInt32? = nil) {
            self.tag = tag
            self.body = body
            self.claimedSize = claimedSize
        }
    }

    public var container: String
    public var form = "WAVE"
    /// What stands in the size field of the whole; `nil` for the truth.
    public var claimedSize: UInt32?
    public var chunks: [Chunk]

    public init(_ chunks: [Chunk], container: String = "RIFF", claimedSize: UInt32? = nil) {
        self.chunks = chunks
        self.container = container
        self.claimedSize = claimedSize
    }

    public var bytes: [UInt8] {
        var body = Array(form.utf8)
        for chunk in chunks {
            body += Array(chunk.tag.utf8)
            body += little(chunk.claimedSize ?? UInt32(chunk.body.count))
            body += chunk.body
            if chunk.body.count % 2 == 1 { body.append(0) }
        }
        return Array(container.utf8) + little(claimedSize ?? UInt32(body.count)) + body
    }

    /// The body of a plain `fmt ` chunk.
    public static func format(tag: UInt16, channels: Int, sampleRate: Int, bits: Int) -> [UInt8] {
        let frame = channels * bits / 8
        return little(tag) + little(UInt16(truncatingIfNeeded: channels)) + little(UInt32(sampleRate))
            + little(UInt32(truncatingIfNeeded: frame * sampleRate)) + little(UInt16(truncatingIfNeeded: frame))
            + little(UInt16(bits))
    }

    /// The body of a WAVE_FORMAT_EXTENSIBLE `fmt ` chunk.
    public static func extensibleFormat(tag: UInt16, channels: Int, sampleRate: Int, bits: Int) -> [UInt8] {
        let guidTail: [UInt8] = [0, 0, 0, 0, 0x10, 0, 0x80, 0, 0, 0xAA, 0, 0x38, 0x9B, 0x71]
        return format(tag: 0xFFFE, channels: channels, sampleRate: sampleRate, bits: bits) + little(UInt16(22))
            + little(UInt16(bits)) + little(UInt32(0)) + little(tag) + guidTail
    }

    /// A `ds64` chunk for RF64.
    public static func longSizes(data: UInt64, frames: UInt64) -> Chunk {
        Chunk("ds64", little(data &+ 72) + little(data) + little(frames) + little(UInt32(0)))
    }

    /// An ordinary file of one encoding around sample bytes.
    public static func file(
        _ encoding: PCMEncoding, channels: Int, sampleRate: Int, data: [UInt8], claimedData: UInt32? = nil
    ) -> WaveBytes {
        let tag: UInt16 = encoding == .f32le || encoding == .f64le ? 3 : 1
        let format = format(
            tag: tag, channels: channels, sampleRate: sampleRate, bits: 8 * encoding.bytesPerSample)
        return WaveBytes([Chunk("fmt ", format), Chunk("data", data, claimedSize: claimedData)])
    }
}

/// The bytes of a number, lowest first.
public func little<Number: FixedWidthInteger>(_ number: Number) -> [UInt8] {
    withUnsafeBytes(of: number.littleEndian) { Array($0) }
}
