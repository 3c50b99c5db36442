// Same everywhere: a file, a pipe, raw samples: the very same numbers.

import Foundation
import Testing

@Suite(.timeLimit(.minutes(10))) struct SameEverywhereTests {
    private static let waves = Sonora.memos.filter { $0.hasSuffix(".wav") }

    private func expectSame(_ one: [String: Any], _ other: [String: Any]) throws {
        for key in ["levels", "onsets", "activity", "segments", "transcript", "insights"] {
            #expect(try canonical(one[key]) == canonical(other[key]), "\(key)")
        }
    }

    @Test(arguments: waves)
    func `a pipe gives what the file gives`(memo: String) throws {
        let file = try Sonora.run("process", "--format", "json", memo)
        let pipe = try Sonora.run(["process", "-", "--format", "json"], piping: memo)
        #expect(pipe.status == 0)
        try expectSame(try file.object(), try pipe.object())
    }

    @Test func `raw samples give what the file gives`() throws {
        let scratch = try Scratch()
        let raw = try scratch.file("note.raw", try bytes(of: Sonora.note).dropFirst(44))
        let file = try Sonora.run("process", "--format", "json", Sonora.note)
        let piped = try Sonora.run(["process", "-", "--raw", "16000:1:s16le", "--format", "json"], piping: raw)
        let named = try Sonora.run("process", raw, "--raw", "16000:1:s16le", "--format", "json")
        try expectSame(try file.object(), try piped.object())
        try expectSame(try file.object(), try named.object())
    }

    @Test(arguments: [
        ["onsets", "--strength"], ["segments"], ["segments", "--format", "srt"], ["segments", "--activity"],
        ["levels"], ["levels", "--format", "audiowaveform-dat"],
    ])
    func `other commands read a pipe like the file`(command: [String]) throws {
        let memo = Sonora.samples + "/stereo-interview.wav"
        let file = try Sonora.run(command + [memo])
        let pipe = try Sonora.run(command + ["-"], piping: memo)
        #expect(file.status == 0 && pipe.status == 0)
        #expect(!file.output.isEmpty && file.output == pipe.output)
    }

    @Test func `commands agree with the document`() throws {
        let document = try Sonora.run("process", "--format", "json", Sonora.note).object()
        let levels = try Sonora.run("levels", Sonora.note, "--format", "json").object()
        #expect(try canonical(levels["levels"]) == canonical(document["levels"]))
        let segments = try Sonora.run("segments", Sonora.note, "--format", "json").object()
        #expect(try canonical(segments["segments"]) == canonical(document["segments"]))
        let activity = try Sonora.run("segments", Sonora.note, "--format", "json", "--activity").object()
        #expect(try canonical(activity["activity"]) == canonical(document["activity"]))
        let times = try Sonora.run("onsets", Sonora.note).lines.compactMap(Double.init)
        #expect(times == (document["onsets"] as? [[String: Any]])?.compactMap { $0["time"] as? Double })
    }

    @Test func `the same memo twice gives the same document`() throws {
        let memo = Sonora.samples + "/street.wav"
        let documents = try #require(
            try json(try Sonora.run("process", "--format", "json", memo, memo).output) as? [[String: Any]])
        try #require(documents.count == 2)
        try expectSame(documents[0], documents[1])
    }

    @Test func `one memo is an object and several are an array`() throws {
        #expect(try json(try Sonora.run("process", "--format", "json", Sonora.note).output) is [String: Any])
        let several = try json(try Sonora.run("process", "--format", "json", Sonora.note, Sonora.note).output)
        #expect((several as? [[String: Any]])?.count == 2)
    }
}
