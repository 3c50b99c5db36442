// File names: bytes become text and come back, whatever they are, and no two names become one.

import Files
import TestSignals
import Testing

@Suite("File names") struct FileNameTests {
    /// What decoders are tempted to take for something else.
    private static let awkward: [[UInt8]] = [
        [0xFF], [0x80], [0xC3], [0xC3, 0x28], [0xA9, 0xC3], [0xC0, 0xAF], [0xE0, 0x80, 0xAF], [0xED, 0xA0, 0x80],
        [0xED, 0xA0, 0xBD, 0xED, 0xB8, 0x80], [0xF0, 0x9F, 0x8C], [0xF4, 0x90, 0x80, 0x80],
        [0xF8, 0x88, 0x80, 0x80, 0x80],
        [0xEE, 0xBE, 0x80], [0xEE, 0xBF, 0xBF], [0xEF, 0xBF, 0xBD], [0xEE, 0xBD, 0xBF], [0xEF, 0x80, 0x80],
        Array(0x80...0xFF), Array(1...0x7F),
    ]

    @Test("valid UTF-8 stays as it is, letter by letter")
    func valid() {
        for name in [
            "memo.wav", "🌸 Blüte.wav", "שלום.wav", "e\u{301}.wav", "\u{E9}.wav", "a\nb", "\u{FFFD}", "",
            "\u{EF7F}\u{F000}",
        ] {
            #expect(Array(FileName.text(Array(name.utf8)).unicodeScalars) == Array(name.unicodeScalars))
            #expect(FileName.bytes(of: name) == Array(name.utf8))
            #expect(Array(FileName.display(name).unicodeScalars) == Array(name.unicodeScalars))
            #expect(FileName.escaped(name) == nil)
        }
    }

    @Test("each byte that is no text is one scalar of its own")
    func strays() {
        for byte in UInt8(0x80)...0xFF {
            let scalars = Array(FileName.text([0x61, byte, 0x62]).unicodeScalars)
            #expect(scalars.map(\.value) == [0x61, 0xEF00 + UInt32(byte), 0x62])
        }
        #expect(FileName.text([0xE2, 0x82, 0x41]).unicodeScalars.map(\.value) == [0xEFE2, 0xEF82, 0x41])
    }

    @Test("text that holds such scalars is taken byte by byte")
    func privateUse() {
        #expect(FileName.text(Array("\u{EF80}".utf8)).unicodeScalars.map(\.value) == [0xEFEE, 0xEFBE, 0xEF80])
        #expect(FileName.text([0x80]) != FileName.text(Array("\u{EF80}".utf8)))
    }

    @Test("awkward bytes come back", arguments: awkward)
    func roundTrip(bytes: [UInt8]) {
        #expect(FileName.bytes(of: FileName.text(bytes)) == bytes)
        let around = Array("a é".utf8) + bytes + Array("🌸.wav".utf8)
        #expect(FileName.bytes(of: FileName.text(around)) == around)
        #expect(
            FileName.display(FileName.text(around)).unicodeScalars.allSatisfy {
                !(0xEF80...0xEFFF ~= $0.value) || bytes.first == 0xEE
            })
    }

    @Test("random bytes come back, and different bytes are different text")
    func random() {
        var generator = SeededGenerator(seed: 20)
        var names: Set<[UInt8]> = []
        var texts: Set<[UInt32]> = []
        for turn in 0..<20_000 {
            var bytes = generator.bytes(1 + turn % 12).filter { $0 != 0 }
            // Half of them of bytes that make stand-ins and letters likely.
            let likely: [UInt8] = [0xEE, 0xBE, 0xBF, 0x80, 0xFF, 0xC3, 0xA9, 0x61]
            if turn.isMultiple(of: 2) { bytes = bytes.map { likely[Int($0) % likely.count] } }
            let text = FileName.text(bytes)
            #expect(FileName.bytes(of: text) == bytes)
            names.insert(bytes)
            texts.insert(text.unicodeScalars.map(\.value))
        }
        #expect(names.count > 10_000 && texts.count == names.count)
    }

    @Test("display has one mark for each byte that is no text, and escapes tell it")
    func shown() throws {
        func text(_ bytes: [UInt8]) -> String { FileName.text(bytes) }
        #expect(FileName.display(text([0x61, 0xFF, 0xFE, 0x62])) == "a\u{FFFD}\u{FFFD}b")
        #expect(FileName.escaped(text([0x61, 0xFF, 0xFE, 0x62])) == "a%FF%FEb")
        #expect(FileName.escaped(text(Array("100% é\n".utf8) + [0x80])) == "100%25 é\n%80")
        #expect(FileName.escaped("100%.wav") == nil)
        for bytes: [UInt8] in [[0x61, 0xFF, 0xFE, 0x62], Array("100% é\n".utf8) + [0x80]] {
            let escaped = try #require(FileName.escaped(text(bytes)))
            #expect(FileName.unescaped(escaped).map(FileName.bytes) == bytes)
        }
        for wrong in ["%", "a%F", "%G0", "%00", "%+F"] { #expect(FileName.unescaped(wrong) == nil) }
        // Text of the private range is text.
        let privateUse = Array("\u{EF80}".utf8)
        #expect(FileName.display(text(privateUse)) == "\u{EF80}")
        #expect(FileName.escaped(text(privateUse)) == nil)
        #expect(FileName.escaped(text(privateUse + [0x80])) == "\u{EF80}%80")
    }

    @Test("lines show bytes as escapes, and nothing in a name turns them around")
    func printable() {
        #expect(FileName.text([0x61, 0xFF, 0x80, 0x62]).printable == "a\\xff\\x80b")
        #expect("memo\u{202E}vaw.exe".printable == "memo\\u{202e}vaw.exe")
        for mark in [
            "\u{202A}", "\u{202B}", "\u{202C}", "\u{202D}", "\u{2066}", "\u{2067}", "\u{2068}", "\u{2069}", "\u{2028}",
        ] {
            #expect(mark.printable.hasPrefix("\\u{20"))
        }
        #expect("שלום عربي e\u{301} 👩‍🚀.wav".printable == "שלום عربي e\u{301} 👩‍🚀.wav")
        #expect("\u{2027}\u{202F}\u{2065}\u{206A}\u{A0}~".printable == "\u{2027}\u{202F}\u{2065}\u{206A}\u{A0}~")
    }

    @Test("files are written under their bytes, read and found again")
    func files() throws {
        let folder = try TemporaryFolder()
        for bytes in Self.awkward.map({ $0.filter { $0 != UInt8(ascii: "/") } }) + [
            [UInt8](repeating: 0xFF, count: 255)
        ] {
            let path = folder.file(FileName.text(bytes))
            let staged = try StagedFile(path: path)
            try staged.write([1, 2, 3])
            try staged.commit()
            #expect(FileStatus(of: path)?.kind == .regular)
            #expect(try FilePieces(path, from: 1).next() == [2, 3])
        }
    }

    @Test("folders are made with those above them; what is in the way is told")
    func folders() throws {
        let folder = try TemporaryFolder()
        let deep =
            folder.path + "/" + FileName.text([0x61, 0xFF]) + "//b/"
            + FileName.text([UInt8](repeating: 0xFE, count: 255))
        try Descriptor.makeFolder(deep + "/")
        try Descriptor.makeFolder(deep)
        #expect(try StagedFile(path: deep + "/x").commit() == ())
        let file = try folder.write([1], as: "plain")
        #expect(failure { try Descriptor.makeFolder(file) }?.problem == "it is a file, not a folder")
        #expect(
            failure { try Descriptor.makeFolder(file + "/a/b") }?.problem
                == "the folder cannot be made (not a directory)")
        #expect(failure { try Descriptor.makeFolder("") }?.code == .cannotWrite)
        let long = folder.file(String(repeating: "x", count: 256))
        #expect(
            failure { try Descriptor.makeFolder(long + "/a") }?.problem
                == "the folder cannot be made (file name too long)")
    }

    @Test("failures are shown on one line, whatever the name")
    func failuresOnOneLine() {
        let error = FileError(.notFound, path: "a\nb\u{1B}[31m\u{7F}é🎙", problem: "p", advice: "q")
        #expect(error.description == "a\\nb\\u{1b}[31m\\u{7f}é🎙: p; q")
        #expect("tab\tcr\r".printable == "tab\\tcr\\r")
    }

    @Test("a slash with an accent after it is a slash")
    func accentAfterSlash() throws {
        let folder = try TemporaryFolder()
        try StagedFile(path: folder.path + "/\u{301}a").commit()
        #expect(FileStatus(of: folder.file("\u{301}a")) != nil)
    }
}
