// ParserSeeds: the inputs that libFuzzer begins with: honest containers, damaged ones, and tags.

import Foundation
import TestSignals

@testable import Capture

enum ParserSeeds {
    /// Writes a file for each seed, and beside the folder the words that are worth trying, `FOLDER.dict`.
    static func write(to folder: String) throws {
        for (number, bytes) in all.enumerated() {
            try Data(bytes).write(to: URL(fileURLWithPath: "\(folder)/seed-\(number)"))
        }
        let words =
            tags.map { "\"\($0)\"" }
            + sizes.map { size in
                "\"" + size.map { "\\x" + (String($0 >> 4, radix: 16) + String($0 & 15, radix: 16)) }.joined() + "\""
            }
        try Data((words.joined(separator: "\n") + "\n").utf8).write(to: URL(fileURLWithPath: folder + ".dict"))
    }

    private static let tags = [
        "RIFF", "RIFX", "RF64", "BW64", "WAVE", "fmt ", "data", "ds64", "LIST", "INFO", "bext", "iXML", "JUNK", "FLLR",
        "fact", "INAM", "IART", "ICRD", "riff", "wave", "FORM", "AIFF", "AIFC", "COMM", "SSND", "NAME", "AUTH", "NONE",
        "sowt", "fl32", "fl64", "ulaw", "caff", "desc", "lpcm", "info", "chan", "ID3", "TAG", "APETAGEX", "title",
        "artist", "recorded date", "ftyp", "moov", "mvhd", "trak", "mdia", "mdhd", "hdlr", "soun", "minf", "stbl",
        "stsd", "mp4a",
        "alac", "esds", "wave", "edts", "elst", "udta", "meta", "mdir", "mdta", "keys", "ilst", "----", "mvex",
        "creation_time", "2024-05-01", "T10:20:30", "+02:00",
    ]

    /// What stands in size fields that lie.
    private static let sizes: [[UInt8]] = [
        [0, 0, 0, 0], [36, 0, 0, 0], [0xF8, 0x0F, 0, 0], [0xFF, 0xFF, 0xFF, 0xFF], [0xFF, 0xFF, 0xFF, 0x7F],
        [0x7F, 0xFF, 0xFF, 0xFF], [0, 0xF0, 0xFF, 0x7F], [UInt8](repeating: 0xFF, count: 8),
        [0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0x7F], [0x7F, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF],
    ]

    private static let all = waves + longWaves + wave64 + aiff + caf + hostile + tagTexts

    private static let sound = (0..<200).map { UInt8(truncatingIfNeeded: $0 * 73 + 11) }
    private static let format = WaveBytes.Chunk(
        "fmt ", WaveBytes.format(tag: 1, channels: 2, sampleRate: 16_000, bits: 16))
    private static let list = WaveBytes.Chunk("LIST", info)
    private static let bext = WaveBytes.Chunk("bext", broadcast)
    private static let info =
        Array("INFOINAM".utf8) + little(UInt32(5)) + Array("Title\0IART".utf8) + little(UInt32(3)) + Array("Ada\0".utf8)
        + Array("ICRD".utf8) + little(UInt32(10)) + Array("2024-05-01".utf8)
    private static let broadcast =
        [UInt8](repeating: 65, count: 320) + Array("2024-05-0110:20:30".utf8) + [UInt8](repeating: 0, count: 264)

    private static func data(_ claimed: UInt32? = nil) -> WaveBytes.Chunk {
        WaveBytes.Chunk("data", sound, claimedSize: claimed)
    }

    private static func wave(
        _ chunks: [WaveBytes.Chunk], container: String = "RIFF", claimed: UInt32? = nil
    ) -> [UInt8] {
        WaveBytes(chunks, container: container, claimedSize: claimed).bytes
    }

    private static let waves: [[UInt8]] =
        PCMEncoding.allCases.map { WaveBytes.file($0, channels: 1, sampleRate: 48_000, data: sound).bytes }
        + [0, 36, 4088, 199, 202, 0x7FFF_FFFF, 0xFFFF_FFFF].map { wave([format, data($0)], claimed: $0) } + [
            wave([list, bext, format, data()]), wave([format, data(), list, bext]),
            wave([format, data(0), list, bext]),
            wave([format, data(50), list]), wave([data(), format]), wave([format, format, data(), data()]),
            wave([format, data(), list, data(0)]), wave([.init("fmt ", format.body, claimedSize: 0), data()]),
            wave([.init("LIST", info, claimedSize: .max), format, data()]), wave([format]), wave([data()]),
            wave([.init("\0\u{1}\u{2}\u{3}", [1, 2, 3]), format, data()]),
            wave([format, .init("iXML", [1, 2, 3]), data()]),
            wave([.init("fmt ", WaveBytes.extensibleFormat(tag: 3, channels: 6, sampleRate: 96_000, bits: 32)), data()]
            ),
            wave([
                .init("fmt ", WaveBytes.format(tag: 0x11, channels: 1, sampleRate: 8000, bits: 4) + [2, 0, 0xF9, 1]),
                .init("fact", little(UInt32(505))), data(),
            ]), wave([format, data()]) + Array("TAG".utf8) + [UInt8](repeating: 32, count: 125),
            wave([format, data()]) + [UInt8](repeating: 0, count: 100), Array(wave([format, data()]).dropLast(101)),
            [UInt8](
                "RIFX\0\0\0\u{20}WAVEfmt \0\0\0\u{10}\0\u{1}\0\u{1}\0\0\u{3E}\u{7F}\0\0\u{7D}\0\0\u{2}\0\u{10}".utf8)
                + Array("data".utf8) + big(UInt32(200)) + sound,
        ]

    private static let longWaves: [[UInt8]] = ["RF64", "BW64"].flatMap { container in
        [0, 200, UInt64.max, 1 << 60, 1 << 40].map { size in
            wave(
                [WaveBytes.longSizes(data: size, frames: size / 4), format, data(.max), list], container: container,
                claimed: .max)
        }
    }

    private static let wave64: [[UInt8]] = [nil, 0, 24, 100, UInt64.max, 1 << 62].map { (size: UInt64?) in
        Wave64Bytes.file(
            [
                WideChunk("fmt ", format.body), WideChunk("fact", little(UInt64(50))),
                WideChunk("data", sound, claimedSize: size),
            ],
            claimedSize: size)
    }

    private static let aiff: [[UInt8]] = [nil, 0, 100, 0xFFFF_FFFF, 0x7FFF_FFFF].flatMap { (size: UInt64?) in
        [nil, "sowt", "fl32", "ulaw", "ima4"].map { (compression: String?) in
            AIFFBytes.file(
                [
                    WideChunk("NAME", Array("Title".utf8)),
                    WideChunk(
                        "COMM",
                        AIFFBytes.format(
                            channels: 1, frames: 100, bits: 16, sampleRate: 44_100, compression: compression)),
                    WideChunk("SSND", big(UInt32(8)) + big(UInt32(0)) + sound, claimedSize: size),
                    WideChunk("AUTH", Array("Ada".utf8)),
                ], form: compression == nil ? "AIFF" : "AIFC", claimedSize: size.map { UInt32(truncatingIfNeeded: $0) })
        }
    }

    private static let caf: [[UInt8]] = [nil, 0, 100, UInt64.max, 1 << 62].map { (size: UInt64?) in
        CAFBytes.file([
            WideChunk("desc", CAFBytes.format(channels: 2, bits: 16, sampleRate: 44_100)),
            WideChunk("info", big(UInt32(2)) + Array("title\0A memo\0recorded date\u{0}2024-05-01\0".utf8)),
            WideChunk("data", [0, 0, 0, 1] + sound, claimedSize: size),
        ])
    }

    /// Made to keep a parser busy: thousands of chunks, each of which has to be looked at from all sides.
    private static let hostile: [[UInt8]] = [
        wave(
            [WaveBytes.longSizes(data: 13, frames: 0), format] + Array(repeating: .init("data", []), count: 450),
            container: "RF64", claimed: .max),
        wave([format]) + (0..<190).flatMap { _ in Array("data\u{2}\0\0\0abLIST\u{1}\0\0\0x".utf8) },
        wave(
            (0..<120).flatMap { _ in
                [WaveBytes.Chunk("fmt ", [UInt8](repeating: 0, count: 16)), .init("\u{1}\u{1}\u{1}\u{1}", [])]
            }),
    ]

    private static let probe = """
        {"streams":[{"tags":{"creation_time":"2024-05-01T10:20:30.000000Z"}}],"format":{"tags":{"title":"A memo",\
        "artist":"Ada","date":"2024","com.apple.quicktime.creationdate":"2024-05-01T10:20:30+0200"}}}
        """

    private static let tagTexts: [[UInt8]] =
        [
            (.bext, broadcast), (.list, info), (.probe, Array(probe.utf8)), (.date, Array("2024-05-01T10:20:30Z".utf8)),
            (.date, Array("20240501102030".utf8)), (.date, Array("2024:05:01 3:20:30 PM +0200".utf8)),
        ].map { (parser: TagParser, text: [UInt8]) in [parser.rawValue] + text }
        + [
            "AUDIO-2024-05-01-10-20-30.m4a", "PTT-20240501-WA0001.opus", "Voice 240501_102030.m4a",
            "Recording 2024-05-01 at 3.20.30 PM.wav", "2024-05-01T10:20:30Z.wav",
        ].map { [TagParser.fileName.rawValue] + Array($0.utf8) }
        + movies.map { [TagParser.media.rawValue] + $0 }

    private static let movies: [[UInt8]] = [
        MovieBytes.file([MovieBytes.track(shown: 3000, creation: MovieBytes.epoch + 1_714_558_830)]),
        MovieBytes.file([
            MovieBytes.track(description: MovieBytes.descriptions("alac", [])),
            box("udta", MovieBytes.meta("mdir", box("ilst", MovieBytes.item("\u{A9}nam", "A memo")))),
        ]),
        MovieBytes.file(
            [
                MovieBytes.track(),
                box("udta", box("\u{A9}ART", [0, 3, 0x55, 0xC4] + Array("Ada".utf8)) + [0, 0, 0, 0]),
                MovieBytes.meta(
                    "mdta",
                    box("keys", [0, 0, 0, 0] + big(UInt32(1)) + box("mdta", Array("title".utf8)))
                        + box("ilst", MovieBytes.item("\0\0\0\u{1}", "A memo")), isFull: false),
            ], isLast: false),
        Array("#!AMR\n".utf8) + [0x3C] + [UInt8](repeating: 7, count: 31),
        (0..<4).flatMap { _ in [0xFF, 0xF1, 0x60, 0x40, 0x01, 0x7F, 0xFC, 1, 2, 3, 4] as [UInt8] },
        [0xFF, 0xFB, 0x90, 0xC4] + [UInt8](repeating: 0, count: 17) + Array("Xing\0\0\0\u{1}\0\0\0\u{9}".utf8),
        Array("OggS\0\u{2}".utf8) + [UInt8](repeating: 0, count: 20) + [1, 3, 1, 2, 3],
    ]
}
