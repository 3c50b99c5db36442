// Odd input: recordings that are damaged or strange, and are read all the same.

import Foundation
import Testing

@Suite(.timeLimit(.minutes(10))) struct OddInputTests {
    private func document(_ path: String, _ note: String? = nil) throws -> [String: Any] {
        let outcome = try Sonora.run("process", "--format", "json", path)
        #expect(outcome.status == 0, "\(outcome.errors)")
        if let note {
            #expect(outcome.errorLines.count == 1 && outcome.errors.contains(note), "\(outcome.errors)")
        } else {
            #expect(outcome.errors.isEmpty, "\(outcome.errors)")
        }
        return try outcome.object()
    }

    @Test func `a truncated WAV is read as far as it goes`() throws {
        let scratch = try Scratch()
        let cut = try bytes(of: Sonora.note).prefix(44 + 160_000)
        let document = try document(try scratch.file("cut.wav", cut), "ends early: 5.0 s of 12.8 s")
        #expect(dig(document, "memo", "format", "frames") as? Int == 80_000)
        #expect(dig(document, "memo", "format", "duration") as? Double == 5)
        #expect(dig(document, "memo", "salvage", "kind") as? String == "truncated")
    }

    @Test func `a truncated FLAC is read as far as it goes`() throws {
        let scratch = try Scratch()
        let whole = try bytes(of: Sonora.samples + "/lecture.flac")
        let document = try document(try scratch.file("cut.flac", whole.prefix(whole.count / 2)), "ends early")
        let duration = try #require(dig(document, "memo", "format", "duration") as? Double)
        #expect(duration > 2 && duration < 11)
        #expect(dig(document, "memo", "salvage", "kind") as? String == "truncated")
    }

    @Test func `a thousand channels are mixed like two`() throws {
        let scratch = try Scratch()
        let frames = Wave.tone(seconds: 0.5).flatMap { Wave.word(Int($0), 2) }
        var data: [UInt8] = []
        for frame in stride(from: 0, to: frames.count, by: 2) {
            for _ in 0..<1024 { data += frames[frame...frame + 1] }
        }
        let path = try scratch.file("many.wav", Wave.header(data: data.count, channels: 1024) + data)
        let document = try document(path)
        #expect(dig(document, "memo", "format", "channels") as? Int == 1024)
        #expect(dig(document, "levels", "peak") as? Double == -12.04)
        #expect(dig(document, "levels", "rms") as? Double == -12.04)
    }

    @Test func `samples that are not numbers are counted, silenced and told`() throws {
        let scratch = try Scratch()
        var samples = Wave.tone(seconds: 1).map { Float($0) / 32_768 }
        for (index, value) in [(100, Float.nan), (200, .infinity), (300, -.infinity), (7999, .nan)] {
            samples[index] = value
        }
        let path = try scratch.file("broken.wav", Wave.float(samples))
        let document = try document(path, "4 samples are not numbers")
        #expect(dig(document, "levels", "nonFiniteSamples") as? Int == 4)
        #expect(dig(document, "levels", "peak") as? Double == -12.04)
        let insights = try #require(document["insights"] as? [[String: Any]])
        #expect(insights.contains { $0["id"] as? String == "recordingQuality-nonFinite" })
        let piped = try Sonora.run(["process", "-", "--format", "json"], piping: path)
        #expect(dig(try piped.object(), "levels", "nonFiniteSamples") as? Int == 4)
    }

    /// A MIDI sample dump of 276 bytes that makes libsndfile read behind its own memory: what comes out is anybody's guess.
    @Test func `a decoder that gives what is no sound, and breaks, takes nothing with it`() throws {
        let scratch = try Scratch()
        let header: [UInt8] = [
            0xF0, 0x7E, 0, 1, 0, 0, 0x10, 0x48, 0x50, 0x07, 0x60, 0x0F, 1, 0, 0, 0, 0, 0, 0, 0, 0xF7, 0,
        ]
        let packets = (0..<2).flatMap { number -> [UInt8] in
            [0xF0, 0x7E, 0, 2, number] + [[UInt8]](repeating: [64, 0, 0], count: 40).joined() + [0, 0xF7]
        }
        let path = try scratch.file("memos.wav", header + packets)
        for _ in 0..<5 {
            let outcome = try Sonora.run("process", "--format", "json", path)
            #expect(outcome.status == 0 || outcome.status == 1, "\(outcome.errors)")
            if outcome.status == 0 { _ = try outcome.object() }
        }
        let outcome = try Sonora.run("batch", path, "-o", scratch.folder + "/out", "--format", "json")
        #expect(outcome.status == 0 || outcome.status == 1, "\(outcome.errors)")
        let counts = try #require(dig(try outcome.object(), "memos") as? [String: Any])
        #expect((counts["done"] as? Int ?? 0) + (counts["failed"] as? Int ?? 0) == 1)
    }

    @Test func `silence has no levels, no segments and is a success`() throws {
        let scratch = try Scratch()
        let path = try scratch.file("silence.wav", Wave.pcm([Int16](repeating: 0, count: 16_000)))
        let document = try document(path)
        for level in ["peak", "rms", "noiseFloor"] { #expect(dig(document, "levels", level) is NSNull) }
        for list in ["onsets", "activity", "segments"] { #expect((document[list] as? [Any])?.isEmpty == true) }
        let insights = try #require(document["insights"] as? [[String: Any]])
        #expect(insights.compactMap { $0["id"] as? String } == ["recordingQuality-silence"])
        for format in ["text", "csv", "srt", "vtt", "rttm", "audacity", "textgrid", "json"] {
            #expect(try Sonora.run("segments", path, "--format", format).status == 0)
        }
    }

    @Test(arguments: [1, 39, 40, 41, 79, 81])
    func `a memo of a few samples is a memo`(count: Int) throws {
        let scratch = try Scratch()
        let path = try scratch.file("short.wav", Wave.pcm([Int16](repeating: 1000, count: count)))
        #expect(dig(try document(path), "memo", "format", "frames") as? Int == count)
        for command in ["onsets", "segments", "levels"] { #expect(try Sonora.run(command, path).status == 0) }
    }

    @Test(arguments: [8000, 11_025, 22_050, 44_100, 96_000, 192_000])
    func `any usual sample rate is read`(rate: Int) throws {
        let scratch = try Scratch()
        let document = try document(
            try scratch.file("tone.wav", Wave.pcm(Wave.tone(seconds: 1, rate: rate), rate: rate)))
        #expect(dig(document, "memo", "format", "duration") as? Double == 1)
        #expect((dig(document, "levels", "bloom", "level") as? [Any])?.count == 60)
    }

    @Test func `a WAV stream whose length nobody knew is read to its end`() throws {
        let scratch = try Scratch()
        let data = Wave.tone(seconds: 2).flatMap { Wave.word(Int($0), 2) }
        for claim in [0, 0x7FFF_FFFF, 0xFFFF_FFFF] {
            let path = try scratch.file("stream.wav", Wave.header(data: claim) + data)
            let outcome = try Sonora.run(["process", "-", "--format", "json"], piping: path)
            #expect(outcome.status == 0)
            let document = try outcome.object()
            #expect(dig(document, "memo", "format", "frames") as? Int == 16_000)
            #expect(dig(document, "memo", "salvage", "kind") as? String == "unknownLength")
        }
    }
}
