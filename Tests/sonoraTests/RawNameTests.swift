// Raw names: to Linux a name is bytes. Those that are no text are read, told and written as well as any.

import Foundation
import Testing

@Suite(.timeLimit(.minutes(10))) struct RawNameTests {
    private static let hum = Sonora.samples + "/hum.wav"

    private static let names: [[UInt8]] = [
        name("memo-", [0xFF]), name("", Array(0x80...0xFF)), name("100% ", [0xE9]), name("line\n", [0x80]),
        name("overlong", [0xC0, 0xAF]), name("surrogate", [0xED, 0xA0, 0x80]), name("half 🌸", [0xF0, 0x9F, 0x8C]),
        name("private \u{EF80}", []), name("both \u{EFFF}", [0xFF]), name("שלום ", [0xFE]), name("\u{202E}", [0xFE]),
        name("-", [0xFF]), name("", [UInt8](repeating: 0xFF, count: 251)),
        name("", [UInt8](repeating: 0x41, count: 251)),
    ]

    private static func name(_ text: String, _ bytes: [UInt8]) -> [UInt8] {
        Array(text.utf8) + bytes + Array(".wav".utf8)
    }

    /// The bytes of an escaped path, by the rule that programs are told.
    private func unescape(_ text: String) throws -> [UInt8] {
        var bytes: [UInt8] = []
        var rest = Array(text.utf8)[...]
        while let first = rest.popFirst() {
            guard first == UInt8(ascii: "%") else {
                bytes.append(first)
                continue
            }
            bytes.append(try #require(UInt8(String(decoding: rest.prefix(2), as: UTF8.self), radix: 16)))
            rest = rest.dropFirst(2)
        }
        return bytes
    }

    /// The bytes of the path that a document or an event tells.
    private func told(_ path: Any?, _ escaped: Any?) throws -> [UInt8] {
        let path = try #require(path as? String)
        guard let escaped = escaped as? String else {
            #expect(escaped is NSNull)
            return Array(path.utf8)
        }
        #expect(path.unicodeScalars.contains("\u{FFFD}"))
        return try unescape(escaped)
    }

    @Test(arguments: names)
    func `every command reads a memo of any name`(name: [UInt8]) throws {
        let scratch = try Scratch()
        try scratch.copy(Self.hum, asBytes: name)
        let path = Bash.word("./".utf8 + name)
        let document = try Sonora.shell("\"$0\" process --hash --format json \(path)", folder: scratch.folder)
        #expect(document.status == 0, "\(document.errors)")
        let memo = dig(try document.object(), "memo")
        #expect(try told(dig(memo, "path"), dig(memo, "pathEscaped")) == Array("./".utf8) + name)
        #expect(dig(memo, "contentHash") is String)
        for command in [
            "process", "onsets", "segments", "segments --turns", "levels --format json", "segments --format json",
            "onsets --",
        ] {
            let outcome = try Sonora.shell("\"$0\" \(command) \(path)", folder: scratch.folder)
            #expect(outcome.status == 0, "\(command): \(outcome.errors)")
            #expect(String(validating: outcome.output, as: UTF8.self) != nil)
        }
    }

    @Test(arguments: names)
    func `events tell the name once in full, and always so that it can be shown`(name: [UInt8]) throws {
        let scratch = try Scratch()
        try scratch.copy(Self.hum, asBytes: name)
        let path = Bash.word("./".utf8 + name)
        let events = try Sonora.shell("\"$0\" process --format ndjson \(path)", folder: scratch.folder).events()
        try #require(events.count > 3)
        #expect(try told(events[0]["memo"], events[0]["pathEscaped"]) == Array("./".utf8) + name)
        for event in events.dropFirst() {
            #expect(event["pathEscaped"] == nil)
            #expect(event["memo"] as? String == events[0]["memo"] as? String)
        }
    }

    @Test(arguments: names.filter { $0.count <= 243 } + [name("", [UInt8](repeating: 0xFF, count: 239))])
    func `results carry the bytes of the name, in a folder of any name`(name: [UInt8]) throws {
        let scratch = try Scratch()
        try scratch.copy(Self.hum, asBytes: name)
        let folder = Array("out".utf8) + name.prefix(200)
        let path = Bash.word("./".utf8 + name)
        let outcome = try Sonora.shell(
            "\"$0\" process \(path) --output \(Bash.word(folder + Array("/deep".utf8))) && "
                + "\"$0\" segments \(path) --split=\(Bash.word(folder + Array("/parts".utf8)))", folder: scratch.folder)
        #expect(outcome.status == 0, "\(outcome.errors)")
        #expect(try scratch.rawNames(in: folder + Array("/deep".utf8)) == [name + Array(".sonora.json".utf8)])
        #expect(try scratch.rawNames(in: folder + Array("/parts".utf8)) == [name.dropLast(4) + Array("-001.wav".utf8)])
    }

    @Test func `names that differ in bytes only have results of their own`() throws {
        let scratch = try Scratch()
        let names: [[UInt8]] = [
            [0x80], Array("\u{EF80}".utf8), Array("\u{FFFD}".utf8), Array("\u{E9}".utf8), Array("e\u{301}".utf8),
            Array("\u{301}".utf8),
        ]
        for name in names { try scratch.copy(Self.hum, asBytes: name) }
        let paths = names.map { Bash.word("./".utf8 + $0) }.joined(separator: " ")
        let outcome = try Sonora.shell("\"$0\" process \(paths) --output out", folder: scratch.folder)
        #expect(outcome.status == 0, "\(outcome.errors)")
        let wanted = names.map { $0 + Array(".sonora.json".utf8) }
        #expect(Set(try scratch.rawNames(in: Array("out".utf8))) == Set(wanted))
    }

    @Test func `what is wrong is said on one line that can be read`() throws {
        let scratch = try Scratch()
        func said(_ arguments: String) throws -> String {
            let outcome = try Sonora.shell("\"$0\" \(arguments)", folder: scratch.folder)
            #expect(outcome.status != 0 && outcome.output.isEmpty)
            #expect(outcome.errors.unicodeScalars.allSatisfy { !(0xE000...0xF8FF ~= $0.value) && $0 != "\u{202E}" })
            return outcome.errors
        }
        #expect(
            try said(#"onsets $'no\xff\xe2\x80\xaevaw'"#)
                == "sonora: no\\xff\\u{202e}vaw: there is no such file; check the name\n")
        #expect(try said(#"onsets שלום.wav"#).hasPrefix("sonora: שלום.wav: there"))
        #expect(try said(#"$'proc\xff'"#).contains("there is no command “proc\\xff”; did you mean “process”?"))
        #expect(try said(#"onsets $'--x\xff\xe2\x80\xae' memo.wav"#).contains("--x\\xff\\u{202e}"))
        try scratch.copy(Self.hum, asBytes: [0xFF])
        #expect(try said(#"$'\xff'"#).contains("“\\xff” is a file, not a command"))
        #expect(
            try said(#"process $'\xff' $'./\xff' -o out"#).contains("\\xff and ./\\xff would write the same result"))
        #expect(
            try said(#"segments $'\xff' --split $'\xff'"#)
                == "sonora: \\xff: it is a file, not a folder; choose a folder that you may write to\n")
    }

    @Test func `a memo that fails tells its name in its events and its line`() throws {
        let outcome = try Sonora.shell(#""$0" process --format ndjson $'100%\xff.wav'"#)
        #expect(outcome.status == 1)
        #expect(outcome.errors.hasPrefix("sonora: 100%\\xff.wav: "))
        let events = try outcome.events()
        #expect(events.map { $0["event"] as? String } == ["accepted", "failed"])
        #expect(events.first?["pathEscaped"] as? String == "100%25%FF.wav")
    }

    @Test func `annotations stay text, with fields where they belong`() throws {
        let scratch = try Scratch()
        try scratch.copy(Self.hum, asBytes: Array("a b\n".utf8) + [0xFF] + Array(".wav".utf8))
        for format in ["rttm", "srt", "vtt", "audacity", "textgrid", "csv", "json"] {
            let outcome = try Sonora.shell(
                #""$0" segments $'a b\n\xff.wav' --format "# + format, folder: scratch.folder)
            #expect(outcome.status == 0)
            let text = try #require(String(validating: outcome.output, as: UTF8.self))
            #expect(text.unicodeScalars.allSatisfy { !(0xE000...0xF8FF ~= $0.value) })
            guard format == "rttm" else { continue }
            for line in outcome.lines {
                #expect(line.split(separator: " ").count == 10)
                #expect(line.hasPrefix("SPEAKER a_b_\u{FFFD} 1 "))
            }
        }
    }

    @Test func `samples without a header come from a file of any name too`() throws {
        let scratch = try Scratch()
        try scratch.copy(Self.hum, asBytes: [0xFE])
        let outcome = try Sonora.shell(#""$0" segments --raw 16000:1:s16le $'\xfe'"#, folder: scratch.folder)
        #expect(outcome.status == 0, "\(outcome.errors)")
    }

    @Test func `helpers are found in a folder of any name`() throws {
        let scratch = try Scratch()
        let outcome = try Sonora.shell(
            #"mkdir $'bin\xff' && cp /bin/true $'bin\xff/ffmpeg' && PATH=$'bin\xff' "$0" doctor"#,
            folder: scratch.folder)
        #expect(outcome.status == 0, "\(outcome.errors)")
        #expect(outcome.text.contains("found at bin\\xff/ffmpeg"))
    }
}
