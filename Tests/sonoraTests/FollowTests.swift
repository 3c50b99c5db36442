// Following through the command: a file that grows is shown live, and in the end described as if it had been whole.

import Foundation
import Testing

@Suite(.timeLimit(.minutes(10))) struct FollowTests {
    private let scratch: Scratch
    private let note: [UInt8]

    init() throws {
        scratch = try Scratch()
        note = try bytes(of: Sonora.note)
    }

    /// A memo whose recorder has not written its size yet.
    private func grow(_ name: String = "growing.wav") throws -> (path: String, handle: FileHandle) {
        var start = Array(note[..<60_044])
        start.replaceSubrange(40..<44, with: [0, 0, 0, 0])
        let path = try scratch.file(name, start)
        let handle = try #require(FileHandle(forWritingAtPath: path))
        // No child may keep it open.
        _ = fcntl(handle.fileDescriptor, F_SETFD, FD_CLOEXEC)
        try handle.seekToEnd()
        return (path, handle)
    }

    /// Everything that does not depend on the clock or the file's name.
    private func result(_ document: [String: Any]) throws -> String {
        var document = document
        document["latency"] = nil
        document["memo"] = dig(document, "memo", "format")
        return try canonical(document)
    }

    @Test func `a file that grows is shown while it grows, and described as the whole one`() throws {
        let (path, handle) = try grow()
        let (read, write) = try Pipes.make()
        defer { close(read) }
        let child = try Child(
            Sonora.path, ["process", "--follow", "--format", "ndjson", "--output", scratch.folder, path], output: write)
        close(write)
        // Live updates come while the file is not complete.
        var line = Pipes.readLine(read)
        while let text = line, !text.contains("\"overview\":\"live\"") { line = Pipes.readLine(read) }
        #expect(line != nil)
        try handle.write(contentsOf: Data(note[60_044...]))
        try handle.seek(toOffset: 40)
        try handle.write(contentsOf: Data(note[40..<44]))
        try handle.close()
        let rest = Pipes.readAll(read)
        #expect(child.end().status == 0)
        #expect(String(decoding: rest, as: UTF8.self).contains("\"event\":\"completed\""))
        let followed = try jsonObject(bytes(of: scratch.folder + "/growing.wav.sonora.json"))
        let whole = try Sonora.run("process", "--format", "json", Sonora.note).object()
        #expect(try result(followed) == result(whole))
        #expect(dig(followed, "memo", "salvage") is NSNull)
    }

    @Test func `a recorder that falls silent is not waited for`() throws {
        let (path, handle) = try grow()
        let outcome = try Sonora.run("process", "--follow", "--idle", "50ms", "--format", "json", path)
        try handle.close()
        #expect(outcome.status == 0)
        #expect(dig(try outcome.object(), "memo", "format", "frames") as? Int == 30_000)
        #expect(dig(try outcome.object(), "memo", "salvage", "kind") as? String == "unknownLength")
    }

    @Test func `Ctrl-C ends the recording with its results`() throws {
        let (path, handle) = try grow()
        let (read, write) = try Pipes.make()
        defer { close(read) }
        let child = try Child(
            Sonora.path, ["process", "--follow", "--idle", "60min", "--format", "ndjson", path], output: write)
        close(write)
        var line = Pipes.readLine(read)
        while let text = line, !text.contains("\"overview\":\"live\"") { line = Pipes.readLine(read) }
        child.interrupt()
        let rest = String(decoding: Pipes.readAll(read), as: UTF8.self)
        #expect(child.end().status == 130)
        #expect(rest.contains("\"event\":\"completed\""))
        try handle.close()
    }

    @Test func `only one file can be followed, and only one that is there and uncompressed`() throws {
        #expect(try Sonora.run("process", "--follow", Sonora.note, Sonora.note).status == 64)
        #expect(try Sonora.run("process", "--follow", "-").status == 64)
        let gone = try Sonora.run("process", "--follow", scratch.folder + "/gone.wav")
        #expect(gone.status == 1 && gone.errors.contains("there is no such file"))
        let flac = try Sonora.run("process", "--follow", Sonora.samples + "/slow-reflection.flac")
        #expect(flac.status == 1 && flac.errors.contains("only uncompressed recordings"))
        #expect(flac.errorLines.count == 1)
    }
}
