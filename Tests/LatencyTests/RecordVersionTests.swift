// RecordVersionTests: documents of other versions, measurements of older ones, and folders in folders.

import Capture
import Foundation
import Latency
import Pipeline
import TestSignals
import Testing

@Suite struct RecordVersionTests {
    private func document(_ version: String, _ name: String = "x") -> String {
        "{\"schemaVersion\":\(version),\"memo\":{\"path\":\"\(name)\"},\"latency\":{\"total\":0.5,\"stages\":[]}}"
    }

    private func read(_ text: String) throws -> [RecordedMemo] {
        let folder = try TemporaryFolder()
        return try RecordSources.read([try folder.write(Array(text.utf8), as: "file")])
    }

    @Test(arguments: ["2", "0", "17"]) func `documents of another major version are refused`(version: String) throws {
        let failure = #expect(throws: CaptureError.self) { try read(document("1") + document(version)) }
        #expect(failure?.code == .unsupported)
        #expect(failure?.problem.contains("version \(version), and this Sonora reads version 1") == true)
    }

    @Test func `a minor version may add something`() throws {
        #expect(try read(document("1.5")).count == 1)
    }

    @Test func `waiting that nobody measured is no waiting of no time`() throws {
        let told = try read(document("1"))
        #expect(told.first?.queueWait == nil)
        let report = LatencyReport(told)
        #expect(report[.queue] == nil && report[.response] == nil && report[.total] != nil)
        for text in ["queue.p99 < 1s", "response.p99 < 10s", "queue.max == 0s"] {
            #expect(try Requirement(parsing: text).check(report).verdict == .none)
        }
    }

    @Test func `times of day are the same whether they were written so or counted from the header`() throws {
        let header = "{\"sonoraLatency\":1,\"startedAt\":1780000000}\n"
        let lines = "{\"memo\":\"a\",\"startedAt\":2.5}\n{\"memo\":\"b\",\"startedAt\":1780000002.5}\n"
        #expect(try read(header + lines).map(\.startedAt) == [1_780_000_002.5, 1_780_000_002.5])
    }

    @Test func `folders are read with those in them, but not round in circles`() throws {
        let folder = try TemporaryFolder()
        let deep = folder.path + "/one/two"
        try FileManager.default.createDirectory(atPath: deep, withIntermediateDirectories: true)
        try FileManager.default.createSymbolicLink(atPath: deep + "/round", withDestinationPath: folder.path)
        try folder.write(Array(document("1", "deep").utf8), as: "one/two/a.wav.sonora.json")
        #expect(try RecordSources.read([folder.path]).map(\.memo) == ["deep"])
        try folder.write(Array(document("1", "top").utf8), as: "z.wav.sonora.json")
        #expect(try RecordSources.read([folder.path]).map(\.memo) == ["deep", "top"])
        var notes: [String] = []
        let read = try RecordSources.read([folder.path, deep]) { notes.append($0) }
        #expect(read.map(\.memo) == ["deep", "top"])
        #expect(notes == ["\(deep)/a.wav.sonora.json: this file was named before and counts once"])
    }
}
