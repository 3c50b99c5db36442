// LibraryCommandTests: what a batch has written, asked for in every way that the command knows.

import Foundation
import Testing

@Suite(.timeLimit(.minutes(10))) struct LibraryCommandTests {
    private let scratch: Scratch
    private let batch: Outcome
    /// The output folder of the batch.
    private var folder: String { scratch.folder + "/out" }

    init() throws {
        scratch = try Scratch()
        for memo in Sonora.memos where memo.hasSuffix(".wav") {
            try scratch.copy(memo, as: (memo as NSString).lastPathComponent)
        }
        try scratch.copy(Sonora.samples + "/slow-reflection.flac", as: "2026-01-05 07-30-15 slow.flac")
        try scratch.copy(Sonora.samples + "/lecture.flac", as: "2026-01-07 lecture, \"long\"\nand loud.flac")
        try scratch.copy(Sonora.samples + "/very-quiet.flac", asBytes: Array("caf".utf8) + [0xE9] + Array(".flac".utf8))
        try scratch.file("broken.wav", Array("no sound".utf8))
        batch = try Sonora.run("batch", scratch.folder, "--output", scratch.folder + "/out")
    }

    private func library(
        _ arguments: String..., zone: String = "UTC", status: Int32 = 0,
        sourceLocation: SourceLocation = #_sourceLocation
    ) throws -> Outcome {
        let outcome = try Sonora.run(["library", folder] + arguments, environment: ["TZ": zone])
        #expect(outcome.status == status, "\(outcome.errors)", sourceLocation: sourceLocation)
        return outcome
    }

    private func table(_ outcome: Outcome) -> [[String]] {
        outcome.lines.map { $0.split(separator: "\t", omittingEmptySubsequences: false).map(String.init) }
    }

    private func memos(_ outcome: Outcome) throws -> [[String: Any]] {
        let object = try outcome.object()
        #expect(object["schemaVersion"] as? Int == 1)
        return try #require(object["memos"] as? [[String: Any]])
    }

    // MARK: The list

    @Test func `the batch it reads has one failure`() throws {
        #expect(batch.status == 1)
    }

    @Test func `in a pipe the list has a header, tabs and no colours`() throws {
        let outcome = try library()
        let rows = table(outcome)
        try #require(rows.first?.first == "name" && rows.count == 10)
        try #require(rows.allSatisfy { $0.count == rows[0].count })
        #expect(!outcome.has(escape: ()))
        #expect(outcome.errors.isEmpty)
        let names = rows.dropFirst().map { $0[0] }
        #expect(names == names.sorted())
        #expect(names.contains("2026-01-07 lecture, \"long\"\\nand loud.flac"))
        #expect(names.contains("caf\\xe9.flac"))
    }

    @Test func `columns are those that were named`() throws {
        let rows = table(try library("--columns", "duration,name,status,error", "--sort", "duration"))
        try #require(rows.count > 1)
        #expect(rows[0] == ["duration", "name", "status", "error"])
        #expect(rows[1] == ["2.300000", "stereo-interview.wav", "done", "–"])
        #expect(rows.last?.prefix(3) == ["–", "broken.wav", "failed"])
    }

    @Test func `missing values come last in both directions`() throws {
        let up = table(try library("--sort", "pace", "--columns", "name,pace")).dropFirst()
        let down = table(try library("--sort", "pace", "--columns", "name,pace", "--reverse")).dropFirst()
        try #require((up + down).allSatisfy { $0.count == 2 })
        #expect(up.last?[1] == "–" && down.last?[1] == "–")
        let paces = up.compactMap { Double($0[1]) }
        #expect(paces.count == 8)
        #expect(paces == paces.sorted())
        #expect(down.compactMap { Double($0[1]) } == paces.reversed())
    }

    @Test func `a limit and the longest pauses`() throws {
        let rows = table(try library("--longest-pause", "--limit", "2"))
        try #require(rows.count == 3)
        #expect(rows[0] == ["name", "longestPause", "longestPauseStart", "pauses", "duration"])
        #expect(rows[1][0] == "2026-01-05 07-30-15 slow.flac")
        #expect(try #require(Double(rows[1][1])) > 3)
        #expect(try #require(Double(rows[2][1])) < 3)
    }

    @Test func `failed memos and why`() throws {
        let memos = try memos(try library("--failed", "--format", "json"))
        #expect(memos.count == 1)
        #expect(memos.first?["name"] as? String == "broken.wav")
        #expect(memos.first?["code"] as? String == "notAudio")
        #expect((memos.first?["error"] as? String)?.isEmpty == false)
    }

    @Test(arguments: [
        ("2026-01-05", 2), ("2026-01-05T07:30:15", 2), ("2026-01-05T07:30:16", 1), ("2026-01-07T20:00", 1),
        ("2026-01-08", 0),
    ])
    func `memos since a day or a time`(since: String, count: Int) throws {
        let memos = try memos(try library("--since", since, "--columns", "name,recorded", "--format", "json"))
        // The others have the time at which the test copied them.
        let dated = memos.filter { ($0["name"] as? String)?.hasPrefix("2026-01") == true }
        #expect(dated.count == count)
    }

    @Test func `an instant is compared with instants, in the zone of this machine`() throws {
        let recorded =
            try memos(try library("--columns", "name,recorded", "--format", "json"))
            .first { $0["name"] as? String == "hum.wav" }?["recorded"] as? String
        let instant = try #require(recorded)
        let hasHum = { (since: String, zone: String) throws -> Bool in
            let outcome = try self.library("--since", since, "--columns", "name", zone: zone)
            return outcome.lines.contains("hum.wav")
        }
        #expect(try hasHum(instant, "UTC"))
        #expect(try hasHum(instant, "<+05>-5"))
        // Without Z it is the time of a clock that is five hours ahead, or behind.
        let clock = String(instant.dropLast())
        #expect(try hasHum(clock, "UTC"))
        #expect(try hasHum(clock, "<+05>-5"))
        #expect(try !hasHum(clock, "<-05>5"))
        // And a memo of which the zone is not known was recorded on the clock of this machine.
        let slow = { (since: String) throws -> Bool in
            let outcome = try self.library("--since", since, "--columns", "name", zone: "<+05>-5")
            return outcome.lines.contains("2026-01-05 07-30-15 slow.flac")
        }
        #expect(try slow("2026-01-05T02:30:15Z"))
        #expect(try !slow("2026-01-05T02:30:16Z"))
    }

    // MARK: Formats

    @Test func `JSON has numbers, nulls, and names that are no text`() throws {
        let memos = try memos(try library("--format", "json"))
        #expect(memos.count == 9)
        let broken = try #require(memos.first { $0["name"] as? String == "broken.wav" })
        #expect(broken["pace"] is NSNull && broken["duration"] is NSNull && broken["pathEscaped"] == nil)
        let odd = try #require(memos.first { $0["pathEscaped"] != nil })
        #expect(odd["name"] as? String == "caf\u{FFFD}.flac")
        #expect(odd["pathEscaped"] as? String == "caf%E9.flac")
        #expect(odd["duration"] as? Double == 8)
        #expect(memos.contains { $0["name"] as? String == "2026-01-07 lecture, \"long\"\nand loud.flac" })
    }

    @Test func `CSV is read back as it was by another program`() throws {
        let script = "import csv,sys,json; print(json.dumps(list(csv.reader(sys.stdin))))"
        let line = "\"$0\" library \"$1\" --format csv --columns name,duration,pace | python3 -c '\(script)'"
        let outcome = try Sonora.shell(line, [folder])
        #expect(outcome.status == 0)
        let rows = try #require(try json(outcome.output) as? [[String]])
        try #require(rows.count == 10)
        #expect(rows[0] == ["name", "duration", "pace"])
        #expect(rows.contains { $0[0] == "2026-01-07 lecture, \"long\"\\nand loud.flac" && $0[1] == "12.000000" })
        #expect(rows.contains(["broken.wav", "", ""]))
    }

    // MARK: One memo

    @Test(arguments: [
        ["show", "hum.wav"], ["show", "hum"], ["show", "um.wav"], ["show", "hum.wav", "--format", "json"],
    ])
    func `a memo is found by its name or a part of it`(words: [String]) throws {
        let outcome = try Sonora.run(["library", folder] + words)
        #expect(outcome.status == 0)
        #expect(outcome.text.contains("recordingQuality-hum"))
        #expect(outcome.errors.isEmpty)
    }

    @Test func `show says what the result document says`() throws {
        let shown = try library("show", "slow", "--format", "json").object()
        let name = try #require(shown["document"] as? String)
        let document = try jsonObject(bytes(of: folder + "/" + name))
        for keys in [["levels", "peak"], ["levels", "noiseFloor"], ["memo", "contentHash"], ["memo", "format"]] {
            let value = { (object: [String: Any]) in (object[keys[0]] as? [String: Any])?[keys[1]] }
            #expect(try canonical(value(shown)) == canonical(value(document)))
        }
        #expect(try canonical(shown["segments"]) == canonical(document["segments"]))
        #expect(try canonical(shown["insights"]) == canonical(document["insights"]))
        #expect(dig(shown, "memo", "recordedAt", "source") as? String == "fileName")
        #expect(shown["status"] as? String == "done")
        #expect((dig(shown, "latency", "stages") as? [Any])?.count == 3)
    }

    @Test func `show says why a memo failed`() throws {
        let text = try library("show", "broken.wav")
        #expect(text.lines.contains { $0.hasPrefix("failed\tnotAudio\t") })
        let object = try library("show", "broken.wav", "--format", "json").object()
        #expect(object["status"] as? String == "failed" && object["document"] is NSNull)
        #expect(dig(object, "error", "code") as? String == "notAudio")
    }

    @Test func `a name that is no text is found by its bytes`() throws {
        let name = Bash.word(Array("caf".utf8) + [0xE9] + Array(".flac".utf8))
        let outcome = try Sonora.shell("\"$0\" library \"$1\" show \(name)", [folder])
        #expect(outcome.status == 0 && outcome.lines.first == "memo\tcaf\\xe9.flac")
    }

    @Test func `an unclear name is answered with those that have it`() throws {
        let unclear = try library("show", ".wav", status: 1)
        #expect(unclear.output.isEmpty)
        #expect(unclear.errorLines.count == 1)
        #expect(unclear.errors.contains("hum.wav, ") && unclear.errors.contains("street.wav"))
        let unknown = try library("show", "100%", status: 1)
        #expect(unknown.errorLines.count == 1 && unknown.errors.contains("no memo of this library"))
    }

    @Test func `evidence is a sentence for people and an object for programs`() throws {
        let text = try library("show", "hum.wav")
        let cards = text.lines.filter { $0.hasPrefix("insight\t") }
        #expect(!cards.isEmpty && !cards.contains { $0.contains("{") })
        #expect(cards.contains { $0.contains("\tMeasured: mains Hz ") && $0.hasSuffix(".") })
        let object = try library("show", "hum.wav", "--format", "json").object()
        let evidence = (object["insights"] as? [[String: Any]])?.compactMap { $0["evidence"] as? [String: Any] }
        #expect(evidence?.isEmpty == false)
    }

    @Test(arguments: [
        ("memo", "bytes", "'abc'"), ("memo", "contentHash", "x'ff00'"), ("memo", "duration", "'x'"),
        ("stage", "elapsed", "9e999"), ("memo", "path", "CAST('../x' AS BLOB)"),
    ])
    func `an index with values that cannot be is one line in every command`(
        table: String, column: String, value: String
    ) throws {
        let script = """
            import sqlite3, sys
            index = sqlite3.connect(sys.argv[1])
            index.execute("UPDATE OR IGNORE \(table) SET \(column) = \(value)")
            index.commit()
            """
        #expect(try Child("/usr/bin/python3", ["-c", script, folder + "/sonora.sqlite"]).end().status == 0)
        let commands = [
            ["library", folder, "--columns", "name,duration,size,hash"], ["library", folder, "show", "hum"],
            ["library", folder, "connections"], ["latency", "report", folder],
            ["batch", scratch.folder, "--output", folder, "--prune"],
        ]
        var told = 0
        for command in commands {
            let outcome = try Sonora.run(command)
            #expect(outcome.status == 0 || outcome.status == 1, "\(command): \(outcome.status)")
            guard outcome.errors.contains("the index is damaged") else { continue }
            told += 1
            #expect(outcome.status == 1)
            #expect(
                outcome.errors.contains("sonora: \(folder)/sonora.sqlite: the index is damaged (a memo's “"))
        }
        #expect(told > 0)
    }

    // MARK: Connections

    @Test(arguments: ["text", "json", "csv"])
    func `too few memos have no connections, and that is said`(format: String) throws {
        let outcome = try library("connections", "--format", format)
        #expect(outcome.errors.contains("no connections: "))
        if format == "json" {
            #expect((try outcome.object()["connections"] as? [Any])?.isEmpty == true)
        } else {
            #expect(outcome.lines.count == (format == "csv" ? 1 : 0))
        }
    }

    @Test func `memos of one time of day are a connection in every format`() throws {
        let scratch = try Scratch()
        let sound = try bytes(of: Sonora.note)
        // A byte behind the sound makes it another recording.
        for number in 0..<40 {
            let isEarly = number % 4 < 2
            let time = isEarly ? "07-\(10 + number / 2)-00" : "\(9 + number / 4)-\(10 + number)-00"
            let day = "2026-01-\(number < 18 ? 10 + number : 1 + number / 4)"
            let name = "\(day.count < 10 ? String(day.prefix(8)) + "0" + day.suffix(1) : day) \(time) \(number).wav"
            try scratch.file(name, sound + [UInt8(number)])
        }
        let folder = scratch.folder + "/out"
        #expect(try Sonora.run("batch", scratch.folder, "--output", folder).status == 0)
        let outcome = try Sonora.run("library", folder, "connections", "--format", "json")
        let object = try outcome.object()
        #expect(outcome.errors.isEmpty && object["memos"] as? Int == 40)
        let card = try #require((object["connections"] as? [[String: Any]])?.first)
        #expect(card["id"] as? String == "connection-timeOfDay-1" && card["kind"] as? String == "connection")
        let names = try #require(card["memos"] as? [String])
        #expect(names.count == 20 && names.allSatisfy { $0.contains(" 07-") })
        #expect(dig(card, "cue", "haptic") as? String == "connectionFound")
        #expect(dig(card, "cue", "sound") as? String == "connection_tone")
        #expect(try #require(dig(card, "evidence", "pValue") as? Double) < 0.001)
        #expect(try #require(dig(card, "evidence", "toleranceHours") as? Double) <= 0.75)

        let text = try Sonora.run("library", folder, "connections")
        #expect(text.lines.first?.hasPrefix("connection-timeOfDay-1\t") == true && !text.has(escape: ()))
        let csv = try Sonora.run("library", folder, "connections", "--format", "csv")
        #expect(csv.lines.count { $0.hasPrefix("connection-timeOfDay-1,group,") } == 20)
    }

    @Test(.enabled(if: Sonora.hasTerminal)) func `connections and names fit into eighty columns`() throws {
        let scratch = try Scratch()
        let sound = try bytes(of: Sonora.note)
        let long = String(repeating: "a-very-long-name-", count: 10)
        for number in 0..<24 {
            let time = number < 12 ? "07-\(10 + number)-00" : "\(number)-00-00"
            try scratch.file("2026-01-\(10 + number % 20) \(time) \(long)\(number).wav", sound + [UInt8(number)])
        }
        let folder = scratch.folder + "/out"
        #expect(try Sonora.run("batch", scratch.folder, "--output", folder).status == 0)
        for words in ["connections", "list"] {
            let lines = try Sonora.atTerminal("library '\(folder)' \(words)", columns: 80)
            #expect(lines.count > 3)
            #expect(lines.allSatisfy { $0.count <= 80 }, "\(lines.first { $0.count > 80 } ?? "")")
            // Both ends of a name are there.
            #expect(lines.contains { $0.contains("2026-01-") && $0.contains("…") && $0.contains(".wav") })
        }
    }

    // MARK: Usage

    @Test func `the word may stand before the folder`() throws {
        let before = try Sonora.run("library", "show", folder, "hum.wav")
        #expect(before.status == 0)
        #expect(before.output == (try library("show", "hum.wav")).output)
        #expect(try Sonora.run("library", "connections", folder).status == 0)
        #expect(try library("list").output == library().output)
    }

    @Test(arguments: [
        ["bogus"], ["show"], ["connections", "hum.wav"], ["--sort", "name; DROP TABLE memo"], ["--columns", "name,"],
        ["--since", "yesterday"], ["--limit", "0"], ["connections", "--failed"], ["show", "hum", "--sort", "name"],
        ["--longest-pause", "--failed"], ["--format", "xml"],
    ])
    func `wrong usage is 64`(words: [String]) throws {
        let outcome = try Sonora.run(["library", folder] + words)
        #expect(outcome.status == 64)
        #expect(outcome.output.isEmpty && outcome.errors.hasPrefix("Error: "))
    }

    @Test func `a folder without an index is one line`() throws {
        let scratch = try Scratch()
        let outcome = try Sonora.run("library", scratch.folder)
        #expect(outcome.status == 1 && outcome.output.isEmpty)
        #expect(outcome.errorLines.count == 1 && outcome.errors.contains("sonora batch"))
        try scratch.file("sonora.sqlite", Array("this is no database, whatever its name says".utf8))
        let damaged = try Sonora.run("library", scratch.folder)
        #expect(damaged.status == 1 && damaged.output.isEmpty && damaged.errorLines.count == 1)
    }

    @Test func `a reader that goes away ends it with one line`() throws {
        let outcome = try Sonora.shell("\"$0\" library \"$1\" | true", [folder])
        #expect(outcome.errorLines.count <= 1)
    }
}
