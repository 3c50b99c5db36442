// LatencyVerdictTests: what was asked for and what changed, in every format; reports of nothing; figures that cannot be.

import Foundation
import Testing

@Suite(.timeLimit(.minutes(10))) struct LatencyVerdictTests {
    private let scratch: Scratch

    init() throws { scratch = try Scratch() }

    /// Forty memos, some of them failed.
    private func saved(_ name: String, seconds: Double, failed: Int = 0, more: [String] = []) throws -> String {
        let good = (0..<40).map { number in
            let time = seconds + Double(number) * 1e-5
            return "{\"memo\":\"m\(number)\",\"duration\":10,\"total\":\(time),\"stages\":{\"immediate\":\(time / 2)}}"
        }
        let bad = (0..<failed).map { "{\"memo\":\"bad\($0)\",\"errorCode\":\"notAudio\"}" }
        let lines = ["{\"sonoraLatency\":1}"] + good + bad + more
        return try scratch.file(name, Array(lines.joined(separator: "\n").utf8))
    }

    private func compared(_ format: String) throws -> Outcome {
        let before = try saved("before", seconds: 0.02)
        let after = try saved("after", seconds: 0.03, failed: 2)
        return try Sonora.run(
            "latency", "report", after, "--baseline", before, "--max-regression", "10%", "--require",
            "immediate.p50 < 1s", "--format", format)
    }

    // MARK: Formats

    @Test func `in a pipe it is said how many failed`() throws {
        let after = try saved("after", seconds: 0.03, failed: 2)
        let outcome = try Sonora.run("latency", "report", after, "--require", "immediate.p50 < 1s")
        #expect(outcome.status == 0 && outcome.errorLines.last == "failed\t2\t42")
    }

    @Test func `json has what was asked for and what changed, as its schema says`() throws {
        let outcome = try compared("json")
        #expect(outcome.status == 3)
        let report = try outcome.object()
        #expect(dig(report, "checks", "holds") as? Bool == false && dig(report, "checks", "failedMemos") as? Int == 2)
        let asked = try #require(dig(report, "checks", "asked") as? [[String: Any]])
        #expect(asked.first?["requirement"] as? String == "immediate.p50 < 1s")
        #expect(asked.first?["verdict"] as? String == "holds" && asked.last?["verdict"] as? String == "broken")
        #expect(dig(report, "comparison", "memos", "onlyAfter") as? [String] == ["bad0", "bad1"])
        let metrics = try #require(dig(report, "comparison", "metrics") as? [[String: Any]])
        #expect(metrics.contains { $0["metric"] as? String == "total" && $0["verdict"] as? String == "slower" })
        let file = try scratch.file("report.json", outcome.output)
        let script = Sonora.repository + "/Tests/sonoraTests/Support/validate.py"
        let schemas = Sonora.repository + "/Schema"
        let valid = try Child("/usr/bin/python3", [script, schemas, "latency", file]).end()
        #expect(valid.status == 0, "\(valid.text.prefix(2000))")
        let wrong = outcome.text.replacingOccurrences(of: "\"verdict\":\"broken\"", with: "\"verdict\":\"bad\"")
        let bad = try scratch.file("bad.json", Array(wrong.utf8))
        #expect(try Child("/usr/bin/python3", [script, schemas, "latency", bad]).end().status == 1)
    }

    @Test func `csv and markdown have them, too, and they are nowhere where nobody asked`() throws {
        let csv = try compared("csv").lines
        #expect(csv.contains("check,immediate.p50 < 1s,verdict,holds"))
        #expect(csv.contains("check,failed no more often than before,verdict,broken"))
        #expect(csv.contains("comparison,total,p50.verdict,slower"))
        let markdown = try compared("markdown").text
        #expect(markdown.contains("\n## Requirements\n") && markdown.contains("| `immediate.p50 < 1s` |"))
        #expect(markdown.contains("| **broken** |") && markdown.contains("\n## Compared with the baseline\n"))
        for format in ["json", "csv", "markdown"] {
            let text = try Sonora.run("latency", "report", scratch.folder + "/after", "--format", format).text
            for word in ["check", "omparison", "Requirements", "Compared"] {
                #expect(!text.contains(word), "\(format)")
            }
        }
    }

    @Test func `a format without a place for it says so, and that the memos differ`() throws {
        let errors = try compared("prometheus").errors
        #expect(errors.contains("prometheus has no place for what changed since the baseline"))
        #expect(errors.contains("2 only in this measurement (bad0, bad1), 40 in both"))
    }

    // MARK: Windows

    @Test(
        .enabled(if: Sonora.hasTerminal),
        arguments: [50, 60, 80, 100, 200])
    func `at a terminal nothing is wider than the window`(columns: Int) throws {
        let steps = "\"steps\":{\"read\":3,\"segments\":4.5}"
        let before = try saved("before", seconds: 0.02)
        let name = String(repeating: "long name ", count: 12)
        let after = try saved(
            "after", seconds: 0.03, failed: 2,
            more: ["{\"memo\":\"\(name)\",\"duration\":4000,\"total\":9,\"stages\":{\"insights\":8},\(steps)}"])
        let lines = try Sonora.atTerminal(
            "latency report '\(after)' --baseline '\(before)' --max-regression 10% --check "
                + "--require 'transcriptText.p99.9 < 1s'", columns: columns)
        let text = lines.joined()
        #expect(lines.count > 40 && text.contains("Mann") && text.contains("not hold"))
        // Notes of the command itself are one line each, whatever the window.
        for line in lines where !line.hasPrefix("sonora:") {
            #expect(line.count <= columns, "\(line)")
        }
    }

    // MARK: Nothing, and what cannot be

    @Test(arguments: ["", "{\"sonoraLatency\":1}\n", "[]"])
    func `a report of nothing is none, and ends with 1`(text: String) throws {
        let file = try scratch.file("nothing", Array(text.utf8))
        for format in ["text", "json", "html", "trace"] {
            let outcome = try Sonora.run("latency", "report", file, "--format", format)
            #expect(outcome.status == 1 && outcome.output.isEmpty && outcome.errors.contains(file))
        }
    }

    @Test func `an index that something else wrote to crashes nothing, and what cannot be is left out`() throws {
        for memo in ["a", "b", "c", "d", "e"] {
            try scratch.copy(Sonora.samples + "/\(memo == "a" ? "clicks.flac" : "hum.wav")", as: "\(memo).wav")
        }
        // The same sound counts once, so each memo gets a time of its own first.
        let batch = try Sonora.run("batch", scratch.folder, "--output", scratch.folder + "/out")
        try #require(batch.status == 0, "\(batch.errors)")
        let values = ["1e300", "9e999", "-2", "'text'", "x'00ff'", "'NaN'"]
        let places = [
            "UPDATE result SET total", "UPDATE result SET startedAt", "UPDATE result SET queueWait",
            "UPDATE result SET worker", "UPDATE result SET lateStage = 'insights', lateElapsed",
            "UPDATE stage SET elapsed", "UPDATE stage SET partial = 1, whole", "UPDATE step SET elapsed",
            "UPDATE memo SET duration",
        ]
        for place in places {
            for value in values where !(place.hasSuffix("worker") && value == "9e999") {
                let statement = "\(place) = \(value) WHERE \(place.contains("memo") ? "id" : "memo") = 1"
                let script = """
                    import shutil, sqlite3, sys
                    shutil.rmtree(sys.argv[2], ignore_errors=True)
                    shutil.copytree(sys.argv[1], sys.argv[2])
                    index = sqlite3.connect(sys.argv[2] + "/sonora.sqlite")
                    index.execute("PRAGMA ignore_check_constraints = 1")
                    index.execute("UPDATE result SET startedAt = startedAt + memo")
                    index.execute(sys.argv[3])
                    index.commit()
                    """
                let hostile = scratch.folder + "/hostile"
                let python = try Child(
                    "/usr/bin/python3", ["-c", script, scratch.folder + "/out", hostile, statement]
                ).end()
                try #require(python.status == 0, "\(python.errors)")
                for format in ["text", "trace"] {
                    let outcome = try Sonora.run("latency", "report", hostile, "--format", format)
                    #expect(outcome.status == 0, "\(statement), \(format): \(outcome.errors)")
                    #expect(
                        outcome.errors.contains("1 memo has a figure that cannot be"), "\(statement): \(outcome.errors)"
                    )
                }
            }
        }
    }

    @Test func `memos that nobody knows the start of cannot lead a trace beyond its numbers`() throws {
        let line = "{\"memo\":\"a\",\"duration\":8e9,\"total\":8.9e9,\"stages\":{\"immediate\":8.9e9}}\n"
        let file = try scratch.file(
            "long", Array(("{\"sonoraLatency\":1}\n" + String(repeating: line, count: 2000)).utf8))
        for format in ["text", "trace", "json", "csv", "markdown", "prometheus", "hgrm", "html"] {
            let outcome = try Sonora.run("latency", "report", file, "--format", format)
            #expect(outcome.status == 0 && !outcome.text.contains("null.0"), "\(format): \(outcome.errors)")
        }
        #expect(try Sonora.run("latency", "report", file, "--format", "hgrm").errors.contains("more than an hour"))
    }

    @Test func `memos that all began at once have a track each, and lanes that are free are taken again`() throws {
        let lines = (0..<20_000).map { number in
            "{\"memo\":\"m\",\"total\":1,\"worker\":0,\"startedAt\":\(number < 10_000 ? 5 : 6 + number)}"
        }
        let file = try scratch.file("same", Array((["{\"sonoraLatency\":1}"] + lines).joined(separator: "\n").utf8))
        let trace = try Sonora.run("latency", "report", file, "--format", "trace").object()
        let events = try #require(trace["traceEvents"] as? [[String: Any]])
        let tracks = Dictionary(grouping: events.filter { $0["ph"] as? String == "X" }) { $0["tid"] as? Int ?? -1 }
        #expect(tracks.count == 10_000 && tracks.values.map(\.count).max() == 10_001)
    }
}
