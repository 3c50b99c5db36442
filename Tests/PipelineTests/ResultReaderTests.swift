// Documents read back: the value that was written, whatever is wrong with the bytes an error that says so.

import Analysis
import Capture
import Files
import Foundation
import Pipeline
import TestSignals
import Testing

@Suite(.timeLimit(.minutes(10))) struct ResultReaderTests {
    private let scratch: Scratch

    init() throws { scratch = try Scratch() }

    private func document(_ name: String, engine: Bool = false) async throws -> ResultDocument {
        var settings = ProcessSettings()
        settings.measuresSteps = true
        settings.hashesContent = true
        if engine { settings.transcriber = CountingTranscriber() }
        let clock = ManualClock(perReading: .microseconds(137))
        return ResultDocument(
            try await MemoProcessor(settings: settings, clock: clock)
                .process(Memo(path: Samples.folder + name), to: RecordingSink()))
    }

    private func bytes(of document: ResultDocument) -> [UInt8] {
        var json = JSONWriter()
        document.write(to: &json)
        return json.bytes
    }

    private func reading(_ bytes: [UInt8]) throws -> ResultDocument {
        try ResultDocument(contentsOf: scratch.file("memo.sonora.json", bytes))
    }

    @Test(arguments: Samples.all) func `what is read is written again to the byte`(name: String) async throws {
        let written = bytes(of: try await document(name))
        let read = try reading(written)
        #expect(bytes(of: read) == written)
        #expect(try reading(bytes(of: read)) == read)
        #expect(!read.bloom.level.isEmpty && !read.latency.steps.isEmpty && read.head.contentHash != nil)
    }

    @Test func `a document and its result write the same`() async throws {
        let sink = RecordingSink()
        let result = try await MemoProcessor(settings: ProcessSettings(), clock: ManualClock())
            .process(Memo(path: Samples.note), to: sink)
        var json = JSONWriter()
        result.write(to: &json)
        #expect(json.bytes == bytes(of: ResultDocument(result)))
    }

    @Test func `words, salvage, names that are no text and late stages come back`() async throws {
        var document = try await document("stand-up-note.wav", engine: true)
        #expect(document.transcript.passages.contains { $0.text != nil })
        document.head.path = FileName.text([0x2F, 0x25, 0xFF, 0x61])
        document.head.salvage = Salvage(kind: "truncated", detail: "“half”\n\u{1}", secondsRecovered: 1.25)
        document.head.origin = MemoOrigin(
            recordedAt: RecordedAt(date: try #require(RecordingDate(iso8601: "2024-05-01T10:20:30")), source: .bext),
            title: "a \u{1F600}", artist: nil)
        document.latency.stages = [
            StageTiming(
                stage: .transcript, elapsed: .milliseconds(270), budget: .milliseconds(300), isPartial: true,
                whole: .seconds(2)),
            StageTiming(stage: .insights, elapsed: .seconds(4), budget: nil),
        ]
        document.latency.isLive = true
        let read = try reading(bytes(of: document))
        #expect(read.head.path.utf8.elementsEqual(document.head.path.utf8))
        #expect(read.head.salvage == document.head.salvage && read.head.origin == document.head.origin)
        #expect(read.latency.stages == document.latency.stages && read.latency.isLive)
        #expect(read.transcript.passages.map(\.text) == document.transcript.passages.map(\.text))
        #expect(read.transcript.status == .final && read.transcript.engine == document.transcript.engine)
        #expect(bytes(of: read) == bytes(of: document))
    }

    /// The document as a tree, changed and written again.
    private func changed(_ bytes: [UInt8], _ change: (inout [String: Any]) -> Void) throws -> [UInt8] {
        var tree = try #require(try JSONSerialization.jsonObject(with: Data(bytes)) as? [String: Any])
        change(&tree)
        return Array(try JSONSerialization.data(withJSONObject: tree))
    }

    @Test(arguments: [
        "schemaVersion", "memo", "levels", "onsets", "wordStarts", "activity", "segments", "transcript", "insights",
        "latency", "tool",
    ])
    func `what is missing is named`(part: String) async throws {
        let without = try changed(bytes(of: try await document("hum.wav"))) { $0[part] = nil }
        let error = try #require(throws: CaptureError.self) { try reading(without) }
        #expect(error.code == .unsupported && error.problem.contains("“\(part)” is missing"), "\(error.problem)")
    }

    @Test func `a newer version, a failure, an array and two documents are refused`() async throws {
        let whole = bytes(of: try await document("hum.wav"))
        #expect(throws: CaptureError.self) { try reading(try changed(whole) { $0["schemaVersion"] = 2 }) }
        #expect(throws: CaptureError.self) {
            try reading(Array(#"{"schemaVersion":1,"memo":{"path":"a"},"error":{}}"#.utf8))
        }
        #expect(throws: CaptureError.self) { try reading(Array("[".utf8) + whole + Array("]".utf8)) }
        #expect(throws: CaptureError.self) { try reading(whole + whole) }
        #expect(throws: CaptureError.self) { try reading([]) }
        #expect(throws: CaptureError.self) { try ResultDocument(contentsOf: scratch.folder + "/none") }
        // What a later Sonora adds without changing the rest is no fault.
        let more = Array(#"{"later":{"a":[1,{"b":null}]},"#.utf8) + whole.dropFirst()
        #expect(try reading(more) == reading(whole))
    }

    @Test(arguments: [
        (#""id":0"#, #""id":1"#), (#""segment":0"#, #""segment":-1"#), (#""segment":0"#, #""segment":0.5"#),
        (#""framesPerSecond":60"#, #""framesPerSecond":0"#), (#""framesPerSecond":60"#, #""framesPerSecond":1e9"#),
        (#""status":"placeholder""#, #""status":"done""#), (#""sampleRate":"#, #""sampleRate":-"#),
        (#""activity":[{"start":"#, #""activity":[{"start":-"#),
        (#""activity":[{"start":"#, #""activity":[{"start":99"#),
        (#""clippedSamples":"#, #""clippedSamples":1e300,"x":"#), (#""queueWait":0"#, #""queueWait":1e300"#),
        (#""level":["#, #""level":[0,"#), (#""level":["#, #""level":[null,"#), (#""max":["#, #""max":[1e7,"#),
    ])
    func `a value out of its range is told with its line`(old: String, new: String) async throws {
        let whole = String(decoding: bytes(of: try await document("stand-up-note.wav")), as: UTF8.self)
        #expect(whole.contains(old))
        let broken = whole.replacing(old, with: new, maxReplacements: 1)
        let error = try #require(throws: CaptureError.self) { try reading(Array(broken.utf8)) }
        #expect(error.code == .unsupported && error.problem.hasPrefix("line 1: "), "\(error.problem)")
    }

    @Test func `no bytes trap the reader`() async throws {
        var random = SystemRandomNumberGenerator()
        let whole = bytes(of: try await document("hum.wav"))
        for length in stride(from: 0, to: whole.count - 1, by: max(1, whole.count / 300)) {
            #expect(throws: CaptureError.self) { try reading(Array(whole[..<length])) }
        }
        let alphabet = Array(#"{}[]",:-+.0123456789eEnulltruefalse\u "#.utf8)
        for _ in 0..<1500 {
            var bytes = whole
            for _ in 0..<Int.random(in: 1...6, using: &random) {
                // Most of a document is lists of numbers; what decides is at its ends.
                let place =
                    Bool.random(using: &random)
                    ? bytes.indices.randomElement(using: &random)!
                    : Int.random(in: 0..<min(700, bytes.count), using: &random)
                let at = Bool.random(using: &random) ? place : bytes.count - 1 - place
                bytes[at] = alphabet.randomElement(using: &random)!
            }
            _ = try? reading(bytes)
        }
    }
}
