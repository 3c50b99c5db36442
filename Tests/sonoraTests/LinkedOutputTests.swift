// Links in a folder of results: nothing that they lead to is written over.

import Foundation
import Testing

@Suite(.timeLimit(.minutes(10))) struct LinkedOutputTests {
    private let scratch: Scratch
    private let victim: String
    private let treasure = Array("what must not be lost".utf8)

    init() throws {
        scratch = try Scratch()
        victim = try scratch.file("victim", treasure)
        for name in ["memos", "memos/sub", "true"] {
            try FileManager.default.createDirectory(
                atPath: "\(scratch.folder)/\(name)", withIntermediateDirectories: false)
        }
        try scratch.copy(Sonora.note, as: "memos/sub/note.wav")
    }

    private func link(_ name: String, to target: String) throws {
        try FileManager.default.createSymbolicLink(atPath: "\(scratch.folder)/\(name)", withDestinationPath: target)
    }

    private func batch(_ output: String = "true") throws -> Outcome {
        try Sonora.run(["batch", "\(scratch.folder)/memos", "-o", "\(scratch.folder)/\(output)"])
    }

    @Test(arguments: [".sonora.lock", "sonora.sqlite", "sonora.sqlite-wal"])
    func `a batch refuses a link in place of its own files`(name: String) throws {
        try link("true/\(name)", to: victim)
        let outcome = try batch()
        #expect(outcome.status == 1 && outcome.errorLines.contains { $0.contains(name) && $0.contains("link") })
        #expect(try bytes(of: victim) == treasure)
    }

    @Test func `results do not go through a link, but through one that was named`() throws {
        try link("named", to: "\(scratch.folder)/true")
        try #require(batch("named").status == 0)
        #expect(FileManager.default.fileExists(atPath: "\(scratch.folder)/true/sub/note.wav.sonora.json"))
        try FileManager.default.removeItem(atPath: "\(scratch.folder)/true")
        try FileManager.default.createDirectory(atPath: "\(scratch.folder)/true", withIntermediateDirectories: false)
        try FileManager.default.createDirectory(atPath: "\(scratch.folder)/else", withIntermediateDirectories: false)
        try link("true/sub", to: "\(scratch.folder)/else")
        let outcome = try batch("named")
        #expect(outcome.status == 1 && outcome.errors.contains("link"))
        #expect(try FileManager.default.contentsOfDirectory(atPath: "\(scratch.folder)/else").isEmpty)
    }

    @Test func `documents, pictures and pieces take the place of a link`() throws {
        let memo = "\(scratch.folder)/memos/sub/note.wav"
        for (name, arguments) in [
            ("note.wav.sonora.json", ["process", memo, "--output", "\(scratch.folder)/true"]),
            ("note.svg", ["segments", memo, "--plot", "\(scratch.folder)/true/note.svg"]),
            ("note-001.wav", ["segments", memo, "--split", "\(scratch.folder)/true"]),
            (
                "saved.ndjson",
                ["latency", "measure", memo, "--runs", "1", "--save", "\(scratch.folder)/true/saved.ndjson"]
            ),
        ] {
            try link("true/\(name)", to: victim)
            let outcome = try Sonora.run(arguments)
            #expect(try bytes(of: victim) == treasure, "\(name)")
            // What is no picture or measurement of Sonora's is refused anyway.
            #expect(outcome.status != 0 || !outcome.errors.contains("victim"), "\(name): \(outcome.errors)")
        }
    }
}
