// What phones record: read through ffmpeg where it is installed, and told plainly where it is not.

import Foundation
import Testing

@Suite(.timeLimit(.minutes(10))) struct PhoneFormatTests {
    private let scratch: Scratch

    init() throws { scratch = try Scratch() }

    private func document(_ path: String) throws -> [String: Any] {
        let outcome = try Sonora.run("process", "--format", "json", path)
        #expect(outcome.status == 0 && outcome.errors.isEmpty, "\(outcome.errors)")
        return try outcome.object()
    }

    /// The one line that a file costs.
    private func refusal(_ path: String, environment: [String: String] = [:]) throws -> String {
        let outcome = try Sonora.run(["process", "--format", "json", path], environment: environment)
        #expect(outcome.status == 1 && outcome.errorLines.count == 1, "\(outcome.errors)")
        #expect(try outcome.object()["error"] != nil)
        #expect(outcome.errors.hasPrefix("sonora: \(path): "))
        return outcome.errors
    }

    @Test(
        arguments: [
            ("memo.m4a", ["-c:a", "aac"], "mp4", "aac"), ("memo.aac", ["-c:a", "aac"], "aac", "aac"),
            ("memo.mov", ["-c:a", "aac"], "mp4", "aac"), ("memo.qta", ["-c:a", "alac", "-f", "mov"], "mp4", "alac"),
            ("memo.3gp", ["-c:a", "aac"], "mp4", "aac"), ("memo.webm", ["-c:a", "libopus"], "webm", "opus"),
            ("memo.wma", ["-c:a", "wmav2"], "asf", "wmav2"), ("memo.avi", ["-c:a", "pcm_s16le"], "avi", "pcm_s16le"),
            ("no ending", ["-c:a", "aac", "-f", "mp4"], "mp4", "aac"),
        ] as [(String, [String], String, String)])
    func `phones' formats are read`(name: String, arguments: [String], container: String, encoding: String) throws {
        let path = try Media.note(arguments, name, in: scratch)
        let found = try document(path)
        let plain = try document(Media.note([], "memo.wav", in: scratch))
        #expect(dig(found, "memo", "format", "container") as? String == container)
        #expect(dig(found, "memo", "format", "encoding") as? String == encoding)
        #expect(dig(found, "memo", "format", "channels") as? Int == 1)
        let duration = try #require(dig(found, "memo", "format", "duration") as? Double)
        #expect(abs(duration - 4) < 0.2)
        let levels = try [found, plain].map { try #require(dig($0, "levels", "rms") as? Double) }
        #expect(abs(levels[0] - levels[1]) < 1)
    }

    @Test func `what is coded without loss gives the very numbers of the WAV`() throws {
        let found = try document(Media.note(["-c:a", "alac"], "memo.m4a", in: scratch))
        let plain = try document(Media.note([], "memo.wav", in: scratch))
        for key in ["levels", "onsets", "activity", "segments"] {
            #expect(try canonical(found[key]) == canonical(plain[key]), "\(key)")
        }
    }

    @Test func `AMR is read, which is all that old phones record`() throws {
        let found = try document(scratch.file("memo.amr", Media.amr(frames: 100)))
        #expect(dig(found, "memo", "format", "sampleRate") as? Int == 8000)
        #expect(dig(found, "memo", "format", "frames") as? Int == 16_000)
    }

    @Test func `the sound of a video is read, and a video without sound is said to have none`() throws {
        let picture = ["-f", "lavfi", "-i", "testsrc=s=64x64:r=10:d=2"]
        let both = try Media.make(
            picture + ["-i", Sonora.note, "-t", "2", "-c:v", "mpeg4", "-c:a", "aac"], "clip.mp4", in: scratch)
        let duration = try #require(dig(document(both), "memo", "format", "duration") as? Double)
        #expect(abs(duration - 2) < 0.2)
        let silent = try Media.make(picture + ["-c:v", "mpeg4"], "silent.mp4", in: scratch)
        #expect(try refusal(silent).contains("no sound track"))
        let events = try Sonora.run("process", "--format", "ndjson", silent).events()
        #expect(events.last?["code"] as? String == "noSamples")
    }

    @Test func `title, artist and date come through`() throws {
        let tags = ["title=On trees", "artist=Åsa", "creation_time=2024-05-01T10:20:30Z"].flatMap { ["-metadata", $0] }
        let found = try document(Media.note(["-c:a", "aac"] + tags, "20200101.m4a", in: scratch))
        #expect(dig(found, "memo", "title") as? String == "On trees")
        #expect(dig(found, "memo", "artist") as? String == "Åsa")
        #expect(dig(found, "memo", "recordedAt", "time") as? String == "2024-05-01T10:20:30Z")
        #expect(dig(found, "memo", "recordedAt", "source") as? String == "quicktime")
    }

    @Test(arguments: ["memo.m4a", "memo.webm"])
    func `a file that was cut is read as far as it goes`(name: String) throws {
        let codec = name.hasSuffix("webm") ? ["-c:a", "libopus"] : ["-c:a", "aac", "-movflags", "+faststart"]
        let whole = try bytes(of: Media.note(codec, "whole-" + name, seconds: 10, in: scratch))
        let path = try scratch.file(name, whole.prefix(whole.count / 2))
        let outcome = try Sonora.run("process", "--format", "json", path)
        #expect(outcome.status == 0)
        #expect(outcome.errorLines.count == 1 && outcome.errors.hasPrefix("sonora: \(path): "), "\(outcome.errors)")
        let found = try outcome.object()
        let duration = try #require(dig(found, "memo", "format", "duration") as? Double)
        #expect(duration > 3 && duration < 7)
        #expect(dig(found, "memo", "salvage", "kind") as? String == "damaged")
    }

    @Test func `a recording whose index was never written is one clear line`() throws {
        let whole = try bytes(of: Media.note(["-c:a", "aac"], "whole.m4a", in: scratch))
        let path = try scratch.file("memo.m4a", whole.prefix(whole.count / 2))
        #expect(try refusal(path).contains("moov atom not found"))
    }

    @Test(arguments: ["memo.m4a", "memo.webm", "memo.amr"])
    func `without ffmpeg it is said what to install`(name: String) throws {
        let path =
            name == "memo.amr"
            ? try scratch.file(name, Media.amr(frames: 100))
            : try Media.note(name == "memo.m4a" ? ["-c:a", "aac"] : ["-c:a", "libopus"], name, in: scratch)
        for folder in ["", "/nowhere:\(scratch.folder)"] {
            #expect(try refusal(path, environment: ["PATH": folder]).contains("apt install ffmpeg"))
        }
        let outcome = try Sonora.run(["process", "--format", "ndjson", path], environment: ["PATH": "/nowhere"])
        #expect(try outcome.events().last?["code"] as? String == "unsupported")
    }

    @Test func `what names other files is refused, whatever it is called`() throws {
        let other = try Media.note(["-c:a", "aac"], "other.aac", in: scratch)
        let scripts = [
            "#EXTM3U\n#EXT-X-TARGETDURATION:5\n#EXTINF:4,\n\(other)\n#EXT-X-ENDLIST\n",
            "#EXTM3U\n#EXT-X-TARGETDURATION:5\n#EXTINF:4,\nother.aac\n#EXT-X-ENDLIST\n",
            "ffconcat version 1.0\nfile '\(other)'\n", "ffconcat version 1.0\nfile other.aac\n",
            "v=0\no=- 0 0 IN IP4 127.0.0.1\ns=x\nc=IN IP4 127.0.0.1\nt=0 0\nm=audio 9 RTP/AVP 0\n",
        ]
        for script in scripts {
            for name in ["list.m3u8", "list.ffconcat", "list.m4a", "list.sdp"] {
                #expect(try refusal(scratch.file(name, Array(script.utf8))).contains("not audio"))
            }
        }
    }

    @Test func `nothing is written to disk`() throws {
        let path = try Media.note(["-c:a", "aac"], "memo.m4a", in: scratch)
        let before = scratch.names
        let outcome = try Sonora.run(
            ["process", path], environment: ["TMPDIR": scratch.folder, "HOME": scratch.folder], folder: scratch.folder)
        #expect(outcome.status == 0)
        #expect(scratch.names == before)
    }
}
