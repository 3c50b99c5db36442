// LatencyExceptionTests: what arrived in part, was stopped, or was heard live, is told in every format.

import Foundation
import Testing

@Suite(.timeLimit(.minutes(10))) struct LatencyExceptionTests {
    private let scratch: Scratch
    private let saved: String

    init() throws {
        scratch = try Scratch()
        saved = try scratch.file(
            "saved",
            Array(
                """
                {"sonoraLatency":1}
                {"memo":"whole","duration":10,"total":0.4,"stages":{"immediate":0.05,"insights":0.4}}
                {"memo":"part","duration":10,"total":0.6,"stages":{"immediate":0.09,"insights":0.6},"partial":{"immediate":0.3}}
                {"memo":"late","errorCode":"late","stages":{"immediate":0.06},"late":{"stage":"insights","elapsed":3.1}}
                {"memo":"live","duration":60,"total":60,"stages":{"immediate":0.02,"insights":0.1},"live":true}

                """.utf8))
    }

    private func report(_ format: String) throws -> Outcome {
        let outcome = try Sonora.run("latency", "report", saved, "--format", format)
        #expect(outcome.status == 0 && outcome.errors.isEmpty, "\(outcome.errors)")
        return outcome
    }

    @Test(arguments: ["markdown", "html"]) func `people read it in sentences`(format: String) throws {
        let text = try report(format).text
        #expect(text.contains("1 told in part, as known at the deadline"))
        #expect(text.contains("1 stopped as too late, and never there"))
        #expect(text.contains("1 heard live, in no total, response, × real time or step.read"))
    }

    @Test func `the table of the page has both counts`() throws {
        let text = try report("html").text
        #expect(text.contains("in part</th>") && text.contains("stopped</th>"))
        #expect(text.contains("<p class=\"small bad\">1 stopped"))
        let folder = try Scratch()
        let file = try folder.file("page.html", Array(text.utf8))
        let script = "import sys, xml.dom.minidom as m; m.parse(sys.argv[1])"
        #expect(try Child("/usr/bin/python3", ["-c", script, file]).end().status == 0)
    }

    @Test func `programs read it as figures`() throws {
        let csv = try report("csv").lines
        for line in ["all,live,count,1", "all,immediate,partial,1", "all,insights,stopped,1"] {
            #expect(csv.contains(line), "\(line)")
        }
        let json = try report("json").object()
        #expect(json["live"] as? Int == 1)
        let metrics = try #require(json["metrics"] as? [[String: Any]])
        #expect(metrics.map { $0["partial"] as? Int ?? 0 }.reduce(0, +) == 1)
        #expect(metrics.map { $0["stopped"] as? Int ?? 0 }.reduce(0, +) == 1)
        let text = try report("text").lines
        #expect(text.contains("live\t1"))
        #expect(text.contains { $0.hasPrefix("metric\timmediate\t") && $0.hasSuffix("\tpartial 1") })
        #expect(text.contains { $0.hasPrefix("metric\tinsights\t") && $0.hasSuffix("\tstopped 1") })
    }

    @Test func `Prometheus has a series for each stage, also of those without any`() throws {
        let lines = try report("prometheus").lines
        for line in [
            "sonora_live_memos 1", "sonora_partial_memos{stage=\"immediate\"} 1",
            "sonora_partial_memos{stage=\"insights\"} 0", "sonora_stopped_memos{stage=\"insights\"} 1",
            "sonora_stopped_memos{stage=\"immediate\"} 0", "# TYPE sonora_stopped_memos gauge",
        ] {
            #expect(lines.contains(line), "\(line)")
        }
    }

    @Test func `where all came whole nothing is said of it`() throws {
        let plain = try scratch.file(
            "plain", Array("{\"sonoraLatency\":1}\n{\"memo\":\"a\",\"total\":1,\"stages\":{\"immediate\":1}}\n".utf8))
        for format in ["markdown", "html"] {
            let text = try Sonora.run("latency", "report", plain, "--format", format).text
            for word in ["in part", "stopped", "live"] { #expect(!text.contains(word), "\(format): \(word)") }
        }
    }

    @Test(.enabled(if: Sonora.hasTerminal), arguments: [50, 80])
    func `at a terminal it fits the window`(columns: Int) throws {
        let lines = try Sonora.atTerminal("latency report '\(saved)'", columns: columns)
        let text = lines.joined(separator: " ").split(separator: " ").joined(separator: " ")
        #expect(text.contains("1 told in part, as known at the deadline"))
        #expect(text.contains("1 stopped as too late, and never there"))
        #expect(text.contains("1 heard live, in no total, response, × real time or step.read"))
        for line in lines { #expect(line.count <= columns, "\(line)") }
    }
}
