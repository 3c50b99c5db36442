// Several: memos and formats in one run: what is printed of each, and which files there are.

import Foundation
import Testing

@Suite struct SeveralTests {
    private static let two = [Sonora.note, Sonora.samples + "/hum.wav"]

    @Test(arguments: ["segments", "onsets", "levels"])
    func `text has a line before each memo, and then what it has alone`(command: String) throws {
        let both = try Sonora.run([command] + Self.two)
        #expect(both.status == 0)
        let alone = try Self.two.map { try Sonora.run(command, $0).text }
        try #require(alone.count == 2)
        #expect(both.text == "memo\t\(Self.two[0])\n\(alone[0])\nmemo\t\(Self.two[1])\n\(alone[1])")
    }

    @Test(arguments: ["segments", "onsets", "levels"])
    func `CSV has one header, and the memo as its last column`(command: String) throws {
        let both = try Sonora.run([command, "--format", "csv"] + Self.two)
        var expected: [String] = []
        for (index, memo) in Self.two.enumerated() {
            let lines = try Sonora.run(command, "--format", "csv", memo).lines
            if index == 0 { expected.append((lines.first ?? "") + ",memo") }
            expected += lines.dropFirst().map { "\($0),\(memo)" }
        }
        #expect(both.lines == expected)
    }

    @Test(arguments: ["segments", "onsets", "levels"])
    func `JSON is an array of what each has alone`(command: String) throws {
        let both = try Sonora.run([command, "--format", "json"] + Self.two)
        let documents = try #require(try json(both.output) as? [Any])
        let alone = try Self.two.map { try Sonora.run(command, "--format", "json", $0).object() }
        #expect(try canonical(documents) == canonical(alone))
    }

    @Test func `several formats are several files, and nothing is printed`() throws {
        let scratch = try Scratch()
        let commands: [(String, [String], [String])] = [
            ("segments", ["srt", "json"], [".segments.srt", ".segments.json"]),
            ("levels", ["csv", "audiowaveform-dat"], [".levels.csv", ".levels.dat"]),
            ("onsets", ["text", "csv", "json"], [".onsets.txt", ".onsets.csv", ".onsets.json"]),
        ]
        for (command, formats, suffixes) in commands {
            let folder = "\(scratch.folder)/\(command)"
            let options = formats.flatMap { ["--format", $0] } + ["--output", folder]
            let outcome = try Sonora.run([command] + Self.two + options)
            #expect(outcome.status == 0 && outcome.output.isEmpty && outcome.errors.isEmpty, "\(outcome.errors)")
            let names = ["hum.wav", "stand-up-note.wav"].flatMap { name in suffixes.map { name + $0 } }
            #expect(try FileManager.default.contentsOfDirectory(atPath: folder).sorted() == names.sorted())
            for (format, suffix) in zip(formats, suffixes) {
                let printed = try Sonora.run(command, Sonora.note, "--format", format).output
                #expect(try bytes(of: "\(folder)/stand-up-note.wav\(suffix)") == printed, "\(suffix)")
            }
            // What is there stays, unless somebody asks.
            let again = try Sonora.run([command] + Self.two + options)
            #expect(again.status == 1 && again.errors.contains("is there already; give another folder, or --replace"))
            #expect(try Sonora.run([command] + Self.two + options + ["--replace"]).status == 0)
        }
    }

    @Test func `process prints the first format and keeps the others as files, counted once by a report`() throws {
        let scratch = try Scratch()
        let formats = ["text", "ndjson"].flatMap { ["--format", $0] }
        let outcome = try Sonora.run(["process"] + Self.two + formats + ["--output", scratch.folder])
        #expect(outcome.status == 0 && outcome.lines.first == "memo\t\(Sonora.note)")
        #expect(
            scratch.names == ["hum.wav", "stand-up-note.wav"].flatMap { ["\($0).sonora.json", "\($0).sonora.ndjson"] })
        let events = String(decoding: try bytes(of: scratch.folder + "/hum.wav.sonora.ndjson"), as: UTF8.self)
        #expect(events.hasPrefix("{\"event\":\"accepted\"") && events.contains("{\"event\":\"completed\""))
        #expect(try Sonora.run("latency", "report", scratch.folder).lines.first == "memos\t2")
    }

    @Test(arguments: ["json", "ndjson", "text"])
    func `memos that are worked on together are told in their order`(format: String) throws {
        let memos = Sonora.memos + ["/no/such.wav"] + Self.two
        let together = try Sonora.run(["process", "--format", format, "--jobs", "3"] + memos)
        let alone = try Sonora.run(["process", "--format", format] + memos)
        #expect(together.status == 1 && alone.status == 1)
        /// Without what differs from run to run: times.
        func shape(_ outcome: Outcome) throws -> [String] {
            switch format {
            case "json":
                return try #require(try json(outcome.output) as? [[String: Any]]).map { document in
                    var document = document
                    document["latency"] = nil
                    return try canonical(document)
                }
            case "ndjson":
                return try outcome.events().map { "\($0["event"] ?? "") \($0["memo"] ?? "") \($0["seq"] ?? "")" }
            default: return outcome.lines.filter { !$0.hasPrefix("stage") && !$0.hasPrefix("completed") }
            }
        }
        #expect(try shape(together) == shape(alone))
        #expect(together.errors == alone.errors)
    }

    @Test func `a report in several formats is one file for each`() throws {
        let scratch = try Scratch()
        let events = try scratch.file("e.ndjson", try Sonora.run("process", "--format", "ndjson", Sonora.note).output)
        let formats = ["text", "markdown", "json", "csv", "hgrm", "trace", "prometheus", "html"]
        let folder = scratch.folder + "/report"
        let outcome = try Sonora.run(
            ["latency", "report", events, "--output", folder] + formats.flatMap { ["--format", $0] })
        #expect(outcome.status == 0 && outcome.output.isEmpty)
        let names = ["csv", "hgrm", "html", "json", "md", "prom", "trace.json", "txt"].map { "latency.\($0)" }
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder).sorted() == names)
        let printed = try Sonora.run("latency", "report", events, "--format", "csv")
        #expect(try bytes(of: folder + "/latency.csv") == printed.output)
    }

    @Test func `a gate of memos that all failed says that nothing succeeded`() throws {
        let scratch = try Scratch()
        let events = try scratch.file("e.ndjson", try Sonora.run("process", "--format", "ndjson", "/no/a.wav").output)
        let outcome = try Sonora.run("latency", "report", events, "--require", "failed.count <= 1")
        #expect(outcome.status == 0)
        #expect(outcome.errors.contains("no memo succeeded: the only one failed"))
    }

    // MARK: Onsets

    @Test func `onsets in CSV and JSON have strengths, and kinds when asked`() throws {
        let clicks = Sonora.samples + "/clicks.flac"
        let text = try Sonora.run("onsets", "--strength", clicks).lines.map {
            $0.replacingOccurrences(of: "\t", with: ",")
        }
        #expect(try Sonora.run("onsets", "--format", "csv", clicks).lines == ["time,strength"] + text)
        let kinds = try Sonora.run("onsets", "--kind", "--format", "csv", clicks).lines
        #expect(kinds.first == "time,strength,kind" && kinds.dropFirst().allSatisfy { $0.hasSuffix(",sound") })
        let document = try Sonora.run("onsets", "--format", "json", clicks).object()
        let onsets = try #require(document["onsets"] as? [[String: Any]])
        #expect(onsets.count == text.count && onsets.allSatisfy { $0["strength"] is Double && $0["kind"] == nil })
        #expect(try Sonora.run("onsets", "--words", "--format", "json", Sonora.note).object()["wordStarts"] != nil)
    }

    @Test func `weak and close onsets are left out when asked`() throws {
        func rows(_ more: String...) throws -> [(time: Double, strength: Double)] {
            try Sonora.run(["onsets", "--strength", Sonora.note] + more).lines.map { line in
                let fields = line.split(separator: "\t").compactMap { Double($0) }
                return (fields.first ?? -1, fields.last ?? -1)
            }
        }
        let all = try rows()
        let middle = all.map(\.strength).sorted()[all.count / 2]
        // A little below, as what is printed is rounded.
        let strong = try rows("--threshold", "\(middle - 0.002)")
        #expect(strong.count < all.count)
        #expect(strong.map(\.time) == all.filter { $0.strength >= middle - 0.001 }.map(\.time))
        let sparse = try rows("--minimum-gap", "400ms")
        #expect(sparse.count > 3 && sparse.count < all.count && sparse.first?.time == all.first?.time)
        #expect(zip(sparse, sparse.dropFirst()).allSatisfy { $1.time - $0.time >= 0.4 })
    }

    // MARK: Names

    @Test func `names that are formulas do nothing in a spreadsheet, unless that is asked for`() throws {
        let scratch = try Scratch()
        for name in ["=1+1.wav", "@x.wav", "plain\u{1B}[31m\nred.wav"] { try scratch.copy(Self.two[1], as: name) }
        let memos = ["=1+1.wav", "@x.wav", "plain\u{1B}[31m\nred.wav"]
        let safe = try Sonora.run(["segments", "--format", "csv"] + memos, folder: scratch.folder)
        let names = ["\u{27}=1+1.wav", "\u{27}@x.wav", "plain\\u{1b}[31m\\nred.wav"]
        let found = Set(safe.lines.dropFirst().compactMap { $0.split(separator: ",").last.map(String.init) })
        #expect(found.isSubset(of: names) && !safe.has(escape: ()))
        #expect(try Sonora.run("batch", ".", "--output", "out", in: scratch.folder).status == 0)
        let library = try Sonora.run("library", "out", "--format", "csv", "--columns", "name,level", in: scratch.folder)
        let cells = Set(library.lines.dropFirst().compactMap { $0.split(separator: ",").first.map(String.init) })
        #expect(cells.contains("\u{27}=1+1.wav") && cells.contains("\u{27}@x.wav"), "\(cells)")
        // A negative number is no formula.
        #expect(library.lines.dropFirst().allSatisfy { $0.split(separator: ",").last?.hasPrefix("-") == true })
        #expect(!library.has(escape: ()))
        let plain = try Sonora.run(
            "library", "out", "--format", "csv", "--columns", "name", "--no-safe-cells", in: scratch.folder)
        #expect(plain.lines.contains("=1+1.wav"))
    }

    @Test func `no output has control characters of a name`() throws {
        let scratch = try Scratch()
        let name = "a\u{1B}[31mb\u{7F}\u{9B}c\u{202E}d.wav"
        try scratch.copy(Sonora.note, as: name)
        for format in ["text", "csv", "srt", "vtt", "rttm", "audacity", "textgrid"] {
            let outcome = try Sonora.run(["segments", "--format", format, name], folder: scratch.folder)
            #expect(
                outcome.status == 0
                    && outcome.text.unicodeScalars.allSatisfy { scalar in
                        scalar == "\n" || scalar == "\t"
                            || scalar.properties.generalCategory != .control && scalar != "\u{202E}"
                    }, "\(format)")
        }
        let rttm = try Sonora.run(["segments", "--format", "rttm", name], folder: scratch.folder)
        #expect(rttm.lines.first?.hasPrefix("SPEAKER a_[31mb__c_d 1 ") == true, "\(rttm.lines.first ?? "")")
    }
}
