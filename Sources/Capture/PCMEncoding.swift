// PCMEncoding: bytes to samples, for streams that libsndfile cannot be asked about.

/// Uncompressed little-endian samples. Integers are scaled by a power of two, exactly as libsndfile scales them, so a
/// pipe and a file give the same numbers.
public enum PCMEncoding: String, Sendable, CaseIterable {
    case u8, s16le, s24le, s32le, f32le, f64le

    public var bytesPerSample: Int {
        switch self {
        case .u8: 1
        case .s16le: 2
        case .s24le: 3
        case .s32le, .f32le: 4
        case .f64le: 8
        }
    }

    package var isInteger: Bool { self != .f32le && self != .f64le }

    /// The name used in results.
    package var name: String {
        switch self {
        case .u8: "pcm8"
        case .s16le: "pcm16"
        case .s24le: "pcm24"
        case .s32le: "pcm32"
        case .f32le: "float32"
        case .f64le: "float64"
        }
    }

    /// Decodes `count` samples from the front of `bytes` into the front of `samples`.
    package func decode(_ bytes: [UInt8], count: Int, into samples: inout [Float]) {
        precondition(count * bytesPerSample <= bytes.count && count <= samples.count, "buffers are too small")
        switch self {
        case .u8:
            for index in 0..<count { samples[index] = Float(Int(bytes[index]) - 128) / 128 }
        case .s16le:
            for index in 0..<count {
                samples[index] = Float(Int16(bitPattern: bytes.uint16(at: 2 * index))) / 32_768
            }
        case .s24le:
            for index in 0..<count {
                let low = UInt32(bytes.uint16(at: 3 * index)) << 8
                let word = low | UInt32(bytes[3 * index + 2]) << 24
                samples[index] = Float(Int32(bitPattern: word)) / 2_147_483_648
            }
        case .s32le:
            for index in 0..<count {
                samples[index] = Float(Int32(bitPattern: bytes.uint32(at: 4 * index))) / 2_147_483_648
            }
        case .f32le:
            for index in 0..<count { samples[index] = Float(bitPattern: bytes.uint32(at: 4 * index)) }
        case .f64le:
            for index in 0..<count { samples[index] = Float(Double(bitPattern: bytes.uint64(at: 8 * index))) }
        }
    }
}

/// `RATE:CHANNELS:ENCODING`, as `--raw` takes it.
public struct RawFormat: Sendable, Equatable {
    public let sampleRate: Int
    public let channels: Int
    public let encoding: PCMEncoding

    /// - Throws: `badRawFormat` with what was expected.
    public init(parsing text: String) throws(CaptureError) {
        let parts = text.split(separator: ":", omittingEmptySubsequences: false)
        guard parts.count == 3, let rate = Int(parts[0]), (1_000...768_000).contains(rate),
            let channels = Int(parts[1]), (1...1024).contains(channels),
            let encoding = PCMEncoding(rawValue: String(parts[2]))
        else {
            throw CaptureError(
                .badRawFormat, path: "--raw \(text)", problem: "this is not RATE:CHANNELS:ENCODING",
                advice: "write it like 16000:1:s16le or 48000:2:f32le")
        }
        sampleRate = rate
        self.channels = channels
        self.encoding = encoding
    }
}
