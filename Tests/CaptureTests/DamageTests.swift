// Damage: every way in which a recorder leaves a WAV unfinished or wrong; all whole frames that are there are read.

import Capture
import TestSignals
import Testing

/// Little-endian 16-bit mono that is neither silent nor text: a sweep of every byte value.
private let sound: [UInt8] = (0..<16_000).flatMap { little(Int16(truncatingIfNeeded: $0 &* 2999 &+ 77)) }
private let values: [Float] = (0..<16_000).map { Float(Int16(truncatingIfNeeded: $0 &* 2999 &+ 77)) / 32_768 }

/// A WAV that was not written as it should be, and what is in it all the same.
private struct Damage: Sendable, CustomTestStringConvertible {
    var testDescription: String
    var bytes: [UInt8]
    var frames = 16_000
    /// The kind of salvage that is told.
    var kind: String?

    init(_ name: String, kind: String?, frames: Int = 16_000, _ bytes: [UInt8]) {
        testDescription = name
        self.bytes = bytes
        self.frames = frames
        self.kind = kind
    }

    private static let format = WaveBytes.Chunk(
        "fmt ", WaveBytes.format(tag: 1, channels: 1, sampleRate: 8000, bits: 16))
    private static let list = WaveBytes.Chunk("LIST", Array("INFOISFT".utf8) + little(UInt32(4)) + Array("Abc\0".utf8))
    private static let bext = WaveBytes.Chunk("bext", [UInt8](repeating: 0, count: 602))
    private static let xml = WaveBytes.Chunk("iXML", Array("<BWFXML></BWFXML>".utf8))
    private static let junk = WaveBytes.Chunk("JUNK", [UInt8](repeating: 0, count: 28))
    private static let filler = WaveBytes.Chunk("FLLR", [UInt8](repeating: 0, count: 4044))

    private static func data(_ claimed: UInt32? = nil, _ body: [UInt8] = sound) -> WaveBytes.Chunk {
        WaveBytes.Chunk("data", body, claimedSize: claimed)
    }

    private static func file(
        _ chunks: [WaveBytes.Chunk], container: String = "RIFF", claimed: UInt32? = nil
    ) -> [UInt8] {
        WaveBytes(chunks, container: container, claimedSize: claimed).bytes
    }

    static let sizes: [Damage] = [0, 36, 4088, nil].flatMap { (riff: UInt32?) in
        [
            (0 as UInt32, "unknownLength"), (0xFFFF_FFFF, "unknownLength"), (0x7FFF_FFFF, "unknownLength"),
            (0x7FFF_F000, "unknownLength"), (36, "wrongLength"), (4088, "wrongLength"), (31_998, "wrongLength"),
            (31_999, "wrongLength"),
            (32_002, "truncated"), (1 << 30, "truncated"),
        ].map { size, kind in
            Damage(
                "RIFF \(riff.map(String.init) ?? "true"), data \(size)", kind: kind,
                file([format, data(size)], claimed: riff))
        }
    }

    static let chunksAround: [Damage] = [0, 0xFFFF_FFFF, 1000, 40_000, nil].flatMap { (size: UInt32?) in
        [
            ("before", [list, bext, xml, junk, filler, format, data(size)]),
            ("between", [format, list, bext, xml, junk, filler, data(size)]),
            ("after", [format, data(size), list, bext, xml, junk, filler]),
        ].map { place, chunks in
            // Size 40,000 reaches into the chunks behind the samples.
            Damage(
                "data \(size.map(String.init) ?? "true"), chunks \(place)",
                kind: size.map { $0 == 1000 ? "wrongLength" : $0 == 40_000 ? nil : "unknownLength" } ?? nil,
                file(chunks))
        }.filter { size != 40_000 || $0.testDescription.hasSuffix("after") }
    }

    /// More parts than anybody writes.
    static let crowded = Damage(
        "12,000 data chunks", kind: "damagedHeader", frames: 9999,
        file([format] + (0..<12_000).map { data(nil, Array(sound[2 * $0..<2 * $0 + 2])) }))

    static let order: [Damage] = [
        Damage("data before fmt", kind: "damagedHeader", file([data(), format])),
        Damage("unfinished data before fmt", kind: "unknownLength", file([data(0), format])),
        Damage("two fmt", kind: "damagedHeader", file([format, format, data()])),
        Damage(
            "two fmt that differ", kind: "damagedHeader",
            file([format, .init("fmt ", WaveBytes.format(tag: 3, channels: 7, sampleRate: 1, bits: 32)), data()])),
        Damage(
            "an empty fmt before the true one", kind: nil,
            file([.init("fmt ", [UInt8](repeating: 0, count: 16)), format, data()])),
        Damage(
            "two data", kind: "damagedHeader",
            file([format, data(nil, Array(sound[..<20_000])), data(nil, Array(sound[20_000...]))])),
        Damage(
            "three data with chunks between, the last unfinished", kind: "unknownLength",
            file([
                format, data(nil, Array(sound[..<2000])), list, data(nil, Array(sound[2000..<20_000])), junk,
                data(0, Array(sound[20_000...])),
            ])),
        Damage(
            "data, fmt, data", kind: "damagedHeader",
            file([data(nil, Array(sound[..<2000])), format, data(nil, Array(sound[2000...]))])),
        Damage("fmt of size 0", kind: "damagedHeader", file([.init("fmt ", format.body, claimedSize: 0), data()])),
        Damage(
            "an extensible fmt of size 0", kind: "damagedHeader",
            file([
                .init(
                    "fmt ", WaveBytes.extensibleFormat(tag: 1, channels: 1, sampleRate: 8000, bits: 16), claimedSize: 0),
                data(),
            ])),
        Damage(
            "fmt of size 2³² − 1", kind: "damagedHeader",
            file([.init("fmt ", format.body, claimedSize: 0xFFFF_FFFF), data()])),
        Damage(
            "a LIST that claims the whole file", kind: "damagedHeader",
            file([.init("LIST", list.body, claimedSize: 0xFFFF_FFFF), format, data()])),
        Damage(
            "a LIST that claims the samples too", kind: "damagedHeader",
            file([format, .init("LIST", list.body, claimedSize: UInt32(list.body.count + 8 + sound.count)), data()])),
        Damage(
            "a JUNK that claims the fmt too", kind: "damagedHeader",
            file([.init("JUNK", junk.body, claimedSize: UInt32(junk.body.count + 24)), format, data()])),
        Damage("samples with another name", kind: "damagedHeader", file([format, .init("dada", sound)])),
        Damage("samples without a name", kind: "damagedHeader", file([format, .init("\u{1}\0\0\0", sound)])),
        Damage(
            "an unprintable chunk", kind: "damagedHeader", file([.init("\0\0\0\0", [1, 2, 3, 4]), format, data()])),
    ]

    /// Chunks of odd length without the byte that makes them even.
    static let padding: [Damage] = {
        var withoutPad = file([format])
        withoutPad += Array("LIST".utf8) + little(UInt32(5)) + Array("INFOx".utf8)
        withoutPad += Array("data".utf8) + little(UInt32(sound.count)) + sound
        var first =
            Array("RIFF".utf8) + little(UInt32(0)) + Array("WAVEiXML".utf8) + little(UInt32(3)) + Array("abc".utf8)
        first += file([format, data()])[12...]
        return [
            Damage("no pad before data", kind: "damagedHeader", withoutPad),
            Damage("no pad before fmt", kind: "damagedHeader", first),
        ]
    }()

    static let cut: [Damage] = [1, 2, 3, 1000, 31_999].map { lost in
        Damage(
            "cut \(lost) bytes before the end", kind: "truncated", frames: (32_000 - lost) / 2,
            Array(file([format, data()]).dropLast(lost)))
    }

    static let long: [Damage] = [0, 0xFFFF_FFFF, 4096, nil].flatMap { (data32: UInt32?) in
        ["RF64", "BW64"].flatMap { container in
            [0, UInt64.max, 1 << 60, UInt64(sound.count)].map { size in
                let isTrue = size == UInt64(sound.count) && data32 != 4096 || data32 == nil
                return Damage(
                    "\(container), data \(data32.map(String.init) ?? "true"), ds64 \(size)",
                    kind: isTrue ? nil : data32 == 4096 ? "wrongLength" : "unknownLength",
                    file(
                        [WaveBytes.longSizes(data: size, frames: size / 2), format, data(data32)], container: container,
                        claimed: .max))
            }
        }
    }

    /// The number of frames stands in RF64 beside that of bytes, and may differ.
    static let counts: [Damage] = ([1, 8000, 15_999] as [UInt64]).map { frames in
        Damage(
            "RF64, ds64 counts \(frames) frames", kind: "wrongLength",
            file(
                [WaveBytes.longSizes(data: UInt64(sound.count), frames: frames), format, data(.max)], container: "RF64",
                claimed: .max))
    }

    static let all = [crowded] + counts + sizes + chunksAround + order + padding + cut + long
}

@Suite("Damage") struct DamageTests {
    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    @Test(
        "a count of frames that is true, too large or left out is nothing to tell of",
        arguments: [16_000, 32_000, 0, .max])
    func countedFrames(frames: UInt64) throws {
        let file = WaveBytes(
            [
                WaveBytes.longSizes(data: UInt64(sound.count), frames: frames),
                .init("fmt ", WaveBytes.format(tag: 1, channels: 1, sampleRate: 8000, bits: 16)),
                .init("data", sound, claimedSize: .max),
            ], container: "RF64", claimedSize: .max)
        let found = try readAll(Memo(path: folder.write(file.bytes, as: "memo.wav")).open())
        #expect(found.samples == values && found.salvage == nil)
    }

    @Test("a format whose name lies across the border of two pieces that are searched is found", arguments: -1...5)
    func acrossTheBorder(back: Int) throws {
        // The search goes on behind the header of a chunk whose size lies, 64 KiB at a time.
        let junk = WaveBytes.Chunk("JUNK", [UInt8](repeating: 0, count: 65_536 - back), claimedSize: .max)
        let format = WaveBytes.Chunk("fmt ", WaveBytes.format(tag: 1, channels: 1, sampleRate: 8000, bits: 16))
        var bytes = WaveBytes([junk]).bytes
        // By hand: no pad, so that odd places are reached as well.
        bytes = Array(bytes[..<(20 + 65_536 - back)])
        bytes += WaveBytes([format, .init("data", sound)]).bytes[12...]
        let found = try readAll(Memo(path: folder.write(bytes, as: "memo.wav")).open())
        #expect(found.samples == values)
        // Had it been missed at first, its samples would seem to stand in front of it.
        let detail = try #require(found.salvage?.detail)
        #expect(detail.contains("passed over") && !detail.contains("before their format"))
    }

    @Test("every whole frame that is in the file is read, and what was wrong is told", arguments: Damage.all)
    private func everyFrame(damage: Damage) throws {
        let found = try readAll(Memo(path: folder.write(damage.bytes, as: "memo.wav")).open())
        #expect(found.frames == damage.frames)
        #expect(found.samples == Array(values[..<min(damage.frames, values.count)]))
        if let kind = damage.kind {
            #expect(found.salvage?.kind == kind, "\(found.salvage?.detail ?? "nothing was told")")
            #expect(found.salvage?.secondsRecovered == Double(damage.frames) / 8000)
        }
    }
}
