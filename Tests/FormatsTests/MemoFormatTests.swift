// MemoFormatTests: documents about a memo, as an app makes them of what it measured.

import Analysis
import Formats
import Latency
import Pipeline
import Testing

@Suite struct MemoFormatTests {
    /// A second of silence, with all that a picture shows.
    private static func silence() throws -> Measurements {
        var parameters = AnalysisParameters()
        parameters.samplesPerPixel = 4000
        parameters.keepsEvidence = true
        parameters.keepsSpectrogram = true
        var analyzer = try Analyzer(sampleRate: 16_000, channels: 1, parameters: parameters)
        analyzer.push([Float](repeating: 0, count: 16_000), frames: 16_000)
        return analyzer.finish()
    }

    /// Three stretches: one without a length, one that touches it, one after an hour.
    private static func table() throws -> SegmentTable {
        var table = SegmentTable(.turns, of: try silence(), path: "a memo.wav")
        table.rows = [(0.5, 0.5), (0.5, 0.7504), (3600, 3601.5)].map {
            SegmentTable.Row(span: TimeSpan(start: $0.0, end: $0.1))
        }
        table.duration = 3700
        return table
    }

    @Test func `cues last at least a millisecond and never overlap`() throws {
        let blocks = SegmentFormat.srt.render(try Self.table()).split(separator: "\n\n")
        #expect(
            blocks.map { $0.split(separator: "\n")[1] } == [
                "00:00:00,500 --> 00:00:00,501", "00:00:00,501 --> 00:00:00,750", "01:00:00,000 --> 01:00:01,500",
            ])
        #expect(SegmentFormat.vtt.render(try Self.table()).hasPrefix("WEBVTT\n\n1\n00:00:00.500 --> 00:00:00.501\n"))
    }

    @Test func `a name in RTTM holds no blank`() throws {
        let lines = SegmentFormat.rttm.render(try Self.table()).split(separator: "\n")
        #expect(lines.last == "SPEAKER a_memo 1 3600.000 1.500 <NA> <NA> speech <NA> <NA>")
    }

    @Test(arguments: SegmentFormat.allCases)
    func `a table without rows is a document too`(format: SegmentFormat) throws {
        let document = format.render(SegmentTable(.segments, of: try Self.silence(), path: "memo.wav"))
        #expect(document.isEmpty || document.hasSuffix("\n"))
    }

    @Test func `min and max pairs of eight bits are halves of those of sixteen`() throws {
        let measurements = try Self.silence()
        for (bits, size) in [(8, 24 + 8), (16, 24 + 16)] {
            let output = Gathered()
            try LevelsFormat.audiowaveformDat.write(measurements, path: "memo.wav", bits: bits, to: output)
            #expect(output.bytes.count == size)
            #expect(output.bytes[4] == (bits == 8 ? 1 : 0), "the flag for eight bits")
        }
    }

    @Test(arguments: LevelsFormat.allCases)
    func `levels of silence are a document in every format`(format: LevelsFormat) throws {
        let output = Gathered()
        try format.write(try Self.silence(), path: "memo.wav", to: output)
        #expect(!output.bytes.isEmpty)
    }

    @Test func `a picture of silence names the memo as text`() throws {
        let picture = MemoPlot(try Self.silence(), path: "<memo>.wav").document()
        #expect(picture.hasPrefix("<svg xmlns=") && picture.hasSuffix("</svg>\n"))
        #expect(picture.contains("&lt;memo&gt;.wav") && !picture.contains("<memo>"))
    }

    @Test(arguments: LatencyFormat.allCases)
    func `a report of nothing is a document in every format`(format: LatencyFormat) throws {
        let output = Gathered()
        try format.write(LatencyFindings([], title: "nothing", budgets: Budgets()), to: output)
        #expect(output.text.hasSuffix("\n"))
    }
}
