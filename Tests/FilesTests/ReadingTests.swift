// Reading: what fails is a failure, however much came before, and never the end of a file or an empty folder.

import Files
import Foundation
import TestSignals
import Testing

@Suite(.timeLimit(.minutes(10))) struct ReadingTests {
    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    @Test func `a disk that fails is no end of the file`() throws {
        let words = FileError(
            .readFailed, path: brokenFile, problem: "reading failed (input/output error)",
            advice: "check the disk and try again")
        #expect(failure { _ = try FilePieces(brokenFile, from: 0).next() } == words)
        #expect(failure { _ = try ByteStream(brokenFile).next() } == words)
        #expect(failure { _ = try ByteStream(brokenFile).start(count: 16) } == words)
        #expect(failure { _ = try FileList.names(in: brokenFile) } == words)
        #expect(failure { _ = try Descriptor.reading(brokenFile).bytes(at: 0, count: 1) } == words)
        #expect(FileError.brokenReading(brokenFile) == words)
    }

    @Test func `a folder is no file of no bytes`() throws {
        #expect(failure { _ = try FilePieces(folder.path, from: 0).next() }?.code == .isFolder)
        #expect(failure { _ = try ByteStream(folder.path) }?.code == .isFolder)
        #expect(failure { _ = try FileList.names(in: folder.path) }?.code == .isFolder)
        #expect(try Descriptor.reading(folder.path).status().kind == .folder)
    }

    @Test func `a file is read to its end, from wherever`() throws {
        var generator = SeededGenerator(seed: 3)
        let bytes = generator.bytes(200_000)
        let path = try folder.write(bytes, as: "file")
        let stream = try ByteStream(path)
        #expect(try stream.start(count: 3) == Array(bytes[..<3]))
        var read: [UInt8] = []
        while let piece = try stream.next() { read += piece }
        #expect(read == bytes)
        let pieces = try FilePieces(path, from: 199_999)
        #expect(try pieces.next() == [bytes[199_999]])
        #expect(try pieces.next() == nil)
        #expect(try Descriptor.reading(path).bytes(at: 199_998, count: 10) == Array(bytes[199_998...]))
    }

    @Test func `numbers come back from a scratch file as they were`() throws {
        let file = try ScratchFile()
        let numbers: [Float] = [0.25, -.infinity, -0.0, 3]
        #expect(try file.append(numbers) == 0)
        let place = try file.append([7])
        #expect(try file.numbers(at: 0, count: 4) == numbers)
        #expect(try file.numbers(at: place, count: 1) == [7])
        #expect(failure { _ = try file.numbers(at: place, count: 2) }?.code == .readFailed)
    }

    // MARK: Folders

    @Test func `a folder that is not there, or is none, is not empty`() throws {
        #expect(failure { _ = try FolderListing.entries(of: folder.file("missing")) }?.code == .notFound)
        let file = try folder.write([1], as: "file")
        #expect(failure { _ = try FolderListing.entries(of: file) }?.problem == "there is no such folder")
        #expect(try FolderListing.entries(of: folder.path).map(\.name) == ["file"])
    }

    @Test(.enabled(if: getuid() != 0, "the superuser may look everywhere"))
    func `a folder whose names may be listed but not looked at is not empty`() throws {
        try folder.write([1], as: "file")
        try #require(chmod(folder.path, 0o400) == 0)
        defer { chmod(folder.path, 0o700) }
        #expect(failure { _ = try FolderListing.entries(of: folder.path) }?.code == .notPermitted)
        #expect(failure { _ = try FolderListing.entry("file", in: folder.path + "/") }?.code == .notPermitted)
        #expect(failure { _ = try FolderEntry(path: folder.file("file")) }?.code == .notPermitted)
    }

    @Test func `links that lead nowhere are entries, and no failures`() throws {
        for (name, target) in [("dead", "nothing"), ("round", "round"), ("long", String(repeating: "x", count: 300))] {
            try FileManager.default.createSymbolicLink(atPath: folder.file(name), withDestinationPath: target)
        }
        let entries = try FolderListing.entries(of: folder.path)
        #expect(entries.map(\.name) == ["dead", "long", "round"])
        #expect(entries.allSatisfy { $0.isLink && $0.kind == nil && $0.failure == nil })
        #expect(try FolderListing.entry("missing", in: folder.path + "/") == nil)
        #expect(try FolderEntry(path: folder.file("dead")) == nil)
    }

    // MARK: Programs

    private func run(_ script: String) throws -> (bytes: [UInt8], ending: ChildProcess.Ending, complaints: [String]) {
        let child = try ChildProcess("/bin/sh", ["sh", "-c", script], input: nil, keepsErrors: true, path: "a job")
        let bytes = try child.bytes(100)
        return (bytes, child.end(), try child.complaints())
    }

    @Test func `what a program says, and how it ended, are two things`() throws {
        let whole = try run("printf 'one'; echo two >&2")
        #expect(whole.bytes == Array("one".utf8) && whole.ending == .exited(0) && whole.complaints == ["two"])
        #expect(try run("printf 'one'; exit 3").ending == .exited(3))
        #expect(try run("printf 'one'; kill -9 $$").ending == .killedFromOutside)
    }

    @Test func `a program that is not there is told of`() {
        let error = failure {
            _ = try ChildProcess("/nothing here", ["nothing"], input: nil, keepsErrors: false, path: "a job")
        }
        #expect(error?.code == .helperLost && error?.path == "a job")
        #expect(error?.problem == "/nothing here cannot be started (no such file or directory)")
    }
}
