// Schema: everything that the command writes for programs obeys the schemas in Schema/.

import Foundation
import Testing

@Suite(.timeLimit(.minutes(10))) struct SchemaTests {
    /// Validates files with Debian's python3-jsonschema.
    private func validate(_ kind: String, _ files: [String]) throws -> Outcome {
        let script = Sonora.repository + "/Tests/sonoraTests/Support/validate.py"
        return try Child("/usr/bin/python3", [script, Sonora.repository + "/Schema", kind] + files).end()
    }

    private func expectValid(_ kind: String, _ files: [String], count: Int) throws {
        let outcome = try validate(kind, files)
        #expect(outcome.status == 0, "\(outcome.text.prefix(3000)) \(outcome.errors.suffix(500))")
        #expect(outcome.lines.last == "\(count) checked, 0 faults")
    }

    @Test func `the validator is installed`() throws {
        let outcome = try Child("/usr/bin/python3", ["-c", "import jsonschema"]).end()
        #expect(outcome.status == 0, "run make test, or: apt-get install python3-jsonschema")
    }

    @Test func `documents of all samples are valid, alone and together`() throws {
        let scratch = try Scratch()
        var files: [String] = []
        for memo in Sonora.memos {
            let outcome = try Sonora.run("process", "--format", "json", "--hash", memo)
            #expect(outcome.status == 0)
            files.append(try scratch.file("\(files.count).json", outcome.output))
        }
        let together = try Sonora.run(["process", "--format", "json"] + Sonora.memos)
        files.append(try scratch.file("together.json", together.output))
        try expectValid("result", files, count: 11)
    }

    @Test func `documents in a folder are valid, and those of streams and damaged memos too`() throws {
        let scratch = try Scratch()
        let cut = try bytes(of: Sonora.note).prefix(100_000)
        let broken: [Float] = [.nan, .infinity] + [Float](repeating: 0.25, count: 9000)
        let memos = [
            Sonora.note, try scratch.file("cut.wav", cut), try scratch.file("nan.wav", Wave.float(broken)),
            try scratch.file("silence.wav", Wave.pcm([Int16](repeating: 0, count: 8000))),
            try scratch.file("long.wav", Wave.pcm(Wave.pulses(seconds: 70))),
            try scratch.file("blip.wav", Wave.pcm([1])),
        ]
        let folder = scratch.folder + "/out"
        #expect(try Sonora.run(["process", "--output", folder] + memos).status == 0)
        let documents = try FileManager.default.contentsOfDirectory(atPath: folder).map { "\(folder)/\($0)" }
        let live = try Sonora.run(["process", "-", "--format", "json"], piping: Sonora.note)
        let odd = try Sonora.shell(
            "cp \"$1\" $'100% \\xff.wav' && \"$0\" process --format json $'100% \\xff.wav'", [Sonora.note],
            folder: scratch.folder)
        let others = [try scratch.file("live.json", live.output), try scratch.file("odd.json", odd.output)]
        try expectValid("result", documents + others, count: 8)
    }

    @Test func `failures are valid, alone and among documents, and schemas notice what is wrong with them`() throws {
        let scratch = try Scratch()
        let alone = try Sonora.run("process", "--format", "json", "/no/such.wav").text
        let among = try Sonora.run("process", "--format", "json", Sonora.note, "/no/such.wav").output
        try expectValid(
            "result", [try scratch.file("alone.json", Array(alone.utf8)), try scratch.file("among.json", among)],
            count: 2)
        let faults = [
            ("\"advice\":", "\"hint\":"), ("\"code\":\"notFound\"", "\"code\":null"),
            ("\"pathEscaped\":null", "\"p\":null"),
            ("\"schemaVersion\":1,", ""), ("\"error\":{", "\"latency\":{},\"error\":{"),
        ]
        for (right, wrong) in faults {
            #expect(alone.contains(right), "\(right) is not in the document")
            let bad = alone.replacingOccurrences(of: right, with: wrong)
            let outcome = try validate("result", [try scratch.file("bad.json", Array(bad.utf8))])
            #expect(outcome.status == 1, "not noticed: \(wrong)")
        }
    }

    @Test func `events of all samples, of a stream and of failures are valid`() throws {
        let scratch = try Scratch()
        let long = try scratch.file("long.wav", Wave.pcm(Wave.pulses(seconds: 70)))
        let missing = scratch.folder + "/missing.wav"
        let empty = try scratch.file("empty.wav", [])
        let files = try Sonora.run(
            ["process", "--format", "ndjson"] + Sonora.memos + [long, missing, Sonora.samples, empty])
        #expect(files.status == 1)
        let live = try Sonora.run(["process", "-", "--format", "ndjson"], piping: Sonora.samples + "/hum.wav")
        #expect(live.status == 0)
        #expect(live.lines.count > 10)
        let odd = try Sonora.shell("\"$0\" process --format ndjson $'100% \\xff.wav'")
        #expect(odd.lines.count == 2)
        let paths = [
            try scratch.file("files.ndjson", files.output), try scratch.file("live.ndjson", live.output),
            try scratch.file("odd.ndjson", odd.output),
        ]
        try expectValid("event", paths, count: files.lines.count + live.lines.count + odd.lines.count)
    }

    @Test func `what a batch writes is valid`() throws {
        let scratch = try Scratch()
        try FileManager.default.createDirectory(atPath: scratch.folder + "/memos", withIntermediateDirectories: true)
        for memo in Sonora.memos { try scratch.copy(memo, as: "memos/\((memo as NSString).lastPathComponent)") }
        try scratch.file("memos/empty.wav", [])
        try scratch.copy(Sonora.note, as: "memos/copy.wav")
        let folder = scratch.folder + "/results"
        let first = try Sonora.run("batch", scratch.folder + "/memos", "--output", folder, "--format", "ndjson")
        #expect(first.status == 1)
        let second = try Sonora.run("batch", scratch.folder + "/memos", "--output", folder, "--format", "json")
        #expect(try second.output == bytes(of: folder + "/summary.json"))
        let documents = try FileManager.default.contentsOfDirectory(atPath: folder)
            .filter { $0.hasSuffix(".sonora.json") }.map { "\(folder)/\($0)" }
        try expectValid("result", documents, count: 11)
        try expectValid("event", [scratch.file("events.ndjson", first.output)], count: first.lines.count)
        try expectValid("summary", [folder + "/summary.json"], count: 1)
    }

    @Test func `the schemas notice what is wrong`() throws {
        let scratch = try Scratch()
        let good = try Sonora.run("process", "--format", "json", Sonora.samples + "/hum.wav").text
        let faults = [
            ("\"schemaVersion\":1", "\"schemaVersion\":2"), ("\"rms\":-", "\"rms\":\"-\",\"x\":-"),
            ("\"kind\":\"pace\"", "\"kind\":\"mood\""), ("\"syllables\":", "\"sylables\":"),
            ("\"status\":\"placeholder\"", "\"status\":\"done\""), ("\"verdict\":\"within\"", "\"verdict\":\"passed\""),
            ("\"startReason\":\"", "\"startReason\":\"no"), ("\"contentHash\":null", "\"contentHash\":\"md5:0\""),
            ("\"text\":null", "\"text\":\"invented\""), ("\"source\":\"mtime\"", "\"source\":\"guess\""),
            ("\"title\":null", "\"title\":\"\""), ("\"artist\":null,", ""), ("\"onsets\":[", "\"onsets\":[NaN,"),
            ("\"pathEscaped\":null", "\"pathEscaped\":\"hum.wav\""),
            ("\"pathEscaped\":null", "\"pathEscaped\":\"%2F\""),
            ("\"pathEscaped\":null,", ""), ("\"channels\":1", "\"channels\":1,\"channels\":1"),
            ("\"wordStarts\":[{", "\"wordStarts\":[{\"word\":\"well\","),
            ("\"tool\":{", "\"extra\":0,\"tool\":{"),
        ]
        for (right, wrong) in faults {
            #expect(good.contains(right), "\(right) is not in the document")
            let bad = good.replacingOccurrences(of: right, with: wrong)
            let outcome = try validate("result", [try scratch.file("bad.json", Array(bad.utf8))])
            #expect(outcome.status == 1, "not noticed: \(wrong)")
        }
    }

    @Test func `the schema of events notices what is wrong about live speech`() throws {
        let scratch = try Scratch()
        let note = Sonora.note
        let events = try Sonora.shell("cat \"$1\" | \"$0\" process - --format ndjson", [note]).text
        let faults = [
            ("\"provisional\":{", "\"guess\":0,\"provisional\":{"), ("\"settled\":{\"start\":0,", "\"settled\":{"),
            ("\"wordStarts\":[", "\"words\":["), ("\"active\":[", "\"active\":[1,"),
        ]
        let good = try validate("event", [try scratch.file("good.ndjson", Array(events.utf8))])
        #expect(good.status == 0, "\(good.errors)")
        for (right, wrong) in faults {
            #expect(events.contains(right), "\(right) is not among the events")
            let bad = events.replacingOccurrences(of: right, with: wrong)
            let outcome = try validate("event", [try scratch.file("bad.ndjson", Array(bad.utf8))])
            #expect(outcome.status == 1, "not noticed: \(wrong)")
        }
    }

    @Test func `the schema of events notices what is wrong`() throws {
        let scratch = try Scratch()
        let events = try Sonora.run("process", "--format", "ndjson", Sonora.note).text
        let faults = [
            ("\"event\":\"accepted\"", "\"event\":\"begun\""), ("\"seq\":0", "\"seq\":1"),
            ("\"queueWait\":0}", "\"queueWait\":0,\"text\":1}"), ("\"firstFrame\":0,", ""),
            ("\"pathEscaped\":null,", ""), ("\"pathEscaped\":null,", "\"pathEscaped\":\"100%\","),
            ("\"overview\":\"full\"", "\"overview\":\"live\""), ("\"progress\":{", "\"progress\":{\"eta\":1,"),
        ]
        for (right, wrong) in faults {
            #expect(events.contains(right), "\(right) is not among the events")
            let bad = events.replacingOccurrences(of: right, with: wrong)
            let outcome = try validate("event", [try scratch.file("bad.ndjson", Array(bad.utf8))])
            #expect(outcome.status == 1, "not noticed: \(wrong)")
        }
    }
}
