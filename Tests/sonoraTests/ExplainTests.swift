// Explaining: the evidence of stretches and pauses, and the picture of a memo.

import Foundation
import TestSignals
import Testing

#if canImport(FoundationXML)
    import FoundationXML
#endif

@Suite(.timeLimit(.minutes(10))) struct ExplainTests {
    private static let street = Sonora.samples + "/street.wav"

    @Test func `text names its columns and gives speech and pauses in turn`() throws {
        let outcome = try Sonora.run(["segments", Self.street, "--activity", "--explain"])
        #expect(outcome.status == 0 && outcome.errors.isEmpty)
        let lines = outcome.lines
        try #require(!lines.isEmpty)
        // Numbers are aligned to the right, so that a long memo's header begins with spaces.
        #expect(lines[0].split(separator: " ").first == "start" && lines[0].contains("probability"))
        let kinds = lines.dropFirst().map { $0.contains("speech") }
        #expect(kinds.count { $0 } >= 4 && zip(kinds, kinds.dropFirst()).allSatisfy { $0 != $1 })
    }

    @Test func `speech stands above the room and is probable, pauses are neither`() throws {
        let outcome = try Sonora.run(["segments", Self.street, "--activity", "--explain", "--format", "csv"])
        #expect(outcome.lines.first == "start,end,what,heightAboveRoom,harmonicity,modulation,probability")
        for line in outcome.lines.dropFirst() {
            let fields = line.split(separator: ",").map(String.init)
            try #require(fields.count == 7)
            let (height, probability) = (try #require(Double(fields[3])), try #require(Double(fields[6])))
            #expect(fields[2] == "speech" ? probability > 0.6 && height > 4 : probability < 0.5 && height < 4)
        }
    }

    @Test func `rules give their evidence without a probability`() throws {
        let outcome = try Sonora.run(["segments", Self.street, "--explain", "--format", "json", "--detector", "rule"])
        let document = try jsonObject(outcome.output)
        #expect(document["detector"] as? String == "rule" && document["explained"] as? String == "segments")
        let stretches = try #require(document["stretches"] as? [[String: Any]])
        #expect(stretches.contains { $0["what"] as? String == "speech" && $0["harmonicity"] is Double })
        #expect(stretches.allSatisfy { $0["probability"] is NSNull })
    }

    @Test func `formats without room for evidence are refused`() throws {
        let outcome = try Sonora.run(["segments", Self.street, "--explain", "--format", "srt"])
        #expect(outcome.status == 64 && outcome.errors.contains("text, json or csv"))
        let detector = try Sonora.run(["segments", Self.street, "--detector", "magic"])
        #expect(detector.status == 64 && detector.errors.contains("trained"))
    }

    @Test func `the picture is well-formed and has everything in it`() throws {
        let scratch = try TemporaryFolder()
        let path = scratch.file("a <memo> & more.svg")
        let outcome = try Sonora.run(["segments", Self.street, "--plot", path])
        #expect(outcome.status == 0 && outcome.errors.contains("the picture is in"))
        #expect(outcome.output == (try Sonora.run(["segments", Self.street])).output)
        let bytes = try Data(contentsOf: URL(filePath: path))
        #expect(XMLParser(data: bytes).parse())
        let text = String(decoding: bytes, as: UTF8.self)
        for part in [
            "waveform", "onsets", "speech", "activity", "segments", "bloom", "2 kHz", "class=\"odds\"", "heat",
        ] {
            #expect(text.contains(part), "\(part)")
        }
        #expect(text.contains("prefers-color-scheme:dark") && !text.contains("href") && !text.contains("nan"))
    }

    @Test func `a picture of silence is drawn, too`() throws {
        let scratch = try TemporaryFolder()
        let silence = try scratch.write(Wave.pcm([Int16](repeating: 0, count: 16_000)), as: "zeros.wav")
        let outcome = try Sonora.run(["segments", silence, "--plot", scratch.file("zeros.svg")])
        #expect(outcome.status == 0 && outcome.output.isEmpty)
        #expect(XMLParser(data: try Data(contentsOf: URL(filePath: scratch.file("zeros.svg")))).parse())
    }

    @Test func `a picture takes no memo's place, and a folder that is not there is told`() throws {
        let scratch = try TemporaryFolder()
        let refused = try Sonora.run(["segments", Self.street, "--plot", scratch.file("memo.wav")])
        #expect(refused.status == 64 && refused.errors.contains(".svg"))
        let memo = try scratch.write([UInt8](try Data(contentsOf: URL(filePath: Self.street))), as: "memo.svg")
        let itself = try Sonora.run(["segments", memo, "--plot", memo])
        #expect(itself.status == 64 && itself.errors.contains("would replace the memo"))
        #expect(try scratch.bytes(of: "memo.svg").count > 100_000)
        let missing = try Sonora.run(["segments", Self.street, "--plot", scratch.file("no/picture.svg")])
        #expect(missing.status == 1 && missing.errors.contains("no/picture.svg"))
    }

    @Test func `no piece is written when the picture cannot be`() throws {
        let scratch = try TemporaryFolder()
        try FileManager.default.createDirectory(atPath: scratch.file("folder.svg"), withIntermediateDirectories: false)
        for (picture, status) in [("no/picture.svg", 1), ("folder.svg", 64)] as [(String, Int32)] {
            let outcome = try Sonora.run(
                ["segments", Self.street, "--split", scratch.file("pieces"), "--plot", scratch.file(picture)])
            #expect(outcome.status == status && outcome.errors.contains(picture) && outcome.output.isEmpty)
            #expect(!FileManager.default.fileExists(atPath: scratch.file("pieces")))
        }
        #expect(try FileManager.default.contentsOfDirectory(atPath: scratch.file(".")) == ["folder.svg"])
        let both = try Sonora.run(
            ["segments", Self.street, "--split", scratch.file("pieces"), "--plot", scratch.file("pieces/all.svg")])
        #expect(both.status == 0)
        #expect(try FileManager.default.contentsOfDirectory(atPath: scratch.file("pieces")).contains("all.svg"))
    }
}
