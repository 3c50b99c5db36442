// CleanHeader: the header that libsndfile is shown instead of the file's own.
// Layout of RF64: EBU Tech 3306; of W64: Sony "Sound Forge 64-bit".

/// A RIFF or RF64 header with nothing in it but what decoding needs, around samples whose true length is known.
enum CleanHeader {
    /// - Parameters:
    ///   - format: the body of the `fmt ` chunk, as it stood in the file.
    ///   - fact: the body of the `fact` chunk, which coded formats have.
    ///   - sampleBytes: how many follow.
    static func wave(format: [UInt8], fact: [UInt8]?, isBigEndian: Bool, sampleBytes: Int64) -> [UInt8] {
        func word(_ value: Int64) -> [UInt8] {
            let value = UInt32(clamping: value)
            return little(isBigEndian ? value.byteSwapped : value)
        }
        func chunk(_ tag: String, _ body: [UInt8]) -> [UInt8] {
            Array(tag.utf8) + word(Int64(body.count)) + body + (body.count % 2 == 1 ? [0] : [])
        }
        var inner = chunk("fmt ", format)
        if let fact { inner += chunk("fact", fact) }
        let riffBytes = 4 + Int64(inner.count) + 8 + sampleBytes
        if riffBytes < UInt32.max || isBigEndian {
            return Array((isBigEndian ? "RIFX" : "RIFF").utf8) + word(riffBytes) + Array("WAVE".utf8) + inner
                + Array("data".utf8) + word(sampleBytes)
        }
        let sizes = little(UInt64(riffBytes + 36)) + little(UInt64(sampleBytes)) + little(UInt64(0)) + little(UInt32(0))
        return Array("RF64".utf8) + little(UInt32.max) + Array("WAVE".utf8) + chunk("ds64", sizes) + inner
            + Array("data".utf8) + little(UInt32.max)
    }

    /// The same as W64, where libsndfile takes an odd number of bytes for what it is: behind a RIFF header it counts a
    /// pad byte as sound, and of a coded format decodes a block that is not there.
    static func wave64(format: [UInt8], sampleBytes: Int64) -> [UInt8] {
        let common: [UInt8] = [0xF3, 0xAC, 0xD3, 0x11, 0x8C, 0xD1, 0x00, 0xC0, 0x4F, 0x8E, 0xDB, 0x8A]
        func chunk(_ tag: String, _ body: [UInt8]) -> [UInt8] {
            let pad = [UInt8](repeating: 0, count: (8 - body.count % 8) % 8)
            return Array(tag.utf8) + common + little(Int64(body.count) + 24) + body + pad
        }
        let inner = chunk("fmt ", format) + Array("data".utf8) + common + little(sampleBytes + 24)
        let riff: [UInt8] = [0x2E, 0x91, 0xCF, 0x11, 0xA5, 0xD6, 0x28, 0xDB, 0x04, 0xC1, 0x00, 0x00]
        return Array("riff".utf8) + riff + little(Int64(40 + inner.count) + sampleBytes) + Array("wave".utf8) + common
            + inner
    }

    private static func little<Number: FixedWidthInteger>(_ number: Number) -> [UInt8] {
        (0..<Number.bitWidth / 8).map { UInt8(truncatingIfNeeded: number >> (8 * $0)) }
    }
}
