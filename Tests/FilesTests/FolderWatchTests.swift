// FolderWatch: what the system tells about folders, with real ones.

import Files
import Foundation
import TestSignals
import Testing

@Suite(.timeLimit(.minutes(10))) struct FolderWatchTests {
    private let folder: TemporaryFolder
    private let watch: FolderWatch
    private let alarm = Alarm()

    init() throws {
        folder = try TemporaryFolder()
        watch = try #require(FolderWatch())
    }

    /// What is told until a name comes, closed or not. It hangs only when nothing is told at all.
    private func wait(for name: String, isClosed: Bool) throws -> FolderChanges.Name? {
        while true {
            let changes = try watch.wait(milliseconds: 20_000, alarm: alarm)
            if let found = changes.names.first(where: { $0.name == name && $0.isClosed == isClosed }) { return found }
            if changes.isEmpty { return nil }
        }
    }

    private func make(_ name: String) throws {
        try FileManager.default.createDirectory(atPath: folder.file(name), withIntermediateDirectories: false)
    }

    @Test func `a file is told of when it appears, when it is closed, and when it goes`() throws {
        try make("inner")
        #expect(watch.follow([folder.path + "/", folder.file("inner")]) == .more)
        let writer = open(folder.file("inner/a.wav"), O_CREAT | O_WRONLY | O_CLOEXEC, 0o644)
        #expect(try wait(for: "a.wav", isClosed: false)?.folder == 1)
        close(writer)
        #expect(try wait(for: "a.wav", isClosed: true)?.folder == 1)
        try FileManager.default.moveItem(atPath: folder.file("inner/a.wav"), toPath: folder.file("b.wav"))
        #expect(try wait(for: "b.wav", isClosed: true)?.folder == 0, "moved here, it is complete")
        try FileManager.default.removeItem(atPath: folder.file("b.wav"))
        #expect(try wait(for: "b.wav", isClosed: false) != nil)
    }

    @Test func `folders that come, go or are moved call for a look at all of them`() throws {
        #expect(watch.follow([folder.path]) == .more)
        #expect(watch.follow([folder.path]) == .same)
        try make("new")
        #expect(try watch.wait(milliseconds: 20_000, alarm: alarm).isUnclear)
        #expect(watch.follow([folder.path, folder.file("new")]) == .more)
        try FileManager.default.moveItem(atPath: folder.file("new"), toPath: folder.file("other"))
        #expect(try watch.wait(milliseconds: 20_000, alarm: alarm).isUnclear)
        // It is the same folder to the system; under its new name it counts as new.
        #expect(watch.follow([folder.path, folder.file("other")]) == .more)
        try FileManager.default.removeItem(atPath: folder.file("other"))
        #expect(try watch.wait(milliseconds: 20_000, alarm: alarm).isUnclear)
        #expect(watch.follow([folder.path]) == .same)
    }

    @Test func `what is hidden is no reason to look`() throws {
        #expect(watch.follow([folder.path]) == .more)
        try make(".hidden")
        let changes = try watch.wait(milliseconds: 20_000, alarm: alarm)
        #expect(!changes.isUnclear && changes.names.isEmpty)
    }

    @Test func `names that are no text are told as they are`() throws {
        #expect(watch.follow([folder.path]) == .more)
        let name = FileName.text([0x61, 0xFF, 0x62])
        let descriptor = open(FileName.systemText(folder.file(name)), O_CREAT | O_WRONLY, 0o644)
        close(descriptor)
        #expect(try wait(for: name, isClosed: true) != nil)
    }

    @Test func `an alarm ends a wait, and every wait after it`() throws {
        #expect(watch.follow([folder.path]) == .more)
        let start = ContinuousClock.now
        alarm.ring()
        #expect(try watch.wait(milliseconds: 20_000, alarm: alarm).isEmpty)
        alarm.wait(milliseconds: 20_000)
        #expect(start.duration(to: .now) < .seconds(15))
    }
}
