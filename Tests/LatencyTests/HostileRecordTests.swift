// HostileRecordTests: bytes that are no records, or nearly: each gets one line that names file and line, and none harms.

import Capture
import Foundation
import Latency
import TestSignals
import Testing

@Suite struct HostileRecordTests {
    private static let start = "{\"sonoraLatency\":1}\n"

    private func failure(_ text: String) throws -> CaptureError? {
        let folder = try TemporaryFolder()
        let path = try folder.write(Array(text.utf8), as: "file")
        let failure = #expect(throws: CaptureError.self, "\(text.prefix(80))") { try RecordSources.read([path]) }
        #expect(failure?.path == path && failure?.advice.isEmpty == false)
        return failure
    }

    @Test(arguments: [
        "", "\n \n", "x", "{", "[", "\"", "\"text\"", "12", "nul", "true", "{}", "[{}]", "[1]", "{\"a\":1}",
        "{\"a\" 1}",
        "{a:1}", "{\"latency\":{}}", "{\"memo\":\"x\"}", "{\"event\":\"accepted\"}", "{\"event\":1}", "{,}", "[,]",
        "{\"a\":1,}", "{\"a\":[1,]}", "{\"a\":[1 2]}", "{\"a\":01}", "{\"a\":1.}", "{\"a\":.5}", "{\"a\":+1}",
        "{\"a\":1e}",
        "{\"a\":-}", "{\"a\":NaN}", "{\"a\":Infinity}", "{\"a\":\"\\x\"}", "{\"a\":\"\\u12g4\"}", "{\"a\":\"\u{1}\"}",
        "{\"a\":nulll}", "{\"a\":1}}", "RIFF....WAVEfmt ", "\u{0}\u{0}\u{0}", "\u{FEFF}{}",
    ])
    func `what is no record is refused`(text: String) throws { _ = try failure(text) }

    @Test(arguments: [
        "{\"memo\":\"a\",\"total\":-1}", "{\"memo\":\"a\",\"total\":1e400}", "{\"memo\":\"a\",\"total\":1e12}",
        "{\"memo\":\"a\",\"total\":\"1\"}", "{\"memo\":\"a\",\"total\":[]}", "{\"memo\":1,\"total\":1}",
        "{\"memo\":\"a\",\"worker\":-1}", "{\"memo\":\"a\",\"worker\":0.5}", "{\"memo\":\"a\",\"worker\":1e300}",
        "{\"memo\":\"a\",\"stages\":{\"immediate\":-0.1}}", "{\"memo\":\"a\",\"stages\":{\"immediate\":\"x\"}}",
        "{\"memo\":\"a\",\"steps\":{\"open\":tru}}", "{\"total\":1}",
    ])
    func `a figure that cannot be is refused, and its line is named`(line: String) throws {
        let good = "{\"memo\":\"a\",\"total\":1}\n"
        let found = try failure(Self.start + good + line + "\n" + good)
        #expect(found?.problem.hasPrefix("line 3: ") == true, "\(found?.problem ?? "")")
    }

    @Test func `depth, length and numbers have bounds`() throws {
        let deep = String(repeating: "[", count: 200_000)
        #expect(try failure(Self.start + "{\"a\":" + deep)?.problem.contains("deeper") == true)
        let name = String(repeating: "x", count: 200_000)
        #expect(try failure(Self.start + "{\"memo\":\"\(name)\"}")?.problem.contains("longer") == true)
        _ = try failure(Self.start + "{\"total\":\(String(repeating: "1", count: 200_000))}")
    }

    @Test func `what is passed over may be as long as it likes`() throws {
        let folder = try TemporaryFolder()
        let numbers = String(repeating: "0.125,", count: 300_000)
        let text =
            Self.start + "{\"x\":\"\(String(repeating: "y", count: 300_000))\",\"z\":[\(numbers)1],\"memo\":\"a\"}"
        let path = try folder.write(Array(text.utf8), as: "file")
        #expect(try RecordSources.read([path]).map(\.memo) == ["a"])
    }

    @Test func `names may hold any escape, and numbers any form`() throws {
        let folder = try TemporaryFolder()
        let lines = [
            "{\"memo\":\"\\ud83c\\udfa4 \\u00e9\\/\\b\\f\\r\",\"total\":1.5E-2,\"duration\":12345678901234567890e-10}",
            "{\"memo\":\"\\ud83c!\",\"total\":0.1,\"queueWait\":0e5}",
        ]
        let path = try folder.write(Array((Self.start + lines.joined(separator: "\n")).utf8), as: "file")
        let read = try RecordSources.read([path])
        #expect(read.map(\.memo) == ["🎤 é/\u{8}\u{C}\r", "\u{FFFD}!"])
        #expect(read.map(\.total) == [0.015, 0.1] && read[0].duration == 1_234_567_890.123_456_789)
    }

    @Test func `bytes of any kind are refused or read, and never more`() throws {
        let folder = try TemporaryFolder()
        var random = SeededGenerator(seed: 7)
        let good = Array(
            (Self.start + "{\"memo\":\"a\",\"total\":1,\"stages\":{\"immediate\":0.5},\"x\":[null,\"\\n\"]}\n").utf8)
        for _ in 0..<3000 {
            var bytes = good
            for _ in 0..<Int.random(in: 1...3, using: &random) {
                let place = Int.random(in: 0..<bytes.count, using: &random)
                switch Int.random(in: 0..<3, using: &random) {
                case 0: bytes[place] = UInt8.random(in: 0...255, using: &random)
                case 1: bytes.remove(at: place)
                default: bytes.insert(bytes.randomElement(using: &random) ?? 0, at: place)
                }
            }
            let path = try folder.write(bytes, as: "file")
            do {
                let records = try RecordSources.read([path])
                #expect(records.count <= 1)
            } catch {
                #expect(error.path == path)
            }
        }
    }
}
