// LatencyFormatTests: what other programs read of a latency report: traces, Prometheus, HdrHistogram; and many memos.

import Foundation
import Testing

@Suite(.timeLimit(.minutes(10))) struct LatencyFormatTests {
    private let scratch: Scratch
    private let saved: String

    /// Two workers with memos one after the other; one that overlaps, one without a time, and one that failed.
    private static let lines = [
        #"{"sonoraLatency":1,"toolVersion":"1","startedAt":1000,"command":[],"notes":{}}"#,
        #"{"memo":"b","duration":10,"queueWait":0.5,"total":0.4,"startedAt":1000.5,"worker":0,"stages":{"immediate":0.1,"transcript":0.30000001,"insights":0.4},"steps":{"open":0.01,"read":0.2,"write":0.3}}"#,
        #"{"memo":"a \"|` ö","duration":10,"queueWait":0,"total":0.2,"startedAt":1000.1,"worker":0,"stages":{"immediate":0.0500004,"insights":0.2},"steps":{"open":0.0000001,"read":0.1}}"#,
        #"{"memo":"c","duration":100,"total":4,"startedAt":1000.2,"worker":1,"stages":{"insights":3.5},"steps":{}}"#,
        #"{"memo":"d","total":0.1,"startedAt":1000.3,"worker":1,"stages":{"immediate":0.05}}"#,
        #"{"memo":"e","total":0.1,"stages":{"immediate":0.05}}"#,
        #"{"memo":"f","startedAt":1001,"worker":0,"errorCode":"not\"Audio\\"}"#,
    ]

    init() throws {
        scratch = try Scratch()
        saved = try scratch.file("saved", Array((Self.lines.joined(separator: "\n") + "\n").utf8))
    }

    private func report(_ format: String, _ others: String...) throws -> Outcome {
        let outcome = try Sonora.run(["latency", "report", saved, "--format", format] + others)
        #expect(outcome.status == 0 && outcome.errors.isEmpty, "\(outcome.errors)")
        return outcome
    }

    // MARK: Trace

    private struct Slice {
        var name: String
        var track: Int
        var start: Int
        var end: Int
    }

    @Test func `a trace is complete events, in order and nested on each track`() throws {
        let trace = try report("trace").object()
        let events = try #require(trace["traceEvents"] as? [[String: Any]])
        var slices: [Slice] = []
        var named: [Int: String] = [:]
        for event in events {
            let kind = try #require(event["ph"] as? String)
            #expect(event["pid"] as? Int == 1)
            if kind == "M" {
                let name = try #require(dig(event, "args", "name") as? String)
                if let track = event["tid"] as? Int { named[track] = name }
                continue
            }
            #expect(kind == "X")
            let start = try #require(event["ts"] as? Int)
            let length = try #require(event["dur"] as? Int)
            #expect(start >= 0 && length >= 0)
            let track = try #require(event["tid"] as? Int)
            slices.append(Slice(name: event["name"] as? String ?? "", track: track, start: start, end: start + length))
        }
        #expect(slices.count == 6 + 3 + 2 + 1 + 1 + 1 + 3 + 2)
        let tracks = Dictionary(grouping: slices) { $0.track }
        #expect(Set(tracks.keys) == Set(named.keys))
        for track in tracks.values {
            var open: [Slice] = []
            for (slice, before) in zip(track, [nil] + track.map(Optional.some)) {
                #expect(slice.start >= before?.start ?? 0, "\(slice)")
                while let last = open.last, last.end <= slice.start { open.removeLast() }
                if let last = open.last { #expect(slice.end <= last.end, "\(slice) in \(last)") }
                open.append(slice)
            }
        }
        #expect(named.values.contains("worker 0: steps") && named.values.contains("worker 1, at the same time"))
    }

    @Test func `spans lie where the time went`() throws {
        let events = try #require(try report("trace").object()["traceEvents"] as? [[String: Any]])
        func span(_ name: String, after start: Int) -> [Int]? {
            events.first { $0["name"] as? String == name && $0["ts"] as? Int ?? -1 >= start }
                .flatMap { event in (event["ts"] as? Int).flatMap { ts in (event["dur"] as? Int).map { [ts, $0] } } }
        }
        // The trace starts with the first memo.
        #expect(span("a \"|` ö", after: 0) == [0, 200_000])
        #expect(span("b", after: 0) == [400_000, 510_000])
        #expect(span("transcript", after: 400_000) == [500_000, 200_000])
        #expect(span("read", after: 400_000) == [410_000, 200_000])
        #expect(span("write", after: 400_000) == [610_000, 300_000])
        let insights = events.first {
            $0["name"] as? String == "insights" && dig($0, "args", "elapsed") as? Double == 3.5
        }
        #expect(dig(insights, "args", "verdict") as? String == "over")
        #expect(events.contains { dig($0, "args", "failed") as? String == "not\"Audio\\" })
    }

    // MARK: Prometheus

    @Test func `each line for Prometheus is a comment or a sample, and buckets rise to the count`() throws {
        let lines = try report("prometheus").lines
        let sample = try Regex(
            #"^([a-z_]+)(\{([a-z]+="([^"\\]|\\["\\n])*")(,[a-z]+="([^"\\]|\\["\\n])*")*\})? ([0-9.e+-]+)$"#)
        var types: [String: String] = [:]
        var values: [String: Double] = [:]
        for line in lines {
            if line.hasPrefix("# ") {
                let words = line.split(separator: " ", maxSplits: 3).map(String.init)
                try #require(words.count == 4 && ["HELP", "TYPE"].contains(words[1]))
                if words[1] == "TYPE" {
                    #expect(types[words[2]] == nil, "\(line)")
                    types[words[2]] = words[3]
                }
                continue
            }
            #expect(line.wholeMatch(of: sample) != nil, "\(line)")
            let space = try #require(line.lastIndex(of: " "))
            let name = String(line[..<space])
            #expect(values[name] == nil, "twice: \(name)")
            values[name] = Double(line[line.index(after: space)...])
            let family = name.prefix { $0 != "{" }
            let base = ["_bucket", "_sum", "_count"].reduce(String(family)) {
                types[String($0)] == nil && $0.hasSuffix($1) ? String($0.dropLast($1.count)) : $0
            }
            #expect(types[base] != nil, "\(line) is of no known type")
        }
        let buckets = lines.filter { $0.hasPrefix("sonora_stage_seconds_bucket{stage=\"immediate\"") }
            .compactMap { $0.split(separator: " ").last.flatMap { Double($0) } }
        #expect(buckets == buckets.sorted() && buckets.last == 4)
        #expect(values["sonora_stage_seconds_count{stage=\"immediate\"}"] == 4)
        // An edge belongs to the faster tier.
        #expect(values["sonora_stage_seconds_bucket{stage=\"immediate\",le=\"0.1\"}"] == 4)
        #expect(values["sonora_stage_seconds_bucket{stage=\"insights\",le=\"3.0\"}"] == 2)
        #expect(values["sonora_stage_seconds_bucket{stage=\"insights\",le=\"+Inf\"}"] == 3)
        #expect(values["sonora_stage_seconds_sum{stage=\"insights\"}"] == 4.1)
        #expect(values["sonora_failed_memos{code=\"not\\\"Audio\\\\\"}"] == 1)
        #expect(values["sonora_memos"] == 6)
        for edge in ["0.1", "0.3", "1.0", "3.0", "+Inf"] {
            #expect(values["sonora_total_seconds_bucket{le=\"\(edge)\"}"] != nil)
        }
    }

    // MARK: HdrHistogram

    @Test func `hgrm has the columns of HdrHistogram, of the metric that is asked for`() throws {
        let lines = try report("hgrm", "--metric", "insights").lines
        #expect(lines.first == "       Value     Percentile TotalCount 1/(1-Percentile)")
        let rows = lines.dropFirst(2).filter { !$0.hasPrefix("#") }.map { $0.split(separator: " ").map { Double($0) } }
        try #require(rows.dropLast().allSatisfy { $0.count == 4 && !$0.contains(nil) } && rows.last?.count == 3)
        let values = rows.compactMap { $0.first ?? nil }
        #expect(values == values.sorted())
        #expect(values.last.map { abs($0 - 3500) < 3.5 } == true && rows.last?[2] == 3)
        #expect(lines.filter { $0.hasPrefix("#[") }.count == 3)
        #expect(try report("hgrm").lines != lines)
    }

    @Test func `of what was not recorded there is an empty histogram, and a note`() throws {
        let outcome = try Sonora.run("latency", "report", saved, "--format", "hgrm", "--metric", "extended")
        #expect(outcome.status == 0 && outcome.errors == "sonora: nothing was recorded of extended\n")
        #expect(outcome.lines.contains { $0.hasPrefix("#[Max") && $0.hasSuffix(" 0]") })
    }

    @Test(.enabled(if: Sonora.hasTerminal))
    func `steps and a budget that does not hold fit on a terminal, too`() throws {
        let lines = try Sonora.atTerminal("latency report '\(saved)'")
        #expect(lines.contains { $0.contains("✗ insights") && $0.contains(" 66.7%") })
        #expect(lines.contains { $0.contains("┃") && $0.contains("×") && $0.contains("3.00 s") })
        #expect(lines.contains { $0.contains("most: write 300 ms") })
        for line in lines { #expect(line.count <= 80, "\(line)") }
    }

    @Test func `names that would break a table do not`() throws {
        let text = try report("markdown").text
        #expect(text.contains("| `` a \"\\|` ö `` |"))
        let rows = try report("csv").lines
        #expect(rows.contains("all,failed,\"not\"\"Audio\\\",1"))
    }

    // MARK: Many

    @Test func `a hundred thousand memos are reported in every format`() throws {
        var text = Self.lines[0] + "\n"
        for number in 0..<100_000 {
            let time = Double(number % 1000 + 1) / 10_000
            text += "{\"memo\":\"m\(number)\",\"duration\":10,\"total\":\(time),\"startedAt\":\(number),\"worker\":0,"
            text += "\"stages\":{\"immediate\":\(time)},\"steps\":{\"read\":\(time)}}\n"
        }
        let file = try scratch.file("many", Array(text.utf8))
        for format in ["text", "markdown", "json", "csv", "hgrm", "trace", "prometheus"] {
            let outcome = try Sonora.run("latency", "report", file, "--format", format)
            #expect(outcome.status == 0 && !outcome.output.isEmpty)
            if format == "text" {
                #expect(outcome.text.contains("metric\timmediate\tcount 100000\tp50 0.05"))
                #expect(outcome.text.contains("max 0.100000\tbudget 0.100000\tinside 1.000000\twithin"))
            }
        }
    }
}
