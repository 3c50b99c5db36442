// Origin: when a memo was recorded, who says so, its title and artist, as the command tells them.

import Foundation
import Testing

@Suite(.timeLimit(.minutes(10))) struct OriginTests {
    /// A second of sound with a list of information in front of it.
    private func tagged(_ items: [(String, String)]) -> [UInt8] {
        let sound = Wave.pcm(Wave.tone(seconds: 1))
        let list = items.reduce(into: Array("INFO".utf8)) { list, item in
            let text = Array(item.1.utf8) + [0]
            list += Array(item.0.utf8) + Wave.word(text.count, 4) + text + (text.count % 2 == 1 ? [0] : [])
        }
        let chunk = Array("LIST".utf8) + Wave.word(list.count, 4) + list
        return Array("RIFF".utf8) + Wave.word(sound.count - 8 + chunk.count, 4) + sound[8..<36] + chunk + sound[36...]
    }

    /// The memo under a name, last written on 14 November 2023.
    private func memo(_ bytes: [UInt8], named name: String, in scratch: Scratch) throws -> String {
        let path = try scratch.file(name, bytes)
        try FileManager.default.setAttributes(
            [.modificationDate: Date(timeIntervalSince1970: 1_700_000_000.9)], ofItemAtPath: path)
        return path
    }

    private func recordedAt(_ memo: Any?) -> [String]? {
        guard let recordedAt = dig(memo, "recordedAt") as? [String: String] else { return nil }
        return [recordedAt["time"], recordedAt["source"]].compactMap { $0 }
    }

    @Test(
        arguments: [
            ("2024-05-01 10:20:30", "20240602_102030.wav", ["2024-05-01T10:20:30", "info"]),
            ("2024-05-01T12:20:30+02:00", "memo.wav", ["2024-05-01T10:20:30Z", "info"]),
            ("2024-05-01", "20240602_102030.wav", ["2024-05-01", "info"]),
            ("2024", "20240602_102030.wav", ["2024-06-02T10:20:30", "fileName"]),
            ("2024-13-01", "PTT-20240602-WA0001.wav", ["2024-06-02", "fileName"]),
            (nil, "Recording 2024-06-02 at 3.20.30 PM.wav", ["2024-06-02T15:20:30", "fileName"]),
            (nil, "memo 20241399.wav", ["2023-11-14T22:13:20Z", "mtime"]),
            ("2024-05", "memo.wav", ["2023-11-14T22:13:20Z", "mtime"]),
        ] as [(String?, String, [String])])
    func `the memo's own date counts, then its name's, then the file's`(
        tag: String?, name: String, expected: [String]
    ) throws {
        let scratch = try Scratch()
        let path = try memo(tag.map { tagged([("ICRD", $0)]) } ?? tagged([]), named: name, in: scratch)
        let document = try Sonora.run("process", "--format", "json", path).object()
        #expect(recordedAt(document["memo"]) == expected)
        let events = try Sonora.run("process", "--format", "ndjson", path).events()
        #expect(recordedAt(events.first { $0["event"] as? String == "immediate" }) == expected)
        let text = try Sonora.run("process", path)
        #expect(text.lines.contains("recordedAt\t" + expected.joined(separator: "\t")))
    }

    @Test func `a stream has no date, whatever it is called`() throws {
        let scratch = try Scratch()
        let path = try memo(tagged([("ICRD", "2024-05-01")]), named: "20240602_102030.wav", in: scratch)
        let piped = try Sonora.run(["process", "-", "--format", "json"], piping: path)
        #expect(dig(try piped.object(), "memo", "recordedAt") is NSNull)
        let fifo = try Sonora.shell(
            "mkfifo 20240602_102030; (cat \"$1\" > 20240602_102030 &); \"$0\" process --format json 20240602_102030",
            [path], folder: scratch.folder)
        #expect(dig(try fifo.object(), "memo", "recordedAt") is NSNull)
    }

    @Test func `raw samples in a file have the date of its name`() throws {
        let scratch = try Scratch()
        let path = try memo(tagged([]), named: "20240602_102030.raw", in: scratch)
        let document = try Sonora.run("process", "--raw", "8000:1:s16le", "--format", "json", path).object()
        #expect(recordedAt(document["memo"]) == ["2024-06-02T10:20:30", "fileName"])
    }

    @Test func `title and artist are told everywhere, and null where there are none`() throws {
        let scratch = try Scratch()
        let path = try memo(tagged([("INAM", "On\ttrees\u{1B}[31m"), ("IART", "Åsa")]), named: "memo.wav", in: scratch)
        let document = try Sonora.run("process", "--format", "json", path).object()
        let events = try Sonora.run("process", "--format", "ndjson", path).events()
        for memo in [document["memo"], events.first { $0["event"] as? String == "immediate" }] {
            #expect(dig(memo, "title") as? String == "On trees[31m")
            #expect(dig(memo, "artist") as? String == "Åsa")
        }
        let lines = try Sonora.run("process", path).lines
        #expect(lines.contains("title\tOn trees[31m") && lines.contains("artist\tÅsa"))
        let plain = try Sonora.run("process", "--format", "json", Sonora.note).object()
        #expect(dig(plain, "memo", "title") is NSNull && dig(plain, "memo", "artist") is NSNull)
        #expect(try !Sonora.run("process", Sonora.note).lines.contains { $0.hasPrefix("title") })
    }

    @Test func `a terminal shows title, artist and who says when`() throws {
        let scratch = try Scratch()
        let path = try memo(
            tagged([("INAM", "On trees"), ("IART", "Åsa")]), named: "20240602_102030.wav", in: scratch)
        let screen = try Child(
            "/usr/bin/script", ["-qec", "'\(Sonora.path)' process '\(path)'", "/dev/null"],
            environment: ["TERM": "xterm-256color", "NO_COLOR": "1"]
        ).end().text
        #expect(screen.contains("  On trees · Åsa\r\n"))
        #expect(screen.contains("2024-06-02 (fileName)"))
    }

    @Test func `documents and events with dates and names are valid`() throws {
        let scratch = try Scratch()
        let long = String(repeating: "🌸", count: 400)
        let memos = [
            try memo(tagged([("INAM", long), ("IART", "A"), ("ICRD", "2024-05-01")]), named: "a.wav", in: scratch),
            try memo(tagged([("ICRD", "2024-05-01 10:20:30")]), named: "b.wav", in: scratch),
            try memo(tagged([("ICRD", "2024-05-01T10:20:30Z")]), named: "c.wav", in: scratch),
            try memo(tagged([]), named: "20240501.wav", in: scratch),
        ]
        let script = Sonora.repository + "/Tests/sonoraTests/Support/validate.py"
        for (kind, format) in [("result", "json"), ("event", "ndjson")] {
            let output = try Sonora.run(["process", "--format", format] + memos).output
            let file = try scratch.file("out.\(format)", output)
            let outcome = try Child("/usr/bin/python3", [script, Sonora.repository + "/Schema", kind, file]).end()
            #expect(outcome.status == 0, "\(outcome.text.prefix(2000))")
        }
    }
}
