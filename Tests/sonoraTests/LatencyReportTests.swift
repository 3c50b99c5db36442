// LatencyReportTests: a batch of the samples, reported in every format by the real command.

import Foundation
import Testing

@Suite(.timeLimit(.minutes(10))) struct LatencyReportTests {
    private let scratch: Scratch
    private var folder: String { scratch.folder + "/out" }

    init() throws {
        scratch = try Scratch()
        for memo in Sonora.memos { try scratch.copy(memo, as: (memo as NSString).lastPathComponent) }
        try scratch.copy(Sonora.note, as: "copy.wav")
        try scratch.file("broken.wav", Array("no sound".utf8))
        let batch = try Sonora.run("batch", scratch.folder, "--output", scratch.folder + "/out")
        try #require(batch.status == 1)
    }

    private func report(_ arguments: String..., status: Int32 = 0) throws -> Outcome {
        let outcome = try Sonora.run(["latency", "report"] + arguments)
        #expect(outcome.status == status, "\(outcome.errors)")
        #expect(!outcome.has(escape: ()))
        return outcome
    }

    private func rows(_ outcome: Outcome) -> [[String]] {
        outcome.lines.map { $0.split(separator: "\t", omittingEmptySubsequences: false).map(String.init) }
    }

    // MARK: Text

    @Test func `in a pipe there are columns, and a copy of a memo does not count twice`() throws {
        let rows = rows(try report(folder))
        #expect(rows.contains(["memos", "11"]))
        #expect(rows.contains { $0.first == "failed" && $0.last == "1" })
        let immediate = try #require(rows.first { $0.starts(with: ["metric", "immediate"]) })
        #expect(immediate.contains("count 10") && immediate.contains("budget 0.100000"))
        #expect(rows.filter { $0.first == "slow" }.count == 10)
    }

    @Test func `a budget that nothing can keep is over`() throws {
        let rows = rows(try report(folder, "--budget", "immediate=1us"))
        let immediate = try #require(rows.first { $0.starts(with: ["metric", "immediate"]) })
        #expect(immediate.suffix(3) == ["budget 0.000001", "inside 0.000000", "over"])
    }

    @Test(.enabled(if: Sonora.hasTerminal))
    func `at a terminal there are bars, and no line is longer than 80 columns`() throws {
        let lines = try Sonora.atTerminal("latency report '\(folder)'")
        let text = lines.joined()
        #expect(text.contains("┃") && text.contains("●") && text.contains("slowest"))
        #expect(lines.count > 20)
        for line in lines { #expect(line.count <= 80, "\(line)") }
    }

    @Test func `markdown is tables, each row as wide as its head`() throws {
        let text = try report(folder, "--format", "markdown").text
        for heading in ["# Latency", "## Stages", "## Tiers", "## By length", "## The slowest", "## Failed"] {
            #expect(text.contains("\(heading)\n"))
        }
        for table in text.components(separatedBy: "\n\n") where table.hasPrefix("|") {
            let widths = Set(table.split(separator: "\n").map { $0.split(separator: "|").count })
            #expect(widths.count == 1, "\(table)")
        }
    }

    // MARK: For programs

    @Test func `csv says the same as json`() throws {
        let json = try report(folder, "--format", "json").object()
        let lines = try report(folder, "--format", "csv").lines
        #expect(lines.first == "scope,metric,statistic,value")
        let metrics = try #require(json["metrics"] as? [[String: Any]])
        #expect(metrics.count >= 6)
        for metric in metrics where metric["count"] as? Int != 0 {
            let name = try #require(metric["metric"] as? String)
            for (percentile, value) in try #require(metric["percentiles"] as? [String: Double]) {
                let line = lines.first { $0.hasPrefix("all,\(name),\(percentile),") }
                #expect(line?.split(separator: ",").last.flatMap { Double($0) } == value)
            }
        }
    }

    @Test func `the figures of json are those of the documents`() throws {
        let fromIndex = try report(folder, "--format", "json").object()
        let bare = scratch.folder + "/bare"
        try FileManager.default.createDirectory(atPath: bare, withIntermediateDirectories: true)
        for name in try FileManager.default.contentsOfDirectory(atPath: folder)
        where name.hasSuffix(".sonora.json") && !name.hasPrefix("copy") && !name.hasPrefix("stand-up") {
            try FileManager.default.copyItem(atPath: "\(folder)/\(name)", toPath: "\(bare)/\(name)")
        }
        let note = FileManager.default.fileExists(atPath: folder + "/copy.wav.sonora.json") ? "copy.wav" : "?"
        try FileManager.default.copyItem(atPath: "\(folder)/\(note).sonora.json", toPath: bare + "/a.sonora.json")
        let fromDocuments = try report(bare, "--format", "json").object()
        // How long a document took to write stands only in the index.
        let metrics = try [fromIndex, fromDocuments].map { report in
            try #require(report["metrics"] as? [[String: Any]]).filter { $0["metric"] as? String != "step.write" }
        }
        #expect(metrics[0].count == metrics[1].count && metrics[0].count >= 6)
        for (one, other) in zip(metrics[0], metrics[1]) {
            for key in ["metric", "count", "verdict"] { #expect(try canonical(one[key]) == canonical(other[key])) }
            guard one["count"] as? Int != 0 else { continue }
            let figures = try [one, other].map { try #require($0["percentiles"] as? [String: Double]) }
            // Documents have microseconds, and a response is the sum of two; between them may lie the edge of a bucket of
            // the histogram, in which percentiles are rounded up.
            for (name, value) in figures[0] {
                let precision = name == "max" ? 3e-6 : value * 1e-3 + 3e-6
                #expect(abs(value - (figures[1][name] ?? .infinity)) < precision, "\(name)")
            }
            for name in ["min", "mean"] {
                let values = [one, other].compactMap { $0[name] as? Double }
                #expect(values.count == 2 && abs(values[0] - values[1]) < 3e-6, "\(name)")
            }
        }
    }

    @Test func `json obeys its schema, and the schema notices what is wrong`() throws {
        let saved = try scratch.file("saved.ndjson", Array("{\"sonoraLatency\":1}\n{\"memo\":\"a\"}\n".utf8))
        let reports = try [folder, saved].map { try report($0, "--format", "json") }
        let script = Sonora.repository + "/Tests/sonoraTests/Support/validate.py"
        func validate(_ files: [String]) throws -> Outcome {
            try Child("/usr/bin/python3", [script, Sonora.repository + "/Schema", "latency"] + files).end()
        }
        let files = try reports.enumerated().map { try scratch.file("\($0).json", $1.output) }
        let outcome = try validate(files)
        #expect(outcome.status == 0 && outcome.lines.last == "2 checked, 0 faults", "\(outcome.text.prefix(2000))")
        let faults = [
            ("\"verdict\":\"within\"", "\"verdict\":\"passed\""), ("\"p99.9\":", "\"p999\":"),
            ("\"memos\":11", "\"memos\":-1"),
            ("\"metric\":\"queue\"", "\"metric\":\"line\""), ("\"patient\":", "\"patience\":"),
        ]
        for (right, wrong) in faults {
            #expect(reports[0].text.contains(right), "\(right) is not in the report")
            let bad = reports[0].text.replacingOccurrences(of: right, with: wrong)
            #expect(try validate([scratch.file("bad.json", Array(bad.utf8))]).status == 1, "not noticed: \(wrong)")
        }
    }

    @Test func `steps are read where the index has them`() throws {
        let script = """
            import sqlite3, sys
            index = sqlite3.connect(sys.argv[1])
            index.execute("CREATE TABLE IF NOT EXISTS step (memo INTEGER, step TEXT, elapsed REAL, PRIMARY KEY (memo, step))")
            for (memo,) in index.execute("SELECT memo FROM stage WHERE stage = 'insights'").fetchall():
                for step, elapsed in (("read", 0.25), ("spectra", 0.5), ("later", 9)):
                    index.execute("INSERT OR REPLACE INTO step (memo, step, elapsed) VALUES (?, ?, ?)", (memo, step, elapsed))
            index.commit()
            """
        let python = try Child("/usr/bin/python3", ["-c", script, folder + "/sonora.sqlite"]).end()
        try #require(python.status == 0, "\(python.errors)")
        let rows = rows(try report(folder))
        for (step, time) in [("read", "0.250000"), ("spectra", "0.500000")] {
            let row = try #require(rows.first { $0.starts(with: ["metric", "step.\(step)"]) })
            #expect(row.contains("count 10") && row.contains("max \(time)"))
        }
        #expect(!rows.contains { $0.contains("step.later") })
    }

    // MARK: Streams and mistakes

    @Test func `events are reported from a pipe, also those of a run that was cut`() throws {
        let whole = try Sonora.shell(
            "\"$0\" process --format ndjson \"$1\" \"$2\" | \"$0\" latency report -",
            [
                Sonora.note, Sonora.samples + "/hum.wav",
            ])
        #expect(whole.status == 0 && whole.text.contains("memos\t2\n") && whole.text.contains("total\tcount 2"))
        let cut = try Sonora.shell(
            "\"$0\" process --format ndjson \"$1\" | head -c 400 | \"$0\" latency report -", [Sonora.note])
        #expect(cut.text.contains("memos\t1\n") && cut.errors.contains("last line"))
    }

    @Test func `what cannot be read costs a line and status 1`() throws {
        for source in [
            scratch.folder + "/missing", scratch.folder + "/broken.wav", Sonora.samples, folder + "/summary.json",
        ] {
            let outcome = try report(source, status: 1)
            #expect(outcome.output.isEmpty && outcome.errors.hasPrefix("sonora: \(source)"), "\(outcome.errors)")
        }
    }
}
