// PlannerTests: what a walk through folders finds, and what it leaves aside.

import Capture
import Library
import TestSignals
import Testing

@Suite struct PlannerTests {
    let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    private func plan(
        _ names: [String]? = nil, filter: MemoFilter = MemoFilter(), output: String? = nil
    ) throws -> (keys: [String], skipped: [SkipReason: Int]) {
        let plan = try Planner.plan(names ?? [folder.path], filter: filter, output: output)
        return (plan.memos.map(\.key), plan.skipped)
    }

    /// Writes a file into a folder that is made for it.
    private func write(_ name: String, _ bytes: [UInt8] = []) throws {
        let parts = name.split(separator: "/").dropLast()
        if !parts.isEmpty { try Descriptor.makeFolder(folder.file(parts.joined(separator: "/"))) }
        try folder.write(bytes, as: name)
    }

    @Test func recordingsAreFoundByNameAndByContent() throws {
        let padding = [UInt8](repeating: 0, count: 32)
        try write("a.wav")
        try write("B.FLAC", Array("not really".utf8))
        try write("deep/er/c.m4a", [1, 2, 3])
        try write("no-extension", Array("RIFF".utf8) + [36, 0, 0, 0] + Array("WAVEfmt ".utf8) + padding)
        try write("notes.txt", Array("RIFF is a word".utf8))
        try write("photo.heic", [0, 0, 0, 24] + Array("ftypheic".utf8) + padding)
        try write("clip.mov", [0, 0, 0, 24] + Array("ftypqt  ".utf8) + padding)
        let found = try plan()
        #expect(found.keys == ["B.FLAC", "a.wav", "clip.mov", "deep/er/c.m4a", "no-extension"])
        #expect(found.skipped == [.notAudio: 2])
    }
}
