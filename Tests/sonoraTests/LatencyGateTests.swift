// Latency gates through the command: what does not hold ends it with 3, and says what was asked and found.

import Foundation
import Testing

@Suite(.timeLimit(.minutes(10))) struct LatencyGateTests {
    private let scratch: Scratch

    init() throws { scratch = try Scratch() }

    /// A hundred memos as events; `insights` of one in fifty takes four seconds, as if its step had stood still.
    private func fixture() throws -> String {
        var lines: [String] = []
        for number in 0..<100 {
            let insights = number % 50 == 7 ? 4.0 : 0.05
            func event(_ name: String, _ sequence: Int, _ elapsed: Double, _ rest: String) -> String {
                "{\"event\":\"\(name)\",\"seq\":\(sequence),\"memo\":\"\(number).wav\",\"elapsed\":\(elapsed),"
                    + "\"budget\":null,\"verdict\":\"none\",\"progress\":{\"seconds\":0,\"duration\":null},\(rest)}"
            }
            let stages = [("immediate", 0.01), ("transcript", 0.02), ("insights", insights)].map {
                "{\"stage\":\"\($0.0)\",\"elapsed\":\($0.1),\"budget\":null,\"verdict\":\"none\"}"
            }.joined(separator: ",")
            lines.append(event("accepted", 0, 0, "\"pathEscaped\":null,\"queueWait\":0"))
            lines.append(
                event(
                    "completed", 1, insights,
                    "\"contentHash\":null,\"latency\":{\"queueWait\":0,\"total\":\(insights),\"realtimeFactor\":0.001,"
                        + "\"stages\":[\(stages)],\"steps\":[]}"))
        }
        return try scratch.file("events.ndjson", Array(lines.joined(separator: "\n").utf8))
    }

    @Test func `a stage that slowed down is in its tier, breaks its requirement and ends with 3`() throws {
        let events = try fixture()
        let outcome = try Sonora.run(
            "latency", "report", events, "--require", "immediate.p99 < 100ms", "--require", "insights.p99 < 3s")
        #expect(outcome.status == 3)
        let checks = outcome.errorLines.map { $0.split(separator: "\t").map(String.init) }
        #expect(
            checks.map { $0.prefix(3) } == [
                ["check", "holds", "immediate.p99 < 100ms"], ["check", "broken", "insights.p99 < 3s"],
            ])
        let tiers = outcome.lines.first { $0.hasPrefix("tiers\tinsights") }
        #expect(tiers?.hasSuffix("immediate 98\tquick 0\tacceptable 0\tpatient 0\textended 2") == true)
    }

    @Test func `what holds ends with 0`() throws {
        let events = try fixture()
        let outcome = try Sonora.run(
            "latency", "report", events, "--require", "insights.p95 < 3s", "--require", "failed.count == 0",
            "--require", "insights.inside >= 98%")
        #expect(outcome.status == 0, "\(outcome.errors)")
    }

    @Test func `what was not measured does not pass`() throws {
        let outcome = try Sonora.run("latency", "report", try fixture(), "--require", "transcriptText.p99 < 1s")
        #expect(outcome.status == 3)
        #expect(outcome.errors.contains("no samples"))
    }

    @Test func `budgets of a file are those of a project`() throws {
        let events = try fixture()
        let file = try scratch.file(
            "budgets.toml", Array("require = [\"immediate.p99 < 100ms\"]\n[budgets]\ninsights = \"10ms\"\n".utf8))
        let outcome = try Sonora.run("latency", "report", events, "--budgets", file, "--check")
        #expect(outcome.status == 3)
        #expect(outcome.errors.contains("broken\tinsights.p99 <= 10ms"))
        #expect(outcome.errors.contains("holds\timmediate.p99 < 100ms"))
    }

    @Test func `slower than before is told, and ends with 3`() throws {
        let before = try Sonora.shell(
            "sed -e 's/\"elapsed\":0.05/\"elapsed\":0.02/g; s/\"total\":0.05/\"total\":0.02/g' events.ndjson > before.ndjson",
            folder: {
                _ = try fixture()
                return scratch.folder
            }())
        #expect(before.status == 0)
        let outcome = try Sonora.run(
            "latency", "report", "events.ndjson", "--baseline", "before.ndjson", "--max-regression", "10%",
            in: scratch.folder)
        #expect(outcome.status == 3)
        #expect(outcome.errors.contains("broken\tinsights.p50 at most 10% slower"))
        let same = try Sonora.run(
            "latency", "report", "events.ndjson", "--baseline", "events.ndjson", "--max-regression", "10%",
            in: scratch.folder)
        #expect(same.status == 0)
    }

    @Test(arguments: [
        ("imediate.p99 < 100ms", "did you mean immediate"), ("immediate.p99 < 100", "100"), ("immediate < 3s", "p99"),
    ])
    func `a requirement that is not understood says where`(text: String, words: String) throws {
        let outcome = try Sonora.run("latency", "report", try fixture(), "--require", text)
        #expect(outcome.status == 64)
        #expect(outcome.errors.contains(words), "\(outcome.errors)")
    }

    @Test func `samples are measured, saved and reported`() throws {
        let saved = scratch.folder + "/saved.ndjson"
        let outcome = try Sonora.run(
            "latency", "measure", Sonora.samples + "/hum.wav", Sonora.note, "--runs", "3", "--warmup", "0", "--jobs",
            "2",
            "--save", saved, "--require", "total.count == 6", "--require", "failed.count == 0")
        #expect(outcome.status == 0, "\(outcome.errors)")
        #expect(outcome.lines.first == "memos\t6")
        let report = try Sonora.run("latency", "report", saved, "--format", "json")
        #expect(try report.object()["memos"] as? Int == 6)
    }

    @Test func `a measurement replaces neither a memo nor its baseline`() throws {
        let memo = try scratch.copy(Sonora.note, as: "note.wav")
        let outcome = try Sonora.run("latency", "measure", memo, "--runs", "1", "--save", memo)
        #expect(outcome.status == 64)
        #expect(try bytes(of: memo) == bytes(of: Sonora.note))
        let saved = scratch.folder + "/saved.ndjson"
        let command = ["latency", "measure", memo, "--runs", "1", "--save", saved]
        #expect(try Sonora.run(command).status == 0)
        #expect(try Sonora.run(command + ["--baseline", saved]).status == 64)
        #expect(try Sonora.run(command).status == 0)
    }

    @Test func `memos that were stopped are over their budget, wherever they were recorded`() throws {
        let options = ["--late", "stop", "--budget", "transcript=1us"]
        let results = scratch.folder + "/results"
        let saved = scratch.folder + "/saved.ndjson"
        #expect(try Sonora.run(["batch", Sonora.note, "--output", results] + options).status == 1)
        let measured = try Sonora.run(
            ["latency", "measure", Sonora.note, "--runs", "2", "--save", saved, "--check"] + options)
        #expect(measured.status == 3)
        let events = try scratch.file(
            "events.ndjson", try Sonora.run(["process", "--format", "ndjson", Sonora.note] + options).output)
        for source in [results, saved, events] {
            let report = try Sonora.run(
                "latency", "report", source, "--format", "json", "--require", "transcript.p50 < 10s", "--check")
            #expect(report.status == 3)
            #expect(report.errors.contains("broken\ttranscript.p50 < 10s"), "\(source): \(report.errors)")
            #expect(report.errors.contains("broken\tfailed.count == 0"))
            let metrics = try #require(try report.object()["metrics"] as? [[String: Any]])
            let line = try #require(metrics.first { $0["metric"] as? String == "transcript" })
            #expect(line["stopped"] as? Int == line["count"] as? Int && line["verdict"] as? String == "over")
        }
    }

    @Test func `answers in part are kept in the index, in documents and in events, and reported`() throws {
        let lecture = Sonora.samples + "/lecture.flac"
        let options = ["--late", "partial", "--budget", "insights=1us"]
        let results = scratch.folder + "/results"
        #expect(try Sonora.run(["batch", lecture, "--output", results] + options).status == 0)
        let events = try scratch.file(
            "events.ndjson", try Sonora.run(["process", "--format", "ndjson", lecture] + options).output)
        let saved = scratch.folder + "/saved.ndjson"
        #expect(
            try Sonora.run(["latency", "measure", lecture, "--runs", "1", "--save", saved] + options).status == 0)
        let document = try #require(
            FileManager.default.subpathsOfDirectory(atPath: results).first { $0.hasSuffix(".sonora.json") })
        for source in [results, "\(results)/\(document)", saved, events] {
            let report = try Sonora.run("latency", "report", source, "--format", "csv")
            #expect(report.lines.contains("all,insights,partial,1"), "\(source)")
        }
    }

    @Test func `an index of an older Sonora is still read`() throws {
        let results = scratch.folder + "/results"
        #expect(try Sonora.run("batch", Sonora.note, "--output", results).status == 0)
        let script = """
            import sqlite3, sys
            index = sqlite3.connect(sys.argv[1])
            for table, column in [("stage", "partial"), ("stage", "whole"), ("result", "lateStage"), ("result", "lateElapsed")]:
                index.execute(f"ALTER TABLE {table} DROP COLUMN {column}")
            index.execute("DELETE FROM grdb_migrations WHERE identifier = '3'")
            index.commit()
            """
        #expect(try Child("/usr/bin/python3", ["-c", script, results + "/sonora.sqlite"]).end().status == 0)
        let report = try Sonora.run("latency", "report", results)
        #expect(report.status == 0 && report.lines.first == "memos\t1", "\(report.errors)")
        #expect(try Sonora.run("batch", Sonora.note, Sonora.samples + "/hum.wav", "--output", results).status == 0)
        #expect(try Sonora.run("latency", "report", results).lines.first == "memos\t2")
    }

    @Test func `Ctrl-C keeps what was measured, reports it, and ends with 130`() throws {
        let saved = scratch.folder + "/saved.ndjson"
        let child = try Child(
            Sonora.path,
            ["latency", "measure", Sonora.note, "--runs", "1000000", "--warmup", "0", "--save", saved, "--check"])
        // When it has read the memo a hundred times, some of them are measured.
        let enough = try bytes(of: Sonora.note).count * 100
        while let read = Self.bytesRead(by: child.process), read < enough {}
        child.interrupt()
        let outcome = child.end()
        #expect(outcome.status == 130)
        #expect(outcome.errors.contains("of 1000000 were measured and are reported, and kept in"))
        #expect(outcome.lines.first?.hasPrefix("memos\t") == true)
        #expect(try Sonora.run("latency", "report", saved).lines.first == outcome.lines.first)
    }

    @Test(arguments: [["--save", "nowhere/x"], ["--baseline", "nothing"], ["--budgets", "nothing"]])
    func `what cannot be read or written is told before anything is measured`(options: [String]) throws {
        // Measuring this would take days.
        let outcome = try Sonora.run(
            ["latency", "measure", Sonora.note, "--runs", "1000000", "--warmup", "1000000"] + options,
            folder: scratch.folder)
        #expect(outcome.status == 1 || outcome.status == 64)
        #expect(outcome.errors.contains(options[1]) && outcome.text.isEmpty)
    }

    /// What a process has read so far; `nil` when it has ended.
    private static func bytesRead(by process: pid_t) -> Int? {
        guard let text = try? String(contentsOfFile: "/proc/\(process)/io", encoding: .utf8) else { return nil }
        return text.split(separator: "\n").first { $0.hasPrefix("rchar: ") }.flatMap { Int($0.dropFirst(7)) }
    }

    @Test func `memos that are due wait in the queue`() throws {
        // A thousand a second are due, and nobody is that fast with a new process for each decoder.
        let outcome = try Sonora.run(
            "latency", "measure", Sonora.samples + "/clicks.flac", "--runs", "12", "--warmup", "0", "--rate", "100000",
            "--require", "queue.max > 1ms", "--require", "response.p50 > 1ms")
        #expect(outcome.status == 0, "\(outcome.errors)")
    }

    @Test func `a memo that cannot be read is told and ends with 1`() throws {
        let empty = try scratch.file("empty.wav", [])
        let outcome = try Sonora.run("latency", "measure", empty, Sonora.note, "--runs", "2")
        #expect(outcome.status == 1)
        #expect(outcome.text.contains("emptyFile"))
    }
}
