// PlainFormat: the format chunks of AIFF and CAF, as far as they tell of uncompressed samples.
// AIFF: Apple "Audio Interchange File Format 1.3" and AIFF-C draft (1991); CAF: "Core Audio Format Specification 1.0".

/// How the samples of an AIFF or CAF are stored.
struct PlainFormat: Equatable {
    var channels: Int
    /// Hz, rounded; 0 where the file says nonsense.
    var sampleRate: Int
    /// `nil` where the samples are compressed.
    var encoding: PlainEncoding?

    /// - Parameter body: of a `COMM` chunk, at least 18 bytes.
    init(aiff body: [UInt8]) {
        channels = Int(body.bigUInt16(at: 0))
        let bits = Int(body.bigUInt16(at: 6))
        sampleRate = Self.rate(Self.extended(body, at: 8))
        let bytes = (bits + 7) / 8
        let integer: PlainEncoding? = (1...4).contains(bytes) ? .signed(bytes: bytes, isBigEndian: true) : nil
        guard body.count >= 22 else {
            encoding = integer
            return
        }
        encoding =
            switch body.tag(at: 18) {
            case "NONE", "twos": integer
            case "sowt": (1...4).contains(bytes) ? .signed(bytes: bytes, isBigEndian: false) : nil
            case "raw ": bytes == 1 ? .unsigned8 : nil
            case "in24": .signed(bytes: 3, isBigEndian: true)
            // The second is what libsndfile calls it.
            case "42ni", "42n1": .signed(bytes: 3, isBigEndian: false)
            case "in32": .signed(bytes: 4, isBigEndian: true)
            case "23ni": .signed(bytes: 4, isBigEndian: false)
            case "fl32", "FL32": .float(bytes: 4, isBigEndian: true)
            case "fl64", "FL64": .float(bytes: 8, isBigEndian: true)
            case "ulaw", "ULAW": .muLaw
            case "alaw", "ALAW": .aLaw
            default: nil
            }
    }

    /// - Parameter body: of a `desc` chunk, at least 32 bytes.
    init(caf body: [UInt8]) {
        sampleRate = Self.rate(Double(bitPattern: body.bigUInt64(at: 0)))
        let flags = body.bigUInt32(at: 12)
        let isBigEndian = flags & 2 == 0
        channels = Int(clamping: body.bigUInt32(at: 24))
        let bits = Int(clamping: body.bigUInt32(at: 28))
        encoding =
            switch (body.tag(at: 8), flags & 1, bits) {
            case ("lpcm", 0, 8): .signed(bytes: 1, isBigEndian: isBigEndian)
            case ("lpcm", 0, 16), ("lpcm", 0, 24), ("lpcm", 0, 32): .signed(bytes: bits / 8, isBigEndian: isBigEndian)
            case ("lpcm", 1, 32), ("lpcm", 1, 64): .float(bytes: bits / 8, isBigEndian: isBigEndian)
            case ("ulaw", _, _): .muLaw
            case ("alaw", _, _): .aLaw
            default: nil
            }
        if channels > 65_536 { channels = 0 }
    }

    /// The 80-bit number of IEEE 754 that AIFF writes its rate with.
    private static func extended(_ bytes: [UInt8], at offset: Int) -> Double {
        let exponent = Int(bytes.bigUInt16(at: offset)) - 16_383 - 63
        let mantissa = Double(bytes.bigUInt64(at: offset + 2))
        guard (-200...200).contains(exponent) else { return 0 }
        return Double(sign: .plus, exponent: exponent, significand: mantissa)
    }

    private static func rate(_ rate: Double) -> Int {
        guard rate.isFinite, rate >= 1, rate <= 1_000_000 else { return 0 }
        return Int(rate.rounded())
    }
}
