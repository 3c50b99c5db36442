// Intact files that libsndfile reads but does not write, byte by byte: old, rare and foreign ones.

import Capture
import TestSignals
import Testing

/// A file and how it got its name.
private struct Made: Sendable, CustomTestStringConvertible {
    var testDescription: String
    var bytes: [UInt8]

    init(_ name: String, _ bytes: [UInt8]) {
        testDescription = name
        self.bytes = bytes
    }
}

/// Bytes that are sound in any integer encoding.
private let noise: [UInt8] = {
    var generator = SeededGenerator(seed: 5)
    return generator.bytes(4800)
}()

private let floats: [Float] = IntactFileTests.sound(frames: 600, channels: 1)

/// 24 bits in 4 bytes, as ALSA writes them, and floats of full scale 32768, as Cool Edit did: both say 24 bits.
private let ambiguous: [Made] = [1, 2].flatMap { (channels: UInt16) in
    let fields = [1, channels, 4 * channels, 24]
    let long = IntactFileTests.sound(frames: 9000, channels: 1)
    return [
        Made("24 bits above a zero byte, \(channels) channels", Waves.file(fields, data: long.flatMap(aboveZero))),
        Made(
            "floats that say 24 bits, \(channels) channels",
            Waves.file(fields, data: PCMEncoding.f32le.encode(long.map { $0 * 32_768 }))),
    ]
}

private func aboveZero(_ sample: Float) -> [UInt8] { [0] + PCMEncoding.s24le.encode([sample]) }

private enum Waves {
    /// A WAV with any format chunk, lowest byte first or highest.
    static func file(_ fields: [UInt16], rate: UInt32 = 8000, data: [UInt8], isBig: Bool = false) -> [UInt8] {
        func half(_ value: UInt16) -> [UInt8] { isBig ? big(value) : little(value) }
        func word(_ value: UInt32) -> [UInt8] { isBig ? big(value) : little(value) }
        let align = UInt32(fields[2])
        let format =
            half(fields[0]) + half(fields[1]) + word(rate) + word(rate * align) + half(fields[2]) + half(fields[3])
            + fields.dropFirst(4).flatMap(half)
        let body =
            Array("WAVEfmt ".utf8) + word(UInt32(format.count)) + format + Array("data".utf8)
            + word(UInt32(data.count)) + data + (data.count % 2 == 1 ? [0] : [])
        return Array((isBig ? "RIFX" : "RIFF").utf8) + word(UInt32(body.count)) + body
    }

    /// Format code, channels, bytes of a frame, bits.
    static let widths: [Made] = [
        (1, 4), (1, 7), (1, 8), (2, 9), (2, 12), (2, 16), (3, 17), (3, 20), (3, 24), (4, 25), (4, 32),
    ].flatMap { (bytes: UInt16, bits: UInt16) in
        [1, 2, 5].flatMap { (channels: UInt16) in
            [false, true].map { isBig in
                Made(
                    "\(isBig ? "RIFX" : "WAV") of \(bits) bits, \(channels) channels",
                    file([1, channels, bytes * channels, bits], data: noise, isBig: isBig))
            }
        }
    }

    static let padded: [Made] = [(20, 4), (24, 4), (16, 4), (12, 4), (8, 2), (24, 5)].flatMap {
        (bits: UInt16, bytes: UInt16) in
        [1, 2].map { (channels: UInt16) in
            Made(
                "\(bits) bits in \(bytes) bytes, \(channels) channels",
                file([1, channels, bytes * channels, bits], data: noise))
        }
    }

    static let headers: [Made] = [
        Made("a format of 18 bytes", file([1, 1, 2, 16, 0], data: noise)),
        Made("a format of 18 bytes, float", file([3, 1, 4, 32, 0], data: PCMEncoding.f32le.encode(floats))),
        Made("a format of 20 bytes", file([1, 1, 2, 16, 2, 7], data: noise)),
        Made("a block align of 0", file([1, 2, 0, 16], data: noise)),
        Made("a block align that is odd", file([1, 2, 3, 16], data: noise)),
        Made("an odd rate", file([1, 1, 2, 16], rate: 7919, data: noise)),
        Made("a pad byte", file([1, 1, 1, 8], data: Array(noise[..<777]))),
        Made("a byte too many", file([1, 1, 2, 16], data: Array(noise[..<777]))),
        Made("A-law", file([6, 1, 1, 8], data: noise)), Made("µ-law", file([7, 2, 2, 8], data: noise)),
        Made("A-law with 18 bytes", file([6, 1, 1, 8, 0], data: noise)),
        Made("µ-law, RIFX", file([7, 1, 1, 8], data: noise, isBig: true)),
        Made("A-law that says 16 bits", file([6, 1, 2, 16], data: noise)),
        Made("float", file([3, 2, 8, 32], data: PCMEncoding.f32le.encode(floats))),
        Made("double", file([3, 2, 16, 64], data: PCMEncoding.f64le.encode(floats))),
        Made(
            "float, RIFX",
            file([3, 1, 4, 32], data: floats.flatMap { big($0.bitPattern) }, isBig: true)),
    ]

    static let extensible: [Made] = [
        (16, 16, 1), (24, 24, 1), (32, 24, 1), (32, 20, 1), (32, 32, 1), (16, 12, 1), (8, 8, 6), (8, 8, 7),
    ].map { (bits: UInt16, valid: UInt16, code: UInt16) in
        let guid: [UInt16] = [code, 0, 0, 0x10, 0x80, 0xAA00, 0x3800, 0x719B]
        return Made(
            "extensible, \(valid) of \(bits) bits, code \(code)",
            file([0xFFFE, 2, bits / 4, bits, 22, valid, 3, 0] + guid, data: noise))
    }
}

private enum AppleFiles {
    static func aiff(
        _ compression: String?, bits: Int, channels: Int = 1, data: [UInt8], skipped: Int = 0, name: String? = nil
    ) -> Made {
        let frames = data.count / max(1, (bits + 7) / 8 * channels)
        let format = AIFFBytes.format(
            channels: channels, frames: frames, bits: bits, sampleRate: 22_050, compression: compression)
        let sound = big(UInt32(skipped)) + big(UInt32(0)) + [UInt8](repeating: 9, count: skipped) + data
        return Made(
            name ?? "AIFF \(compression ?? "without"), \(bits) bits, \(channels) channels",
            AIFFBytes.file(
                [WideChunk("COMM", format), WideChunk("SSND", sound)], form: compression == nil ? "AIFF" : "AIFC"))
    }

    static let integers: [Made] = [nil, "NONE", "twos", "sowt"].flatMap { (compression: String?) in
        [8, 9, 12, 16, 17, 20, 24, 25, 32].flatMap { bits in
            [1, 2].map { aiff(compression, bits: bits, channels: $0, data: noise) }
        }
    }

    static let compressed: [Made] = [
        aiff("raw ", bits: 8, data: noise), aiff("in24", bits: 24, data: noise), aiff("42n1", bits: 24, data: noise),
        aiff("in32", bits: 32, data: noise), aiff("23ni", bits: 32, data: noise), aiff("ulaw", bits: 8, data: noise),
        aiff("alaw", bits: 8, data: noise), aiff("ULAW", bits: 16, data: noise), aiff("ALAW", bits: 16, data: noise),

        aiff("fl32", bits: 16, data: big32),
        aiff("fl32", bits: 32, data: big32), aiff("FL32", bits: 32, data: big32),
        aiff("fl64", bits: 64, data: big64), aiff("FL64", bits: 64, channels: 2, data: big64),
        aiff("NONE", bits: 16, data: Array(noise[..<777]), name: "AIFF with a pad byte"),
        aiff(nil, bits: 8, data: Array(noise[..<777]), name: "AIFF of odd length"),
        aiff(nil, bits: 16, data: noise, skipped: 500, name: "AIFF with an offset"),
        aiff("sowt", bits: 8, data: noise),
    ]

    private static let big32 = floats.flatMap { big($0.bitPattern) }
    private static let big64 = floats.flatMap { big(Double($0).bitPattern) }

    private static func caf(_ codec: String, _ bits: Int, _ channels: Int, flags: (Bool, Bool), _ data: [UInt8]) -> Made
    {
        let format = CAFBytes.format(
            channels: channels, bits: bits, sampleRate: 48_000, isFloat: flags.0, isLittleEndian: flags.1, codec: codec)
        return Made(
            "CAF \(codec), \(flags.0 ? "float" : "integer"), \(flags.1 ? "little" : "big"), \(bits) bits, \(channels)",
            CAFBytes.file([WideChunk("desc", format), WideChunk("data", [0, 0, 0, 0] + data)]))
    }

    static let cores: [Made] = [1, 2].flatMap { channels in
        [8, 16, 24, 32].flatMap { bits in
            [false, true].map { caf("lpcm", bits, channels, flags: (false, $0), noise) }
        } + [
            caf("lpcm", 32, channels, flags: (true, false), big32),
            caf("lpcm", 32, channels, flags: (true, true), PCMEncoding.f32le.encode(floats)),
            caf("lpcm", 64, channels, flags: (true, false), big64),
            caf("lpcm", 64, channels, flags: (true, true), PCMEncoding.f64le.encode(floats)),
            caf("ulaw", 8, channels, flags: (false, false), noise),
            caf("alaw", 8, channels, flags: (false, false), noise),
        ]
    }
}

@Suite("Intact files byte by byte") struct IntactByteTests {
    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    @Test("a WAV of any width", arguments: Waves.widths + Waves.padded + ambiguous)
    private func widths(file: Made) throws { try expectSame(folder.write(file.bytes, as: "memo.wav")) }

    @Test("a WAV with any header", arguments: Waves.headers + Waves.extensible)
    private func headers(file: Made) throws { try expectSame(folder.write(file.bytes, as: "memo.wav")) }

    @Test("an AIFF", arguments: AppleFiles.integers + AppleFiles.compressed)
    private func aiff(file: Made) throws { try expectSame(folder.write(file.bytes, as: "memo.aiff")) }

    @Test("24 bits with the lowest byte first are read by Apple's name, which the library does not know")
    func littleEndian() throws {
        let made = AppleFiles.aiff("42ni", bits: 24, data: noise)
        let found = try readAll(Memo(path: folder.write(made.bytes, as: "memo.aiff")).open())
        var expected = [Float](repeating: 0, count: noise.count / 3)
        PCMEncoding.s24le.decode(noise, count: expected.count, into: &expected)
        #expect(found.samples == expected && found.salvage == nil)
    }

    @Test("a CAF", arguments: AppleFiles.cores)
    private func caf(file: Made) throws { try expectSame(folder.write(file.bytes, as: "memo.caf")) }
}
