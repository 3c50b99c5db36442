// Output: full disks, closed pipes, folders that cannot be written: a line and a status, and nothing half-written.

import Foundation
import Testing

@Suite(.timeLimit(.minutes(10))) struct OutputTests {
    private static let commands = [
        ["process", Sonora.note], ["process", Sonora.note, "--format", "json"],
        ["process", Sonora.note, "--format", "ndjson"], ["onsets", Sonora.note], ["segments", Sonora.note],
        ["levels", Sonora.note], ["levels", Sonora.note, "--format", "audiowaveform-dat"], ["doctor"],
    ]

    @Test(arguments: commands)
    func `a full disk is one clear line`(command: [String]) throws {
        let full = open("/dev/full", O_WRONLY)
        defer { close(full) }
        let outcome = try Sonora.run(command, output: full)
        #expect(outcome.status == 1)
        #expect(outcome.errors == "sonora: standard output: the disk is full; make room and run it again\n")
    }

    @Test(arguments: commands)
    func `a reader that has gone has read enough`(command: [String]) throws {
        let (readEnd, writeEnd) = try Pipes.make()
        close(readEnd)
        defer { close(writeEnd) }
        let outcome = try Sonora.run(command, output: writeEnd)
        #expect(outcome.status == 0)
        #expect(outcome.errors.isEmpty)
    }

    @Test func `where nobody reads, what failed and what does not hold still are in the status`() throws {
        let scratch = try Scratch()
        let events = try scratch.file("e.ndjson", try Sonora.run("process", "--format", "ndjson", Sonora.note).output)
        let commands: [([String], Int32)] = [
            (["process", "--format", "json", "/no/such.wav", Sonora.note], 1),
            (["segments", "/no/such.wav", Sonora.note], 1),
            (["latency", "report", events, "--require", "total.p50 < 1us"], 3),
            (["batch", Sonora.note, "/no/such.wav", "--output", scratch.folder + "/out"], 1),
        ]
        for (command, status) in commands {
            let (readEnd, writeEnd) = try Pipes.make()
            close(readEnd)
            defer { close(writeEnd) }
            let outcome = try Sonora.run(command, output: writeEnd)
            #expect(outcome.status == status, "\(command) \(outcome.errors)")
            #expect(!outcome.errors.contains("standard output"))
        }
    }

    @Test func `head takes one line, and nobody complains`() throws {
        // 130 KB do not fit into a pipe, so the second piece is written after head has gone.
        let outcome = try Sonora.shell(
            "\"$0\" levels --fps 240 \"$1\" | head -1; echo ${PIPESTATUS[0]}",
            [Sonora.samples + "/slow-reflection.flac"])
        #expect(outcome.lines == ["0.000000\t0.0000\t1.0000", "0"])
        #expect(outcome.errors.isEmpty)
    }

    @Test func `results that are kept as files do not need a reader`() throws {
        let scratch = try Scratch()
        let (readEnd, writeEnd) = try Pipes.make()
        close(readEnd)
        defer { close(writeEnd) }
        let outcome = try Sonora.run(
            ["process", "--format", "json", "--output", scratch.folder, Sonora.note, Sonora.samples + "/hum.wav"],
            output: writeEnd)
        #expect(outcome.status == 0)
        #expect(outcome.errors.isEmpty)
        #expect(scratch.names.sorted() == ["hum.wav.sonora.json", "stand-up-note.wav.sonora.json"])
    }

    @Test func `a folder for results is made, with those above it`() throws {
        let scratch = try Scratch()
        let folder = scratch.folder + "/a/b/c"
        let outcome = try Sonora.run("process", "--format", "json", Sonora.note, "--output", folder)
        #expect(outcome.status == 0)
        let written = try bytes(of: folder + "/stand-up-note.wav.sonora.json")
        #expect(written == outcome.output)
    }

    @Test func `a folder that cannot be made is one line, before a memo is read`() throws {
        let scratch = try Scratch()
        let file = try scratch.file("plain", [1])
        for command in [["process", "--output"], ["segments", "--split"]] {
            let outcome = try Sonora.run(command + [file + "/results", Sonora.note])
            #expect(outcome.status == 1)
            #expect(outcome.output.isEmpty)
            #expect(outcome.errorLines.count == 1)
            #expect(outcome.errors.contains("cannot be made"))
        }
        #expect(scratch.names == ["plain"])
    }

    @Test func `a result that cannot take its place does no harm to the others`() throws {
        let scratch = try Scratch()
        // A folder stands where the first result would go.
        let folder = scratch.folder + "/out"
        try FileManager.default.createDirectory(
            atPath: folder + "/hum.wav.sonora.json", withIntermediateDirectories: true)
        let outcome = try Sonora.run("process", "--output", folder, Sonora.samples + "/hum.wav", Sonora.note)
        #expect(outcome.status == 1)
        #expect(outcome.errors.contains("hum.wav.sonora.json: it cannot be written"))
        let names = try FileManager.default.contentsOfDirectory(atPath: folder).sorted()
        #expect(names == ["hum.wav.sonora.json", "stand-up-note.wav.sonora.json"])
    }

    @Test func `results that would overwrite each other are refused before anything is done`() throws {
        let scratch = try Scratch()
        let folder = scratch.folder + "/out"
        let other = try scratch.copy(Sonora.samples + "/hum.wav", as: "stand-up-note.wav")
        let outcome = try Sonora.run("process", "--output", folder, Sonora.note, other)
        #expect(outcome.status == 64)
        #expect(outcome.output.isEmpty)
        #expect(outcome.errors.contains("would write the same result"))
        #expect(scratch.names == ["stand-up-note.wav"])
    }

    @Test func `the same name with another extension is another result`() throws {
        let scratch = try Scratch()
        let wave = try scratch.copy(Sonora.note, as: "memo.wav")
        let flac = try scratch.copy(Sonora.samples + "/lecture.flac", as: "memo.flac")
        #expect(try Sonora.run("process", "--output", scratch.folder, wave, flac).status == 0)
        #expect(scratch.names == ["memo.flac", "memo.flac.sonora.json", "memo.wav", "memo.wav.sonora.json"])
    }

    @Test func `an older result is replaced as a whole and nothing hidden stays`() throws {
        let scratch = try Scratch()
        try scratch.file("stand-up-note.wav.sonora.json", Array("old".utf8))
        #expect(try Sonora.run("process", "--output", scratch.folder, Sonora.note).status == 0)
        #expect(scratch.names == ["stand-up-note.wav.sonora.json"])
        let document = try jsonObject(try bytes(of: scratch.folder + "/stand-up-note.wav.sonora.json"))
        #expect(document["schemaVersion"] as? Int == 1)
    }

    @Test func `a memo that fails leaves its older result alone`() throws {
        let scratch = try Scratch()
        let memo = try scratch.file("memo.wav", Array("no longer audio".utf8))
        try scratch.file("memo.wav.sonora.json", Array("old".utf8))
        #expect(try Sonora.run("process", "--output", scratch.folder, memo).status == 1)
        #expect(try bytes(of: scratch.folder + "/memo.wav.sonora.json") == Array("old".utf8))
        #expect(scratch.names == ["memo.wav", "memo.wav.sonora.json"])
    }

    @Test func `the result of another memo is replaced only when asked`() throws {
        let scratch = try Scratch()
        for name in ["d1", "d2"] {
            try FileManager.default.createDirectory(
                atPath: "\(scratch.folder)/\(name)", withIntermediateDirectories: true)
        }
        try scratch.copy(Sonora.samples + "/hum.wav", as: "d1/hum.wav")
        try scratch.copy(Sonora.note, as: "d2/hum.wav")
        func process(_ more: String...) throws -> Outcome {
            try Sonora.run(["process", "--output", "o"] + more, folder: scratch.folder)
        }
        #expect(try process("d1/hum.wav").status == 0)
        let first = try bytes(of: scratch.folder + "/o/hum.wav.sonora.json")
        let other = try process("d2/hum.wav")
        #expect(other.status == 1)
        #expect(
            other.errors == "sonora: d2/hum.wav: o/hum.wav.sonora.json is the result of d1/hum.wav, another memo; "
                + "give another --output, or replace it with --replace\n")
        #expect(try process("--jobs", "2", "d2/hum.wav").status == 1)
        #expect(try bytes(of: scratch.folder + "/o/hum.wav.sonora.json") == first)
        // The same memo under another spelling is no other.
        #expect(try process("./d2/../d1/hum.wav").status == 0)
        #expect(try process("--replace", "d2/hum.wav").status == 0)
        let document = try jsonObject(try bytes(of: scratch.folder + "/o/hum.wav.sonora.json"))
        #expect(dig(document, "memo", "path") as? String == "d2/hum.wav")
        // A stream is never the stream before.
        for status in [0, 1] as [Int32] {
            let live = try Sonora.shell("\"$0\" process - -o o < \"$1\"", [Sonora.note], folder: scratch.folder)
            #expect(live.status == status, "\(live.errors)")
        }
    }

    @Test func `another length under the same name is told`() throws {
        let scratch = try Scratch()
        try scratch.copy(Sonora.note, as: "memo.wav")
        #expect(try Sonora.run("process", "memo.wav", "--output", ".", in: scratch.folder).errors.isEmpty)
        #expect(try Sonora.run("process", "memo.wav", "--output", ".", in: scratch.folder).errors.isEmpty)
        try scratch.file("memo.wav", try bytes(of: Sonora.samples + "/hum.wav"))
        let outcome = try Sonora.run("process", "memo.wav", "--output", ".", in: scratch.folder)
        #expect(outcome.status == 0)
        #expect(outcome.errors.contains("./memo.wav.sonora.json: it took the place of an older result of this name"))
    }
}
