// Links in the way: what Sonora writes stays where it was named, and nothing that a link leads to is touched.

import Files
import Foundation
import TestSignals
import Testing

@Suite("Plain files", .timeLimit(.minutes(10))) struct PlainFileTests {
    private let folder: TemporaryFolder
    private let victim: String
    private let treasure = Array("what must not be lost".utf8)

    init() throws {
        folder = try TemporaryFolder()
        victim = try folder.write(treasure, as: "victim")
    }

    private func link(_ name: String, to target: String) throws -> String {
        try FileManager.default.createSymbolicLink(atPath: folder.file(name), withDestinationPath: target)
        return folder.file(name)
    }

    private var isUntouched: Bool { get throws { try folder.bytes(of: "victim") == treasure } }

    @Test("a lock that is a link is refused, wherever it leads")
    func linkedLock() throws {
        let error = failure { _ = try FolderLock(path: link("lock", to: victim)) }
        #expect(error?.code == .cannotWrite && error?.problem.contains("link") == true)
        #expect(try isUntouched)
        #expect(
            failure { _ = try FolderLock(path: link("other lock", to: folder.file("nothing"))) }?.code == .cannotWrite)
        #expect(try !folder.names().contains("nothing"))
    }

    @Test("a lock that is a further name of another file, or a file of somebody else's, is not written over")
    func foreignLock() throws {
        try FileManager.default.linkItem(atPath: victim, toPath: folder.file("lock"))
        #expect(failure { _ = try FolderLock(path: folder.file("lock")) }?.code == .cannotWrite)
        #expect(try isUntouched)
        #expect(mkfifo(folder.file("pipe"), 0o600) == 0)
        #expect(failure { _ = try FolderLock(path: folder.file("pipe")) }?.code == .cannotWrite)
        #expect(failure { _ = try FolderLock(path: folder.path) }?.code == .cannotWrite)
    }

    @Test("a lock that an earlier run left is taken")
    func oldLock() throws {
        let path = try folder.write(Array("4194304\n".utf8), as: "lock")
        let lock = try #require(try FolderLock(path: path))
        #expect(FolderLock.holder(of: path) == Int(getpid()))
        withExtendedLifetime(lock) {}
    }

    @Test("a file that is written takes the place of a link, and what it led to stays")
    func replacedLink() throws {
        let path = try link("result", to: victim)
        let staged = try StagedFile(path: path)
        try staged.write([1, 2])
        try staged.commit()
        #expect(try folder.bytes(of: "result") == [1, 2])
        #expect(try isUntouched)
    }

    @Test(
        "a database is refused where it, or what lies beside it, is a link",
        arguments: ["", "-wal", "-shm", "-journal"])
    func database(ending: String) throws {
        let path = folder.file("index")
        try PlainFile.check(database: path)
        _ = try link("index" + ending, to: victim)
        #expect(failure { try PlainFile.check(database: path) }?.path == path + ending)
    }

    @Test("folders on the way are none of them links; the one that was named may be")
    func folders() throws {
        try Descriptor.makeFolder(folder.file("true/one"))
        let named = try link("named", to: folder.file("true"))
        try PlainFile.check(foldersOf: "one/memo.json", below: named)
        try PlainFile.check(foldersOf: "new/memo.json", below: named)
        try FileManager.default.createSymbolicLink(
            atPath: folder.file("true/one/elsewhere"), withDestinationPath: folder.path)
        #expect(
            failure { try PlainFile.check(foldersOf: "one/elsewhere/two/memo.json", below: named) }?.path
                == "\(named)/one/elsewhere")
    }
}
