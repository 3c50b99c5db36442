// Bad input: one clear line and status 1 for each, and nothing on standard output.

import Foundation
import Testing

@Suite(.timeLimit(.minutes(10))) struct BadInputTests {
    private static let commands = [
        ["process"], ["process", "--format", "json"], ["onsets"], ["segments"], ["levels"],
        ["onsets", "--format", "json"], ["segments", "--format", "json"], ["levels", "--format", "json"],
    ]

    /// Every command refuses the file in the same way.
    private func expectRefusal(_ file: String, saying words: String, folder: String? = nil) throws {
        for command in Self.commands {
            let outcome = try Sonora.run(command + [file], folder: folder)
            #expect(outcome.status == 1, "\(command)")
            #expect(outcome.errorLines.count == 1, "\(outcome.errors)")
            let line = try #require(outcome.errorLines.first)
            #expect(line.hasPrefix("sonora: \(file): "), "\(line)")
            #expect(line.contains(words), "\(line)")
            #expect(line.contains("; "), "it says what to do: \(line)")
            if command.contains("json") {
                let document = try outcome.object()
                let error = try #require(document["error"] as? [String: Any])
                #expect(line == "sonora: \(file): \(error["message"] ?? ""); \(error["advice"] ?? "")")
                #expect(dig(document, "memo", "path") as? String ?? document["memo"] as? String == file)
            } else if command != ["process"] {
                #expect(outcome.output.isEmpty)
            }
        }
    }

    @Test func `a file that is not there`() throws {
        try expectRefusal("/no/such/memo.wav", saying: "there is no such file")
    }

    @Test func `a folder`() throws { try expectRefusal(Sonora.samples, saying: "it is a folder") }

    @Test func `an empty file`() throws {
        let scratch = try Scratch()
        try expectRefusal(try scratch.file("empty.wav", []), saying: "empty")
    }

    @Test func `a text`() throws {
        let scratch = try Scratch()
        try expectRefusal(try scratch.file("text.wav", Array("not audio at all\n".utf8)), saying: "not audio")
    }

    @Test func `random bytes`() throws {
        let scratch = try Scratch()
        let noise = (0..<5000).map { UInt8(truncatingIfNeeded: $0 &* 2_654_435_761 >> 7) }
        try expectRefusal(try scratch.file("noise.bin", noise), saying: "not audio")
    }

    @Test func `a header without a sample`() throws {
        let scratch = try Scratch()
        try expectRefusal(try scratch.file("header.wav", Wave.header(data: 0)), saying: "holds no sound")
    }

    @Test func `more channels than can be`() throws {
        let scratch = try Scratch()
        let header = Wave.header(data: 4096 * 3, channels: 2048)
        try expectRefusal(
            try scratch.file("many.wav", header + [UInt8](repeating: 1, count: 4096 * 3)), saying: "channel")
    }

    @Test(.enabled(if: geteuid() != 0, "root may read everything"))
    func `a file that may not be read`() throws {
        let scratch = try Scratch()
        let path = try scratch.copy(Sonora.note, as: "secret.wav")
        try FileManager.default.setAttributes([.posixPermissions: 0], ofItemAtPath: path)
        try expectRefusal(path, saying: "may not be read")
    }

    @Test func `a name with control characters does no harm to the terminal`() throws {
        let outcome = try Sonora.run("onsets", "evil\u{1B}[31m\nname.wav")
        #expect(outcome.status == 1)
        #expect(outcome.errorLines.count == 1)
        #expect(!outcome.has(escape: ()))
    }

    @Test func `one bad memo among good ones costs one line, and they are done`() throws {
        let scratch = try Scratch()
        let bad = try scratch.file("bad.wav", Array("nonsense".utf8))
        let outcome = try Sonora.run(
            "process", "--format", "json", Sonora.note, bad, Sonora.samples + "/hum.wav", "--output",
            scratch.folder + "/out")
        #expect(outcome.status == 1)
        let documents = try #require(try json(outcome.output) as? [[String: Any]])
        #expect(
            documents.compactMap { dig($0, "memo", "path") as? String }
                == [Sonora.note, bad, Sonora.samples + "/hum.wav"])
        #expect(documents.map { dig($0, "error", "code") as? String } == [nil, "notAudio", nil])
        #expect(outcome.errorLines.count == 2)
        #expect(outcome.errorLines.first?.contains(bad) == true)
        #expect(outcome.errorLines.last == "sonora: 1 of 3 memos failed")
        let written = try FileManager.default.contentsOfDirectory(atPath: scratch.folder + "/out").sorted()
        #expect(written == ["hum.wav.sonora.json", "stand-up-note.wav.sonora.json"])
    }

    @Test(arguments: ["process", "segments", "levels", "onsets"])
    func `of several memos each that cannot be read has its failure in the array`(command: String) throws {
        let outcome = try Sonora.run(command, "--format", "json", "/no/a.wav", Sonora.note, "/no/b.wav")
        #expect(outcome.status == 1)
        let documents = try #require(try json(outcome.output) as? [[String: Any]])
        #expect(documents.map { dig($0, "error", "code") as? String } == ["notFound", nil, "notFound"])
        #expect(documents.allSatisfy { $0["schemaVersion"] as? Int == 1 })
        #expect(outcome.errorLines.last == "sonora: 2 of 3 memos failed")
    }

    @Test func `a failure in JSON is a failed memo of a report`() throws {
        let scratch = try Scratch()
        let outcome = try Sonora.run("process", "--format", "json", Sonora.note, "/no/b.wav")
        let file = try scratch.file("all.json", outcome.output)
        let report = try Sonora.run("latency", "report", file, "--require", "failed.count == 1")
        #expect(report.status == 0, "\(report.errors)")
        #expect(report.lines.contains("failed\tnotFound\t1"))
    }

    @Test func `in events each memo has its own numbers and one end`() throws {
        let outcome = try Sonora.run("process", "--format", "ndjson", "/no/a.wav", Sonora.note, Sonora.samples)
        #expect(outcome.status == 1)
        let events = try outcome.events()
        #expect(
            events.compactMap { $0["event"] as? String }.filter { $0 == "completed" || $0 == "failed" }
                == ["failed", "completed", "failed"])
        let memos = Dictionary(grouping: events) { $0["memo"] as? String ?? "" }.values
        #expect(memos.map(\.count).sorted().prefix(2) == [2, 2] && memos.count == 3)
        for events in memos { #expect(events.compactMap { $0["seq"] as? Int } == Array(0..<events.count)) }
        #expect(events.compactMap { $0["code"] as? String } == ["notFound", "isFolder"])
    }
}
