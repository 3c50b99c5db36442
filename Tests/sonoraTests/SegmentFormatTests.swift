// Segment formats: each obeys what its readers insist on.

import Foundation
import Testing

@Suite(.timeLimit(.minutes(10))) struct SegmentFormatTests {
    private static let memo = Sonora.samples + "/slow-reflection.flac"
    private static let duration = 24.0

    private func render(_ format: String, _ more: [String] = [], memo: String = Self.memo) throws -> Outcome {
        let outcome = try Sonora.run(["segments", memo, "--format", format] + more)
        #expect(outcome.status == 0 && outcome.errors.isEmpty)
        return outcome
    }

    private func spans(_ more: [String] = []) throws -> [(start: Double, end: Double)] {
        try render("csv", more).lines.dropFirst().map { line in
            let fields = line.split(separator: ",").compactMap { Double($0) }
            try #require(fields.count >= 2)
            return (fields[0], fields[1])
        }
    }

    @Test func `the five thoughts of the slow memo are five segments`() throws {
        let spans = try spans()
        #expect(spans.count == 5)
        for (one, next) in zip(spans, spans.dropFirst()) { #expect(one.start < one.end && one.end <= next.start) }
        #expect(spans.allSatisfy { $0.start >= 0 && $0.end <= Self.duration })
    }

    @Test func `CSV begins with start and end`() throws {
        let lines = try render("csv").lines
        #expect(lines.first == "start,end,startReason,endReason,peak,rms")
        #expect(
            lines.dropFirst().allSatisfy {
                $0.wholeMatch(of: /[0-9]+\.[0-9]{6},[0-9]+\.[0-9]{6},[a-zA-Z]+,[a-zA-Z]+,-?[0-9.]+,-?[0-9.]+/) != nil
            })
        #expect(try render("csv", ["--activity"]).lines.first == "start,end")
    }

    @Test func `SRT numbers its cues, which have a length and do not overlap`() throws {
        for more in [[], ["--activity"], ["--turns"], ["--pad", "5s", "--join", "1ms"]] {
            let blocks = try render("srt", more).text.components(separatedBy: "\n\n").filter { !$0.isEmpty }
            var previous = 0
            for (index, block) in blocks.enumerated() {
                let lines = block.split(separator: "\n").map(String.init)
                try #require(lines.count == 3 && lines[0] == "\(index + 1)" && !lines[2].isEmpty)
                let (start, end) = try times(
                    lines[1], /(\d\d):(\d\d):(\d\d),(\d\d\d) --> (\d\d):(\d\d):(\d\d),(\d\d\d)/)
                #expect(start >= previous && end > start)
                previous = end
            }
            #expect(blocks.count >= 5)
        }
    }

    @Test(arguments: ["stereo-interview.wav", "lecture.flac", "street.wav", "slow-reflection.flac"])
    func `SRT and VTT begin and end in the milliseconds of the JSON`(name: String) throws {
        try expectMilliseconds("\(Sonora.samples)/\(name)")
    }

    @Test func `an end between two milliseconds is rounded as in the JSON`() throws {
        let scratch = try Scratch()
        // It ends in the middle of speech, after 12.300625 s.
        let sound = try bytes(of: Sonora.note)[44...].prefix(393_620)
        let memo = try scratch.file("cut.wav", Wave.header(data: sound.count, rate: 16_000) + sound)
        #expect(try render("srt", memo: memo).text.contains("--> 00:00:12,301"))
        try expectMilliseconds(memo)
    }

    private func expectMilliseconds(_ memo: String) throws {
        func milliseconds(_ value: Any?) throws -> Int { Int((try #require(value as? Double) * 1000).rounded()) }
        let document = try render("json", memo: memo).object()
        let rows = try #require(document["segments"] as? [[String: Any]])
        for (format, form) in [
            ("srt", /(\d\d):(\d\d):(\d\d),(\d\d\d) --> (\d\d):(\d\d):(\d\d),(\d\d\d)/),
            ("vtt", /(\d\d):(\d\d):(\d\d)\.(\d\d\d) --> (\d\d):(\d\d):(\d\d)\.(\d\d\d)/),
        ] {
            let cues = try render(format, memo: memo).lines.filter { $0.contains(" --> ") }.map { try times($0, form) }
            try #require(cues.count == rows.count && !cues.isEmpty)
            for (cue, row) in zip(cues, rows) {
                #expect(try cue.0 == milliseconds(row["start"]) && cue.1 == milliseconds(row["end"]))
            }
        }
    }

    @Test func `VTT begins with its name and an empty line`() throws {
        let blocks = try render("vtt").text.components(separatedBy: "\n\n").filter { !$0.isEmpty }
        #expect(blocks.first == "WEBVTT")
        #expect(blocks.count == 6)
        for (block, span) in zip(blocks.dropFirst(), try spans()) {
            let (start, end) = try times(
                block.components(separatedBy: "\n")[1],
                /(\d\d):(\d\d):(\d\d)\.(\d\d\d) --> (\d\d):(\d\d):(\d\d)\.(\d\d\d)/)
            #expect(abs(Double(start) / 1000 - span.start) < 0.0011 && abs(Double(end) / 1000 - span.end) < 0.0011)
        }
    }

    private typealias Times = (
        Substring, Substring, Substring, Substring, Substring, Substring, Substring, Substring, Substring
    )

    private func times(_ line: String, _ form: Regex<Times>) throws -> (Int, Int) {
        let match = try #require(line.wholeMatch(of: form)?.output, "\(line)")
        let parts = [match.1, match.2, match.3, match.4, match.5, match.6, match.7, match.8].compactMap { Int($0) }
        func milliseconds(_ at: Int) -> Int {
            ((parts[at] * 60 + parts[at + 1]) * 60 + parts[at + 2]) * 1000 + parts[at + 3]
        }
        return (milliseconds(0), milliseconds(4))
    }

    @Test func `RTTM has ten fields, even when the name holds spaces`() throws {
        let scratch = try Scratch()
        let memo = try scratch.copy(Self.memo, as: "my memo of\ttoday.flac")
        let lines = try render("rttm", memo: memo).lines
        #expect(lines.count == 5)
        for (line, span) in zip(lines, try spans()) {
            let fields = line.split(separator: " ", omittingEmptySubsequences: false)
            try #require(fields.count == 10)
            #expect(fields.prefix(3) == ["SPEAKER", "my_memo_of_today", "1"])
            #expect(fields[5...] == ["<NA>", "<NA>", "speech", "<NA>", "<NA>"])
            let (start, length) = (try #require(Double(fields[3])), try #require(Double(fields[4])))
            #expect(abs(start - span.start) < 0.001 && abs(length - (span.end - span.start)) < 0.0015)
        }
    }

    @Test func `TextGrid covers the memo without a gap`() throws {
        for more in [[], ["--activity"], ["--pad", "1ms"]] {
            let text = try render("textgrid", more).text
            #expect(text.hasPrefix("File type = \"ooTextFile\"\nObject class = \"TextGrid\"\n\nxmin = 0\nxmax = 24.0"))
            let lows = text.matches(of: /\ {12}xmin = ([0-9.]+)/).map { String($0.output.1) }
            let highs = text.matches(of: /\ {12}xmax = ([0-9.]+)/).map { String($0.output.1) }
            let labels = text.matches(of: /text = "(.*)"/).map { String($0.output.1) }
            #expect(lows.first == "0.000000" && highs.last == "24.000000")
            #expect(Array(lows.dropFirst()) == Array(highs.dropLast()))
            #expect(text.contains("intervals: size = \(lows.count)\n"))
            #expect(labels.count == lows.count)
            #expect(labels.filter { !$0.isEmpty }.count == (try spans(more)).count)
            for (low, high) in zip(lows, highs) { #expect(try #require(Double(low)) < (try #require(Double(high)))) }
        }
    }

    @Test func `Audacity labels are start, end and a name between tabs`() throws {
        let lines = try render("audacity").lines
        #expect(lines.count == 5)
        #expect(lines.allSatisfy { $0.wholeMatch(of: /[0-9]+\.[0-9]{6}\t[0-9]+\.[0-9]{6}\t[^\t]+/) != nil })
    }

    @Test func `text and JSON tell the same`() throws {
        let text = try render("text").lines.map { $0.split(separator: "\t") }
        let segments = try #require(try render("json").object()["segments"] as? [[String: Any]])
        #expect(text.count == segments.count)
        for (line, segment) in zip(text, segments) {
            try #require(line.count == 5)
            #expect(abs(try #require(Double(line[0])) - (try #require(segment["start"] as? Double))) < 0.001)
            #expect(line[3] == (segment["startReason"] as? String) ?? "")
        }
    }
}
