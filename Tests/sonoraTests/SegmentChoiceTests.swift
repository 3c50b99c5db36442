// Segment choices: stretches as detected, turns, other bounds, and pieces of sound.

import Capture
import Foundation
import Testing

@Suite(.timeLimit(.minutes(10))) struct SegmentChoiceTests {
    private func spans(_ memo: String, _ options: String...) throws -> [(start: Double, end: Double)] {
        let outcome = try Sonora.run(["segments", memo, "--format", "csv"] + options)
        #expect(outcome.status == 0, "\(outcome.errors)")
        return try outcome.lines.dropFirst().map { line in
            let fields = line.split(separator: ",").compactMap { Double($0) }
            try #require(fields.count >= 2)
            return (fields[0], fields[1])
        }
    }

    @Test func `activity is neither joined nor padded`() throws {
        let activity = try spans(Sonora.note, "--activity")
        #expect(activity.count > 3)
        #expect(try spans(Sonora.note).count == 1)
        let slow = Sonora.samples + "/slow-reflection.flac"
        let (detected, padded) = (try spans(slow, "--activity"), try spans(slow))
        try #require(detected.count >= 1 && padded.count == 5)
        #expect(abs(detected[0].start - padded[0].start - 0.2) < 1e-9)
        #expect(abs(padded[4].end - detected[detected.count - 1].end - 0.2) < 1e-9)
    }

    @Test func `turns close gaps up to 0.7 s and add 0.1 s`() throws {
        let slow = Sonora.samples + "/slow-reflection.flac"
        var expected: [(start: Double, end: Double)] = []
        for span in try spans(slow, "--activity") {
            if let last = expected.last, span.start - last.end <= 0.7 {
                expected[expected.count - 1].end = span.end
            } else {
                expected.append(span)
            }
        }
        let turns = try spans(slow, "--turns")
        #expect(turns.count == expected.count)
        for (turn, wanted) in zip(turns, expected) {
            #expect(abs(turn.start - max(0, wanted.start - 0.1)) < 1e-6)
            #expect(abs(turn.end - min(24, wanted.end + 0.1)) < 1e-6)
        }
    }

    @Test func `no segment is longer than asked for`() throws {
        let cut = try spans(Sonora.note, "--max-length", "3s")
        #expect(cut.count >= 5)
        #expect(cut.allSatisfy { $0.end - $0.start <= 3.000001 })
        for (one, next) in zip(cut, cut.dropFirst()) { #expect(one.end <= next.start) }
    }

    @Test func `a wider join makes fewer segments`() throws {
        let slow = Sonora.samples + "/slow-reflection.flac"
        #expect(try spans(slow, "--join", "3s").count < (try spans(slow).count))
    }

    @Test func `JSON names what it holds, for a memo without any as well`() throws {
        let scratch = try Scratch()
        let silence = try scratch.file("silence.wav", Wave.pcm([Int16](repeating: 0, count: 8000)))
        for memo in [Sonora.note, silence] {
            for (options, key) in [([], "segments"), (["--activity"], "activity")] {
                let document = try Sonora.run(["segments", memo, "--format", "json"] + options).object()
                #expect(Set(document.keys) == ["schemaVersion", "memo", "duration", key])
            }
        }
    }

    // MARK: Pieces

    private func samples(_ path: String) throws -> (values: [Float], format: AudioFormat) {
        let file = try SoundFile(path: path)
        var block = AudioBlock(capacity: 8192, channels: file.format.channels)
        var values: [Float] = []
        while try file.read(into: &block) > 0 { values += block.samples[..<(block.frames * block.channels)] }
        return (values, file.format)
    }

    @Test(arguments: [
        ("slow-reflection.flac", "wav"), ("slow-reflection.flac", "flac"), ("stereo-interview.wav", "wav"),
        ("stereo-interview.wav", "flac"),
    ])
    func `pieces are the memo's own samples, from start to end of each segment`(name: String, ending: String) throws {
        let scratch = try Scratch()
        let memo = "\(Sonora.samples)/\(name)"
        let outcome = try Sonora.run(
            "segments", memo, "--format", "csv", "--split", scratch.folder, "--split-format", ending)
        #expect(outcome.status == 0)
        let rows = outcome.lines.dropFirst().map { $0.split(separator: ",").compactMap { Double($0) } }
        #expect(rows.count > 0)
        #expect(outcome.errors.contains("\(rows.count) file"))
        let base = name.split(separator: ".")[0]
        #expect(scratch.names == (1...rows.count).map { "\(base)-00\($0).\(ending)" })
        let whole = try samples(memo)
        let (rate, channels) = (Double(whole.format.sampleRate), whole.format.channels)
        for (row, piece) in zip(rows, scratch.names) {
            let part = try samples("\(scratch.folder)/\(piece)")
            let first = Int((row[0] * rate).rounded()) * channels
            let end = Int((row[1] * rate).rounded()) * channels
            #expect(part.values == Array(whole.values[first..<end]))
            #expect(part.format.sampleRate == whole.format.sampleRate && part.format.channels == channels)
            #expect(part.format.bitsPerSample == whole.format.bitsPerSample)
        }
    }

    @Test func `activity can be split too, and nothing hidden stays`() throws {
        let scratch = try Scratch()
        let stretches = try spans(Sonora.note, "--activity").count
        #expect(try Sonora.run("segments", Sonora.note, "--activity", "--split", scratch.folder).status == 0)
        #expect(scratch.names.count == stretches)
        #expect(scratch.names.allSatisfy { $0.hasSuffix(".wav") && !$0.hasPrefix(".") })
    }

    @Test func `joining and padding can be turned off`() throws {
        let outcome = try Sonora.run("segments", Sonora.note, "--join", "0s", "--pad", "0s", "--format", "csv")
        #expect(outcome.status == 0)
        #expect(outcome.lines.count > 2)
    }

    @Test func `no pieces are cut from a memo that can be read only once`() throws {
        let scratch = try Scratch()
        let pipe = scratch.folder + "/pipe"
        #expect(mkfifo(pipe, 0o600) == 0)
        #expect(try Sonora.run("segments", pipe, "--split", scratch.folder + "/pieces").status == 64)
    }

    @Test func `pieces of a memo that crashed are those of the whole one`() throws {
        let scratch = try Scratch()
        var crashed = try bytes(of: Sonora.note)
        crashed.replaceSubrange(40..<44, with: [0, 0, 0, 0])
        let path = try scratch.file("stand-up-note.wav", crashed)
        #expect(try Sonora.run("segments", path, "--split", scratch.folder + "/a").status == 0)
        #expect(try Sonora.run("segments", Sonora.note, "--split", scratch.folder + "/b").status == 0)
        for name in try FileManager.default.contentsOfDirectory(atPath: scratch.folder + "/b") {
            #expect(try bytes(of: "\(scratch.folder)/a/\(name)") == bytes(of: "\(scratch.folder)/b/\(name)"))
        }
    }
}
