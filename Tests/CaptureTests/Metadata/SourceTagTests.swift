// Tags of a source: whoever wrote them, in whatever encoding, whatever their sizes claim.

import Capture
import Foundation
import TestSignals
import Testing

/// The body of a `bext` chunk.
private func bext(date: String, time: String, tail: Int = 264) -> [UInt8] {
    func field(_ text: String, _ size: Int) -> [UInt8] {
        Array((Array(text.utf8) + [UInt8](repeating: 0, count: size)).prefix(size))
    }
    return field("A walk", 256) + field("Recorder", 32) + field("ref", 32) + field(date, 10) + field(time, 8)
        + [UInt8](repeating: 0, count: tail)
}

/// The body of a `LIST` chunk, with honest sizes.
private func list(_ items: [(String, [UInt8])], type: String = "INFO", fill: Bool = true) -> [UInt8] {
    items.reduce(into: Array(type.utf8)) { body, item in
        body += Array(item.0.utf8) + little(UInt32(item.1.count)) + item.1
        if fill && item.1.count % 2 == 1 { body.append(0) }
    }
}

@Suite("Source tags") struct SourceTagTests {
    @Test(
        "a bext chunk says when",
        arguments: [
            ("2024-05-01", "10:20:30", "2024-05-01T10:20:30"), ("2024:05:01", "10-20-30", "2024-05-01T10:20:30"),
            ("2024_05_01", "10_20_30", "2024-05-01T10:20:30"), ("2024.05.01", "10.20.30", "2024-05-01T10:20:30"),
            ("2024 05 01", "10 20 30", "2024-05-01T10:20:30"), ("2024-05-01", "", "2024-05-01"),
            ("2024-05-01", "99:99:99", "2024-05-01"), ("2024-05-01", "00:00:00", "2024-05-01T00:00:00"),
            ("2024-13-01", "10:20:30", nil), ("0000-00-00", "00:00:00", nil), ("", "", nil), ("", "10:20:30", nil),
            ("1970-01-01", "00:12:33", nil),
        ] as [(String, String, String?)])
    func bextDates(date: String, time: String, expected: String?) {
        let tags = SourceTags(bext: bext(date: date, time: time))
        #expect(tags.recordedAt?.text == expected)
        #expect(tags.recordedAt == nil || tags.recordedAt?.source == .bext)
        #expect(tags.title == nil && tags.artist == nil)
    }

    @Test("a bext chunk that is cut says as much as is there")
    func shortBext() {
        let whole = bext(date: "2024-05-01", time: "10:20:30", tail: 0)
        #expect(SourceTags(bext: whole).recordedAt?.text == "2024-05-01T10:20:30")
        #expect(SourceTags(bext: Array(whole.prefix(337))).recordedAt?.text == "2024-05-01")
        for count in 0..<330 { #expect(SourceTags(bext: Array(whole.prefix(count))) == SourceTags()) }
    }

    @Test("a list of information says what, who and when", arguments: [true, false])
    func infoList(fill: Bool) {
        let items = [
            ("ISFT", Array("Lavf".utf8)), ("INAM", Array("On trees\0".utf8)), ("IART", Array("Åsa".utf8)),
            ("ICRD", Array("2024-05-01 10:20:30".utf8)),
        ]
        let tags = SourceTags(list: list(items, fill: fill))
        #expect(tags.title == "On trees" && tags.artist == "Åsa")
        #expect(tags.recordedAt?.text == "2024-05-01T10:20:30" && tags.recordedAt?.source == .info)
        #expect(SourceTags(list: list(items, type: "adtl")) == SourceTags())
    }

    @Test("a year alone is no date, and the first of two titles counts")
    func firstCounts() {
        let tags = SourceTags(
            list: list([
                ("ICRD", Array("2024".utf8)), ("INAM", Array(" \0".utf8)), ("INAM", Array("One".utf8)),
                ("INAM", Array("Two".utf8)),
            ]))
        #expect(tags.recordedAt == nil && tags.title == "One")
    }

    @Test("a size that lies ends with the list")
    func lyingSize() {
        let body = Array("INFOINAM".utf8) + little(UInt32.max) + Array("On trees".utf8)
        #expect(SourceTags(list: body).title == "On trees")
    }

    @Test(
        "text is one clean line",
        arguments: [
            (Array("plain".utf8), "plain"), ([0x42, 0xE4, 0x75, 0x6D, 0x65], "Bäume"), (Array("Bäume".utf8), "Bäume"),
            (Array("  two\r\n\tlines  ".utf8), "two lines"), (Array("\u{1B}[31mred\u{7}".utf8), "[31mred"),
            (Array("turn\u{202E}ed\u{85}".utf8), "turned"), (Array("👩‍🌾".utf8), "👩‍🌾"), ([0, 0x41], nil),
            (Array(" \n\u{1} ".utf8), nil), ([], nil),
        ] as [([UInt8], String?)])
    func text(bytes: [UInt8], expected: String?) {
        #expect(SourceTags(title: bytes, artist: nil, date: nil).title == expected)
        #expect(SourceTags(list: list([("IART", bytes)])).artist == expected)
    }

    @Test("long text is cut at a character")
    func longText() throws {
        for text in ["a", "ä", "€", "🌸"].map({ "x" + String(repeating: $0, count: 5000) }) {
            let title = try #require(SourceTags(title: Array(text.utf8), artist: nil, date: nil).title)
            #expect((997...1000).contains(title.utf8.count) && text.hasPrefix(title))
        }
        let latin1 = [UInt8](repeating: 0xE4, count: 5000)
        #expect(SourceTags(title: latin1, artist: nil, date: nil).title == String(repeating: "ä", count: 500))
    }

    @Test(
        "what ffprobe says",
        arguments: [
            (#"{"format":{"tags":{"creation_time":"2024-05-01T10:20:30.000000Z"}}}"#, "2024-05-01T10:20:30Z"),
            (
                #"{"format":{"tags":{"creation_time":"2024-06-01T00:00:00Z","com.apple.quicktime.creationdate":"2024-05-01T12:20:30+0200"}}}"#,
                "2024-05-01T10:20:30Z"
            ),
            (#"{"format":{"tags":{"date":"2024","CREATION_TIME":"2024-05-01T10:20:30Z"}}}"#, "2024-05-01T10:20:30Z"),
            (#"{"format":{"tags":{"date":"2024-05-01"}}}"#, "2024-05-01"),
            (
                #"{"streams":[{},{"tags":{"creation_time":"2024-05-01T10:20:30Z"}}],"format":{}}"#,
                "2024-05-01T10:20:30Z"
            ),
            (
                #"{"streams":[{"tags":{"date":"2023-01-01"}}],"format":{"tags":{"date":"2024-05-01"}}}"#,
                "2024-05-01"
            ),
            (
                #"{"format":{"tags":{"com.apple.quicktime.creationdate":"yesterday","date":7,"creation_time":"2024-05-01"}}}"#,
                "2024-05-01"
            ),
            (#"{"format":{"tags":{"creation_time":"1970-01-01T00:00:00.000000Z"}}}"#, nil),
            (#"{"format":{"tags":{"date":"2024"}}}"#, nil), (#"{"format":null,"streams":[null]}"#, nil),
            (#"{"format":{"tags":["date"]}}"#, nil), ("[]", nil), ("", nil), ("{", nil),
        ] as [(String, String?)])
    func ffprobe(json: String, expected: String?) {
        let tags = SourceTags(ffprobe: Array(json.utf8))
        #expect(tags.recordedAt?.text == expected)
        #expect(tags.recordedAt == nil || tags.recordedAt?.source == .quicktime)
    }

    @Test("ffprobe's title and artist, of the file before those of a stream")
    func ffprobeNames() {
        let json = #"{"streams":[{"tags":{"title":"stream","ARTIST":"A"}}],"format":{"tags":{"TITLE":"file\u0007"}}}"#
        let tags = SourceTags(ffprobe: Array(json.utf8))
        #expect(tags.title == "file" && tags.artist == "A")
        let broken = Array(#"{"format":{"tags":{"title":"B"#.utf8) + [0xE4] + Array(#"ume","artist":"A"}}}"#.utf8)
        #expect(SourceTags(ffprobe: broken).artist == "A")
        let deep = String(repeating: "[", count: 100_000)
        #expect(SourceTags(ffprobe: Array(deep.utf8)) == SourceTags())
    }

    @Test("of two dates the more trustworthy counts, of two titles the first")
    func merging() {
        let bext = SourceTags(bext: bext(date: "2024-05-01", time: "10:20:30"))
        let info = SourceTags(list: list([("ICRD", Array("2024-06-01".utf8)), ("INAM", Array("info".utf8))]))
        let probe = SourceTags(ffprobe: Array(#"{"format":{"tags":{"date":"2024-07-01","title":"probe"}}}"#.utf8))
        let library = SourceTags(title: nil, artist: Array("library".utf8), date: Array("2024-08-01".utf8))
        let ranked = [bext, info, probe, library]
        for (rank, better) in ranked.enumerated() {
            for worse in ranked[rank...] {
                #expect(better.merging(worse).recordedAt == better.recordedAt)
                #expect(worse.merging(better).recordedAt == better.recordedAt)
            }
            #expect(better.merging(SourceTags()) == better && SourceTags().merging(better) == better)
        }
        #expect(probe.merging(info).title == "probe" && info.merging(probe).title == "info")
        #expect(bext.merging(info).merging(library).artist == "library")
        #expect(DateSource.allCases.sorted() == [.bext, .info, .quicktime, .tags, .fileName, .mtime])
    }

    @Test("bytes of any kind never trap, and no text is long")
    func hostile() throws {
        var random = SeededGenerator(seed: 13)
        func expectBounded(_ tags: SourceTags) {
            for text in [tags.title, tags.artist].compactMap({ $0 }) {
                #expect(!text.isEmpty && text.utf8.count <= 1000)
                #expect(!text.unicodeScalars.contains { $0.properties.generalCategory == .control })
            }
        }
        let names = ["INAM", "IART", "ICRD", "INFO", "\0\0\0\0"].map { Array($0.utf8) }
        for turn in 0..<3000 {
            let noise = random.bytes(turn % 1500)
            expectBounded(SourceTags(bext: noise))
            expectBounded(SourceTags(list: noise))
            expectBounded(SourceTags(list: Array("INFO".utf8) + noise))
            expectBounded(SourceTags(ffprobe: noise))
            expectBounded(SourceTags(title: noise, artist: noise, date: noise))
            // Names that are known, with sizes that are not.
            var body = Array("INFO".utf8)
            for _ in 0..<turn % 9 {
                let size = UInt32(truncatingIfNeeded: random.next()) >> UInt32(random.next() % 32)
                body += names.randomElement(using: &random)! + little(size) + random.bytes(Int(random.next() % 40))
            }
            expectBounded(SourceTags(list: body))
        }
    }

    @Test("a file has the tags of its chunks, raw samples have none")
    func soundFile() throws {
        let folder = try TemporaryFolder()
        let format = WaveBytes.format(tag: 1, channels: 1, sampleRate: 8000, bits: 16)
        let items = [("INAM", [0x42, 0xE4, 0x75, 0x6D, 0x65, 0]), ("ICRD", Array("2024-05-01\0".utf8))]
        let sound = WaveBytes.Chunk("data", [UInt8](repeating: 1, count: 800))
        for chunks in [[WaveBytes.Chunk("LIST", list(items)), sound], [sound, WaveBytes.Chunk("LIST", list(items))]] {
            let bytes = WaveBytes([WaveBytes.Chunk("fmt ", format)] + chunks).bytes
            let path = try folder.write(bytes, as: "memo.wav")
            let tags = try Memo(path: path).open().tags
            #expect(tags.title == "Bäume" && tags.artist == nil)
            #expect(tags.recordedAt?.text == "2024-05-01" && tags.recordedAt?.source == .info)
            #expect(try Memo(path: path, raw: RawFormat(parsing: "8000:1:u8")).open().tags == SourceTags())
        }
    }
}
