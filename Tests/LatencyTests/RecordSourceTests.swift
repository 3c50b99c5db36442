// RecordSourceTests: what was recorded is read back, whatever it was written as.

import Capture
import Foundation
import Latency
import Pipeline
import TestSignals
import Testing

@Suite struct RecordSourceTests {
    private let folder = try? TemporaryFolder()

    private func read(
        _ text: String, as name: String = "records", notes: UnsafeMutablePointer<[String]>? = nil
    ) throws -> [RecordedMemo] {
        let folder = try #require(folder)
        return try RecordSources.read([try folder.write(Array(text.utf8), as: name)]) { notes?.pointee.append($0) }
    }

    // MARK: Saved measurements

    private static let memos = [
        RecordedMemo(
            memo: "a \"b\"\\\n\u{1}ö.wav", duration: 12.5, queueWait: 0.25, total: 0.002_000_001,
            stages: [StageArrival(.immediate, 0.001), StageArrival(.text, 0.0015), StageArrival(.insights, 0.002)],
            steps: [StepTime(.open, 1e-9), StepTime(.write, 0.1)], startedAt: 1_780_000_000.123_456, worker: 3),
        RecordedMemo(memo: "broken", startedAt: 1_780_000_005, errorCode: "notAudio"),
        RecordedMemo(
            memo: "late", duration: 40, stages: [StageArrival(.immediate, 0.1, isPartial: true, whole: 0.2)],
            errorCode: "late", late: StageArrival(.insights, 3.1)),
        RecordedMemo(
            memo: "live", total: 60, stages: [StageArrival(.transcript, 0.3, isPartial: true)], isLive: true),
    ]

    @Test func `saved measurements come back as they were`() throws {
        let folder = try #require(folder)
        let header = SavedRecords.Header(
            startedAt: 1_780_000_000, command: ["sonora", "latency"], notes: [("runs", "5")])
        let many = (0..<5000).flatMap { _ in Self.memos }
        try SavedRecords.write(many, header: header, to: folder.file("saved"))
        #expect(try RecordSources.read([folder.file("saved")]) == many)
        let first = try #require(
            String(decoding: folder.bytes(of: "saved"), as: UTF8.self).split(separator: "\n").first)
        let object = try JSONSerialization.jsonObject(with: Data(first.utf8)) as? [String: Any]
        #expect(object?["sonoraLatency"] as? Int == 1 && object?["command"] as? [String] == ["sonora", "latency"])
    }

    @Test func `a line that was cut is left out, and said`() throws {
        var json = JSONWriter()
        SavedRecords.write(SavedRecords.Header(startedAt: 1, command: []), to: &json)
        for memo in Self.memos { SavedRecords.append(memo, to: &json) }
        let text = String(decoding: json.bytes, as: UTF8.self)
        var notes: [String] = []
        #expect(try read(String(text.dropLast(5)), notes: &notes) == Self.memos.dropLast())
        #expect(notes.count == 1 && notes.first?.contains("last line") == true)
    }

    @Test func `measurements of a newer version are refused`() throws {
        #expect(throws: CaptureError.self) { try read("{\"sonoraLatency\":2}\n") }
    }

    // MARK: Events

    private func event(_ name: String, _ memo: String, _ rest: String) -> String {
        "{\"event\":\"\(name)\",\"seq\":0,\"memo\":\"\(memo)\",\(rest)}\n"
    }

    private var story: [String] {
        [
            event("accepted", "a", "\"elapsed\":0,\"queueWait\":0.5"),
            event("immediate", "a", "\"elapsed\":0.01,\"budget\":0.1,\"progress\":{\"seconds\":0,\"duration\":20}"),
            event("immediate", "a", "\"revision\":1,\"elapsed\":0.05,\"budget\":null"),
            event("transcript", "a", "\"elapsed\":0.06,\"budget\":0.3,\"onsets\":[{\"time\":1}]"),
            event("transcript", "a", "\"revision\":1,\"elapsed\":0.07,\"budget\":null"),
            event("transcript", "a", "\"revision\":2,\"elapsed\":0.08,\"budget\":1"),
            event("insights", "a", "\"elapsed\":0.09,\"budget\":3"),
        ]
    }

    @Test func `of events the first of each stage counts, and words are a stage of their own`() throws {
        let told = try read(story.joined())
        let stages = [
            StageArrival(.immediate, 0.01), StageArrival(.transcript, 0.06), StageArrival(.text, 0.08),
            StageArrival(.insights, 0.09),
        ]
        #expect(
            told == [
                RecordedMemo(memo: "a", duration: 20, queueWait: 0.5, stages: stages, errorCode: "unfinished")
            ])
    }

    @Test func `memos that take turns are told apart, and the last event has the last word`() throws {
        let completed =
            "\"elapsed\":0.1,\"latency\":{\"queueWait\":0.5,\"total\":0.1,\"stages\":[{\"stage\":\"immediate\",\"elapsed\":0.02},{\"stage\":\"later\",\"elapsed\":1}]}"
        var lines: [String] = []
        for line in story { lines += [line, line.replacing("\"memo\":\"a\"", with: "\"memo\":\"b\"")] }
        lines += [event("failed", "b", "\"elapsed\":0.1,\"code\":\"readFailed\""), event("completed", "a", completed)]
        lines.append(event("accepted", "c", "\"elapsed\":0"))
        var notes: [String] = []
        let told = try read(lines.joined(), notes: &notes)
        #expect(told.map(\.memo) == ["b", "a", "c"])
        #expect(told[0].errorCode == "readFailed" && told[0].total == nil)
        #expect(told[1].total == 0.1 && told[1].stages == [StageArrival(.immediate, 0.02)])
        let path = try #require(folder).file("records")
        #expect(told[2].errorCode == "unfinished")
        #expect(
            told[2].stages.isEmpty && notes == ["\(path): 1 memo has no end in it and counts as failed (unfinished)"])
    }

    @Test func `a stream that ends anywhere gives what was whole`() throws {
        let text = story.joined()
        let header = story[0].utf8.count
        for end in header...text.utf8.count {
            let told = try read(String(decoding: Array(text.utf8).prefix(end), as: UTF8.self))
            #expect(told.count == 1 && told.first?.queueWait == 0.5)
        }
    }

    // MARK: Documents and folders

    private func document(_ name: String) -> String {
        """
        {"schemaVersion":1,"memo":{"path":"\(name)","salvage":null,"format":{"sampleRate":8000,"duration":3.5}},
         "levels":{"overview":{"min":[-1,-0.5e1]}},"transcript":{"segments":[{"text":null}]},"insights":[],
         "latency":{"queueWait":0.25,"total":0.5,"stages":[{"stage":"immediate","elapsed":0.125,"budget":null}]},"tool":{}}
        """
    }

    @Test func `documents are read alone, in an array and one after the other`() throws {
        let memo = RecordedMemo(
            memo: "x", duration: 3.5, queueWait: 0.25, total: 0.5, stages: [StageArrival(.immediate, 0.125)])
        #expect(try read(document("x")) == [memo])
        #expect(try read("[\n\(document("x")),\n\(document("x"))\n]\n") == [memo, memo])
        #expect(try read(document("x") + document("x")) == [memo, memo])
        #expect(try read("[]").isEmpty)
    }

    @Test func `a folder without an index gives its documents and streams`() throws {
        let folder = try #require(folder)
        try folder.write(Array(document("x").utf8), as: "x.wav.sonora.json")
        try folder.write(Array(story.joined().utf8), as: "y.ndjson")
        try folder.write(Array("nothing of ours".utf8), as: "z.txt")
        #expect(try RecordSources.read([folder.path]).map(\.memo) == ["x", "a"])
    }

    @Test func `a file that is named twice, however, counts once`() throws {
        let folder = try #require(folder)
        let path = try folder.write(Array(document("x").utf8), as: "x.wav.sonora.json")
        try FileManager.default.createSymbolicLink(atPath: folder.file("link.json"), withDestinationPath: path)
        var notes: [String] = []
        let other = "\(folder.path)/./x.wav.sonora.json"
        let read = try RecordSources.read([path, other, folder.file("link.json"), folder.path]) { notes.append($0) }
        #expect(read.map(\.memo) == ["x"])
        #expect(notes.count == 3 && notes[0] == "\(other): this file was named before and counts once")
    }

    @Test func `a folder with nothing of ours says what it looked for`() throws {
        let folder = try #require(folder)
        let failure = #expect(throws: CaptureError.self) { try RecordSources.read([folder.path]) }
        #expect(failure?.code == .notFound && failure?.problem.contains("sonora.sqlite") == true)
    }
}
