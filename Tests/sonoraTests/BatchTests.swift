// Batch: folders through the command: results, plans, errors, and runs that are interrupted.

import Foundation
import Testing

@Suite(.timeLimit(.minutes(10))) struct BatchTests {
    private let scratch: Scratch
    private var output: String { scratch.folder + "/results" }

    init() throws { scratch = try Scratch() }

    private func folder(_ name: String = "memos") throws -> String {
        let path = "\(scratch.folder)/\(name)"
        try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
        return path
    }

    private func documents() -> [String] {
        let all = (try? FileManager.default.subpathsOfDirectory(atPath: output)) ?? []
        return all.filter { $0.hasSuffix(".sonora.json") }.sorted()
    }

    private func summary() throws -> [String: Any] { try jsonObject(bytes(of: output + "/summary.json")) }

    /// The columns of the line that begins with a word.
    private func line(_ outcome: Outcome, _ word: String) -> [String] {
        let lines = outcome.lines.map { $0.split(separator: "\t").map(String.init) }
        return lines.first { $0.first == word } ?? []
    }

    @Test func `the samples are done, and the second time nothing is left to do`() throws {
        let first = try Sonora.run("batch", Sonora.samples, "--output", output)
        #expect(first.status == 0)
        #expect(first.errorLines.count == 10)
        #expect(first.errorLines.allSatisfy { $0.hasPrefix("sonora: [") && $0.contains("] done /") })
        #expect(line(first, "run").prefix(2) == ["run", "completed"])
        #expect(line(first, "done") == ["done", "10"])
        #expect(line(first, "leftAside") == ["leftAside", "3"])
        #expect(
            documents() == Sonora.memos.map { String($0.dropFirst(Sonora.samples.count + 1)) + ".sonora.json" }.sorted()
        )
        let document = try jsonObject(bytes(of: output + "/hum.wav.sonora.json"))
        #expect((dig(document, "memo", "contentHash") as? String)?.count == 71)
        #expect((dig(document, "latency", "queueWait") as? Double ?? -1) >= 0)

        let second = try Sonora.run("batch", Sonora.samples, "--output", output)
        #expect(second.status == 0)
        #expect(line(second, "done") == ["done", "0"])
        #expect(line(second, "skipped") == ["skipped", "10"])
        #expect(!second.has())
    }

    @Test func `a document of a batch is the one that process writes`() throws {
        #expect(try Sonora.run("batch", Sonora.samples, "--output", output, "--include", "street.wav").status == 0)
        let alone = try Sonora.run("process", "--format", "json", "--hash", Sonora.samples + "/street.wav")
        var (one, other) = (try alone.object(), try jsonObject(bytes(of: output + "/street.wav.sonora.json")))
        (one["latency"], other["latency"]) = (nil, nil)
        #expect(try canonical(one) == canonical(other))
    }

    @Test func `one bad file costs a line and the status`() throws {
        let memos = try folder()
        try scratch.copy(Sonora.note, as: "memos/a.wav")
        try scratch.file("memos/b.wav", [])
        let outcome = try Sonora.run("batch", memos, "--output", output)
        #expect(outcome.status == 1)
        let failures = outcome.errorLines.filter { $0.contains("failed") }
        #expect(failures.count == 1)
        #expect(failures.first?.contains("\(memos)/b.wav: the file is empty (0 bytes); nothing was recorded") == true)
        #expect(line(outcome, "failure").prefix(3) == ["failure", "\(memos)/b.wav", "emptyFile"])
        #expect(documents() == ["a.wav.sonora.json"])
        let again = try Sonora.run("batch", memos, "--output", output)
        #expect(again.status == 1)
        let retried = try Sonora.run("batch", memos, "--output", output, "--retry-failed")
        #expect(retried.status == 1)
        #expect(line(retried, "failed") == ["failed", "1"])
        try scratch.file("memos/b.wav", bytes(of: Sonora.samples + "/hum.wav"))
        let mended = try Sonora.run("batch", memos, "--output", output, "--retry-failed")
        #expect(mended.status == 0)
        #expect(line(mended, "done") == ["done", "1"])
    }

    @Test func `memos of one name in several folders are refused before anything is done`() throws {
        let (one, two) = (try folder("one"), try folder("two"))
        try scratch.copy(Sonora.note, as: "one/a.wav")
        try scratch.copy(Sonora.note, as: "two/a.wav")
        let outcome = try Sonora.run("batch", one, two, "--output", output)
        #expect(outcome.status == 64)
        #expect(outcome.errors.contains("\(one)/a.wav and \(two)/a.wav would write the same result"))
        #expect(!FileManager.default.fileExists(atPath: output))
    }

    @Test func `a dry run says what would be done and does nothing`() throws {
        let memos = try folder()
        try scratch.copy(Sonora.note, as: "memos/a.wav")
        try scratch.copy(Sonora.samples + "/hum.wav", as: "memos/b.wav")
        try scratch.file("memos/notes.txt", Array("words".utf8))
        let outcome = try Sonora.run("batch", memos, "--output", output, "--dry-run", "--exclude", "b*")
        #expect(outcome.status == 0)
        #expect(
            outcome.lines.prefix(3) == [
                "process\t\(memos)/a.wav\tnew", "skip\t\(memos)/b.wav\texcluded",
                "skip\t\(memos)/notes.txt\tnot a recording",
            ])
        #expect(outcome.lines.contains("total\tmemos\t1"))
        #expect(outcome.lines.contains("total\thours\t0.004"))
        #expect(!FileManager.default.fileExists(atPath: output))
        #expect(try Sonora.run("batch", memos, "--output", output, "--exclude", "b*").status == 0)
        let later = try Sonora.run("batch", memos, "--output", output, "--dry-run", "--format", "json")
        let plan = try later.object()
        let actions = try #require(plan["plan"] as? [[String: Any]]).map {
            "\($0["action"] ?? "") \($0["reason"] ?? "")"
        }
        #expect(actions == ["skip done and unchanged", "process new", "skip not a recording"])
        #expect(dig(plan, "totals", "skipped") as? Int == 1)
    }

    @Test(arguments: [["-print0", ""], ["-print", "--files-from list"]])
    func `files may be listed by another program`(way: [String]) throws {
        _ = try folder("memos/a b")
        try scratch.copy(Sonora.note, as: "memos/a b/n.wav")
        try scratch.copy(Sonora.samples + "/hum.wav", as: "memos/h.wav")
        let pipe =
            way[1].isEmpty
            ? "find memos -name '*.wav' \(way[0]) | \"$0\" batch --files-from - --output results"
            : "find memos -name '*.wav' \(way[0]) > list; \"$0\" batch \(way[1]) --output results"
        let outcome = try Sonora.shell(pipe, folder: scratch.folder)
        #expect(outcome.status == 0, "\(outcome.errors)")
        #expect(documents() == ["memos/a b/n.wav.sonora.json", "memos/h.wav.sonora.json"])
    }

    @Test func `a listed file that is not there is a failure of its own`() throws {
        let list = try scratch.file("list", Array("\(Sonora.note)\n\(scratch.folder)/gone.wav\n".utf8))
        let outcome = try Sonora.run("batch", "--files-from", list, "--output", output)
        #expect(outcome.status == 1)
        #expect(outcome.errors.contains("\(scratch.folder)/gone.wav: there is no such file or folder; check the name"))
        #expect(documents().count == 1)
    }

    @Test func `further formats are what the commands print`() throws {
        let memos = try folder()
        let memo = try scratch.copy(Sonora.samples + "/street.wav", as: "memos/a.wav")
        let write = "segments:srt,segments:rttm,levels:audiowaveform,levels:audiowaveform-dat,levels:csv,onsets:text"
        #expect(try Sonora.run("batch", memos, "--output", output, "--write", write).status == 0)
        let same = [
            ("segments.srt", ["segments", memo, "--format", "srt"]),
            ("segments.rttm", ["segments", memo, "--format", "rttm"]),
            ("levels.audiowaveform.json", ["levels", memo, "--format", "audiowaveform"]),
            ("levels.dat", ["levels", memo, "--format", "audiowaveform-dat"]),
            ("levels.csv", ["levels", memo, "--format", "csv"]), ("onsets.txt", ["onsets", memo]),
        ]
        for (suffix, command) in same {
            #expect(try bytes(of: "\(output)/a.wav.\(suffix)") == Sonora.run(command).output, "\(suffix)")
        }
        // More formats later are made; fewer are no reason to do anything.
        let fewer = try Sonora.run("batch", memos, "--output", output, "--write", "segments:srt")
        #expect(line(fewer, "skipped") == ["skipped", "1"])
        let more = try Sonora.run("batch", memos, "--output", output, "--write", "segments:vtt")
        #expect(line(more, "done") == ["done", "1"])
    }

    @Test func `events are whole lines, and each memo ends once`() throws {
        let outcome = try Sonora.run("batch", Sonora.samples, "--output", output, "--format", "ndjson", "--jobs", "4")
        #expect(outcome.status == 0)
        let events = try outcome.events()
        let memos = Dictionary(grouping: events) { $0["memo"] as? String ?? "" }
        #expect(memos.count == 10)
        for (_, events) in memos {
            #expect(events.compactMap { $0["seq"] as? Int } == Array(0..<events.count))
            #expect(events.filter { ["completed", "failed"].contains($0["event"] as? String) }.count == 1)
        }
        let ordered = try Sonora.run(
            "batch", Sonora.samples, "--output", output, "--format", "ndjson", "--jobs", "4", "--ordered", "--force")
        // How many transcripts come in parts depends on how busy the machine is.
        let order = try ordered.events().compactMap { $0["memo"] as? String }
        #expect(order == order.sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) })
        #expect(Set(order) == Set(memos.keys))
    }

    @Test func `a second run on the same folder says so and stops`() throws {
        try FileManager.default.createDirectory(atPath: output, withIntermediateDirectories: true)
        let outcome = try Sonora.shell(
            "exec 9> results/.sonora.lock; flock 9; \"$0\" batch \"$1\" --output results", [Sonora.samples],
            folder: scratch.folder)
        #expect(outcome.status == 1)
        #expect(outcome.errors.hasPrefix("sonora: results: another run"))
        #expect(outcome.errors.hasSuffix("; wait until it has ended, or choose another output folder\n"))
        #expect(documents().isEmpty)
    }

    @Test func `Ctrl-C keeps what is finished, and the next run goes on`() throws {
        let memos = try folder()
        for number in 0..<200 {
            try scratch.file("memos/\(number).wav", Wave.pcm(Wave.pulses(seconds: 20).map { $0 &+ Int16(number) }))
        }
        let (read, write) = try Pipes.make()
        defer { close(read) }
        let child = try Child(Sonora.path, ["batch", memos, "--output", output, "--format", "ndjson"], output: write)
        close(write)
        var line = Pipes.readLine(read)
        while let text = line, !text.contains("\"event\":\"completed\"") { line = Pipes.readLine(read) }
        child.interrupt()
        _ = Pipes.readAll(read)
        let outcome = child.end()
        #expect(outcome.status == 130)
        #expect(outcome.errorLines.last?.hasPrefix("sonora: interrupted; what was finished is kept") == true)
        #expect(dig(try summary(), "run", "state") as? String == "interrupted")
        let done = try #require(dig(try summary(), "memos", "done") as? Int)
        #expect((1..<200).contains(done))
        #expect(documents().count == done)
        let names = try FileManager.default.subpathsOfDirectory(atPath: output)
        #expect(!names.contains { $0.hasSuffix(".partial") })
        let next = try Sonora.run("batch", memos, "--output", output)
        #expect(next.status == 0)
        #expect(self.line(next, "done") == ["done", "\(200 - done)"])
        #expect(documents().count == 200)
    }

    @Test(arguments: [
        (["batch"], "--output"), (["batch", "--output", "x"], "Name a folder"),
        (["batch", ".", "--output", "x", "--jobs", "0"], "--jobs must lie between 1 and 1024"),
        (["batch", ".", "--output", "x", "--write", "segments:mp3"], "there is no “segments:mp3”"),
        (["batch", ".", "--output", "x", "--force", "--retry-failed"], "exclude each other"),
        (["batch", "-", "--output", "x"], "--files-from -"),
        (["batch", ".", "--output", "x", "--watch", "--dry-run"], "--watch goes on for ever"),
        (["batch", ".", "--output", "x", "--budget", "immediate=1h"], "is no duration"),
    ])
    func `wrong usage is told and nothing is made`(arguments: [String], words: String) throws {
        let outcome = try Sonora.run(arguments, folder: scratch.folder)
        #expect(outcome.status == 64)
        #expect(outcome.errors.contains(words), "\(outcome.errors)")
        #expect(scratch.names.isEmpty)
    }

    @Test func `an output that is a file is told`() throws {
        let file = try scratch.file("results", [1])
        let outcome = try Sonora.run("batch", Sonora.samples, "--output", file)
        #expect(outcome.status == 1)
        #expect(
            outcome.errors == "sonora: \(file): it is a file, not a folder; choose a folder that you may write to\n")
    }

    @Test func `a summary that cannot be written is told`() throws {
        try FileManager.default.createDirectory(atPath: output + "/summary.json", withIntermediateDirectories: true)
        let outcome = try Sonora.run("batch", Sonora.samples, "--output", output, "--include", "hum.wav")
        #expect(outcome.errors.contains("sonora: \(output)/summary.json: it cannot be written"))
        #expect(documents() == ["hum.wav.sonora.json"])
    }

    @Test func `what pruning takes away is told before and after`() throws {
        let memos = try folder()
        try scratch.copy(Sonora.note, as: "memos/a.wav")
        try scratch.copy(Sonora.samples + "/hum.wav", as: "memos/b.wav")
        #expect(try Sonora.run("batch", memos, "--output", output).status == 0)
        try FileManager.default.removeItem(atPath: memos + "/a.wav")
        let dry = try Sonora.run("batch", memos, "--output", output, "--prune", "--dry-run")
        #expect(dry.lines.contains("prune\t\(memos)/a.wav\tgone from the disk; its result would be removed"))
        #expect(dry.lines.contains("total\tpruned\t1"))
        let kept = try Sonora.run("batch", memos, "--output", output, "--dry-run")
        #expect(kept.lines.contains("total\tpruned\t0"))
        #expect(documents() == ["a.wav.sonora.json", "b.wav.sonora.json"])
        let outcome = try Sonora.run("batch", memos, "--output", output, "--prune")
        #expect(line(outcome, "pruned") == ["pruned", "1"] && line(outcome, "prune") == ["prune", "a.wav"])
        #expect(try summary()["pruned"] as? [String] == ["a.wav"])
        #expect(dig(try summary(), "memos", "pruned") as? Int == 1)
        #expect(documents() == ["b.wav.sonora.json"])
    }

    @Test(.enabled(if: Sonora.hasTerminal)) func `one memo is, two memos are gone`() throws {
        let memos = try folder()
        for name in ["a", "b", "c"] { try scratch.file("memos/\(name).wav", bytes(of: Sonora.note) + Array(name.utf8)) }
        #expect(try Sonora.run("batch", memos, "--output", output).status == 0)
        let command = "batch '\(memos)' --output '\(output)'"
        try FileManager.default.removeItem(atPath: memos + "/a.wav")
        let one = try Sonora.atTerminal(command).joined(separator: "\n")
        #expect(one.contains("1 memo of the library is gone from the disk; --prune forgets it"))
        try FileManager.default.removeItem(atPath: memos + "/b.wav")
        let two = try Sonora.atTerminal(command).joined(separator: "\n")
        #expect(two.contains("2 memos of the library are gone from the disk; --prune forgets them"))
        let pruned = try Sonora.atTerminal(command + " --prune").joined(separator: "\n")
        #expect(pruned.contains("2 memos are gone from the disk, and their results were removed:"))
        #expect(pruned.contains("− a.wav") && pruned.contains("− b.wav"))
    }

    @Test func `an index that is damaged is told, and nothing is lost`() throws {
        #expect(try Sonora.run("batch", Sonora.samples, "--output", output).status == 0)
        try scratch.file("results/sonora.sqlite", [UInt8](repeating: 7, count: 5000))
        let outcome = try Sonora.run("batch", Sonora.samples, "--output", output)
        #expect(outcome.status == 1)
        #expect(outcome.errors.contains("results/sonora.sqlite: the index is damaged"))
        #expect(documents().count == 10)
    }
}
