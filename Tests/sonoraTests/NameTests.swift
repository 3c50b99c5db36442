// Names: files may be called whatever their owners like.

import Foundation
import Testing

@Suite(.timeLimit(.minutes(10))) struct NameTests {
    private static let names = [
        "my memo.wav", "line\nbreak.wav", "tab\there.wav", "🌸 Blüte.wav", "quote\"and\\slash.wav", "'; rm -rf x.wav",
        "שלום עולם.wav", "no-extension", ".hidden.wav", "two..dots.wav", "%s%n.wav",
        String(repeating: "x", count: 251) + ".wav",
        String(repeating: "🎙️", count: 35) + ".wav",
    ]

    @Test(arguments: names)
    func `any name is read and told as it is`(name: String) throws {
        let scratch = try Scratch()
        let path = try scratch.copy(Sonora.samples + "/hum.wav", as: name)
        let outcome = try Sonora.run("process", "--format", "json", path)
        #expect(outcome.status == 0, "\(outcome.errors)")
        #expect(dig(try outcome.object(), "memo", "path") as? String == path)
        let text = try Sonora.run("process", path)
        #expect(text.status == 0)
        #expect(text.lines.first?.hasPrefix("memo\t") == true)
        #expect(text.lines.dropFirst().first?.hasPrefix("stage\t") == true)
    }

    @Test(arguments: names.filter { $0.utf8.count < 240 })
    func `any name can have its result beside it`(name: String) throws {
        let scratch = try Scratch()
        let path = try scratch.copy(Sonora.samples + "/hum.wav", as: name)
        let outcome = try Sonora.run("process", path, "--output", scratch.folder + "/out")
        #expect(outcome.status == 0, "\(outcome.errors)")
        let written = try FileManager.default.contentsOfDirectory(atPath: scratch.folder + "/out")
        #expect(written == ["\(name).sonora.json"])
    }

    @Test func `a name too long for its result costs a line, and the next memo is done`() throws {
        let scratch = try Scratch()
        let path = try scratch.copy(Sonora.samples + "/hum.wav", as: String(repeating: "x", count: 251) + ".wav")
        let folder = scratch.folder + "/out"
        let outcome = try Sonora.run("process", path, Sonora.note, "--output", folder)
        #expect(outcome.status == 1)
        #expect(outcome.errors.contains("name too long"))
        let written = try FileManager.default.contentsOfDirectory(atPath: folder)
        #expect(written == ["stand-up-note.wav.sonora.json"])
    }

    @Test func `a leading dash is a name when it cannot be a flag`() throws {
        let scratch = try Scratch()
        try scratch.copy(Sonora.samples + "/hum.wav", as: "-x.wav")
        for arguments in [["onsets", "./-x.wav"], ["onsets", "--", "-x.wav"], ["process", "./-x.wav", "-o", "out"]] {
            #expect(try Sonora.run(arguments, folder: scratch.folder).status == 0)
        }
        let written = try FileManager.default.contentsOfDirectory(atPath: scratch.folder + "/out")
        #expect(written == ["-x.wav.sonora.json"])
    }

    @Test func `pieces of a memo carry its name`() throws {
        let scratch = try Scratch()
        let path = try scratch.copy(Sonora.note, as: "my 🌸 memo.v2.wav")
        #expect(try Sonora.run("segments", path, "--split", scratch.folder + "/parts").status == 0)
        let written = try FileManager.default.contentsOfDirectory(atPath: scratch.folder + "/parts").sorted()
        #expect(written.first == "my 🌸 memo.v2-001.wav")
    }
}
