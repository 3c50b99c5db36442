// PlannerTests: what a walk through folders finds, and what it leaves aside.

import Capture
import Files
import Foundation
import Library
import TestSignals
import Testing

@Suite struct PlannerTests {
    private let folder: MemoFolder

    init() throws { folder = try MemoFolder() }

    private func plan(
        _ names: [String]? = nil, filter: MemoFilter = MemoFilter(), output: String? = nil
    ) throws -> (keys: [String], skipped: [SkipReason: Int]) {
        let plan = try Planner.plan(names ?? [folder.memos], filter: filter, output: output)
        return (plan.memos.map(\.key), plan.skipped)
    }

    private func link(_ name: String, to target: String) throws {
        try FileManager.default.createSymbolicLink(atPath: "\(folder.memos)/\(name)", withDestinationPath: target)
    }

    @Test func recordingsAreFoundByNameAndByContent() throws {
        let padding = [UInt8](repeating: 0, count: 32)
        try folder.write("a.wav", [])
        try folder.write("B.FLAC", Array("not really".utf8))
        try folder.write("deep/er/c.m4a", [1, 2, 3])
        try folder.write("no-extension", Array("RIFF".utf8) + [36, 0, 0, 0] + Array("WAVEfmt ".utf8) + padding)
        try folder.write("notes.txt", Array("RIFF is a word".utf8))
        try folder.write("photo.heic", [0, 0, 0, 24] + Array("ftypheic".utf8) + padding)
        try folder.write("clip.mov", [0, 0, 0, 24] + Array("ftypqt  ".utf8) + padding)
        let found = try plan()
        #expect(found.keys == ["B.FLAC", "a.wav", "clip.mov", "deep/er/c.m4a", "no-extension"])
        #expect(found.skipped == [.notAudio: 2])
    }

    @Test func hiddenNamesAndTheOutputAreLeftAside() throws {
        try folder.write("a.wav", [])
        try folder.write("._a.wav", [])
        try folder.write(".trash/b.wav", [])
        try folder.write("results/parts/c.wav", [])
        let found = try plan(output: "\(folder.memos)/results")
        #expect(found.keys == ["a.wav"])
        #expect(found.skipped == [.hidden: 2, .output: 1])
    }

    @Test func resultsBesideTheMemosAreNoMemos() throws {
        try folder.write("a.wav", [])
        try folder.write("a.wav.sonora.json", Array("{}".utf8))
        try folder.write("sonora.sqlite", [])
        #expect(try plan(output: folder.memos).keys == ["a.wav"])
    }

    @Test func patternsAreMatchedWithNamesOrPaths() throws {
        for name in ["a.wav", "b.flac", "2024/a.wav", "2024/drafts/x.wav", "drafts/y.wav"] {
            try folder.write(name, [])
        }
        #expect(try plan(filter: MemoFilter(include: ["*.wav"])).keys.count == 4)
        #expect(try plan(filter: MemoFilter(include: ["2024/*"])).keys == ["2024/a.wav", "2024/drafts/x.wav"])
        #expect(try plan(filter: MemoFilter(exclude: ["drafts"])).keys == ["2024/a.wav", "a.wav", "b.flac"])
        #expect(try plan(filter: MemoFilter(exclude: ["2024/drafts"])).keys.contains("drafts/y.wav"))
        let both = try plan(filter: MemoFilter(include: ["a*"], exclude: ["2024*"]))
        #expect(both.keys == ["a.wav"])
        #expect(both.skipped == [.excluded: 1, .notIncluded: 2])
    }

    @Test func linksAreFollowedOnceAndAfterTheirTargets() throws {
        try folder.write("z/a.wav", [])
        try link("0-link.wav", to: "z/a.wav")
        try link("1-folder", to: "z")
        try link("z/loop", to: "..")
        try link("nowhere.wav", to: "gone")
        let found = try plan()
        #expect(found.keys == ["z/a.wav"])
        #expect(found.skipped == [.metBefore: 3, .brokenLink: 1])
    }

    @Test func aLinkToAFolderElsewhereIsWalked() throws {
        let elsewhere = try MemoFolder()
        try elsewhere.write("deep/b.wav", [])
        try link("archive", to: elsewhere.memos)
        try folder.write("a.wav", [])
        #expect(try plan().keys == ["a.wav", "archive/deep/b.wav"])
    }

    @Test func twoMemosWithOneNameAreRefused() throws {
        let other = try MemoFolder()
        try folder.write("sub/a.wav", [])
        try other.write("sub/a.wav", [])
        let error = #expect(throws: PlanCollision.self) { try plan([folder.memos, other.memos]) }
        #expect(error?.first == "\(folder.memos)/sub/a.wav")
        #expect(error?.second == "\(other.memos)/sub/a.wav")
    }

    @Test func accentsInTwoWritingsAreTwoNames() throws {
        let other = try MemoFolder()
        try folder.write("caf\u{E9}.wav", [])
        try other.write("cafe\u{301}.wav", [])
        #expect(try plan([folder.memos, other.memos]).keys.count == 2)
    }

    @Test func namedFilesKeepTheirPath() throws {
        try folder.write("a.wav", [])
        try folder.write("notes.txt", [1])
        let plan = try Planner.plan([
            "\(folder.memos)/a.wav", "\(folder.memos)/./notes.txt", "\(folder.memos)/gone.wav",
        ])
        #expect(plan.memos.map { plan.path(of: $0) } == ["\(folder.memos)/a.wav", "\(folder.memos)/notes.txt"])
        #expect(plan.failures.map(\.code) == [.notFound])
    }

    @Test func aFileNamedBesidesItsFolderIsOneMemo() throws {
        try folder.write("a.wav", [])
        let found = try plan([folder.memos, "\(folder.memos)/a.wav", folder.memos])
        #expect(found.keys == ["a.wav"])
        #expect(found.skipped == [.metBefore: 2])
    }

    @Test func namesThatAreNoTextAreFound() throws {
        let name = FileName.text([0x66, 0xFF, 0x2E, 0x77, 0x61, 0x76])
        _ = try StagedFile(path: "\(folder.memos)/\(name)").commit()
        let found = try plan()
        #expect(found.keys == [name])
    }
}
