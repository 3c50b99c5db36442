// A batch that goes on: memos are taken when they are complete, each once, and nothing turns in circles.

import Foundation
import Testing

@Suite(.timeLimit(.minutes(10))) struct WatchTests {
    private let scratch: Scratch
    private let note: [UInt8]

    init() throws {
        scratch = try Scratch()
        note = try bytes(of: Sonora.note)
        try scratch.folder("memos")
    }

    /// A file that stays open for writing, and that no child inherits.
    private func begin(_ name: String) throws -> FileHandle {
        // In one step: a file that is closed in between counts as complete.
        let descriptor = open("\(scratch.folder)/\(name)", O_CREAT | O_WRONLY | O_CLOEXEC, 0o644)
        try #require(descriptor >= 0)
        let handle = FileHandle(fileDescriptor: descriptor, closeOnDealloc: true)
        try handle.write(contentsOf: Data(note[..<100_000]))
        return handle
    }

    private func finish(_ handle: FileHandle) throws {
        try handle.write(contentsOf: Data(note[100_000...]))
        try handle.close()
    }

    private func frames(_ document: String) throws -> Int? {
        dig(try jsonObject(bytes(of: "\(scratch.folder)/\(document)")), "memo", "format", "frames") as? Int
    }

    @Test func `a memo is taken when its writer has closed it, and only then`() throws {
        let watching = try Watching(["memos", "--output", "out"], in: scratch)
        let handle = try begin("memos/half.wav")
        try scratch.copy(Sonora.samples + "/hum.wav", as: "memos/whole.wav")
        // It came later, and nothing was said of the first one.
        #expect(watching.next("memos/")?.contains("[1/1] done memos/whole.wav") == true)
        try finish(handle)
        #expect(watching.next("memos/")?.contains("[2/2] done memos/half.wav") == true)
        let outcome = watching.end()
        #expect(outcome.status == 130)
        #expect(try frames("out/half.wav.sonora.json") == 204_800)
        let memos = try jsonObject(bytes(of: scratch.folder + "/out/summary.json"))["memos"]
        #expect(dig(memos, "planned") as? Int == 2 && dig(memos, "done") as? Int == 2)
    }

    @Test func `a memo that is being written when the run begins is waited for`() throws {
        let handle = try begin("memos/half.wav")
        try scratch.copy(Sonora.samples + "/hum.wav", as: "memos/whole.wav")
        let watching = try Watching(["memos", "--output", "out"], in: scratch)
        #expect(watching.next("memos/")?.contains("[1/1] done memos/whole.wav") == true)
        try finish(handle)
        #expect(watching.next("memos/")?.contains("[2/2] done memos/half.wav") == true)
        #expect(watching.end().status == 130)
    }

    @Test func `a memo that is moved keeps its result, and one that is written anew gets another`() throws {
        try scratch.copy(Sonora.note, as: "memos/a.wav")
        let watching = try Watching(["memos", "--output", "out"], in: scratch)
        #expect(watching.next("memos/")?.contains("done memos/a.wav") == true)
        try FileManager.default.moveItem(
            atPath: scratch.folder + "/memos/a.wav", toPath: scratch.folder + "/memos/b.wav")
        #expect(watching.next("memos/")?.contains("known memos/b.wav: was called a.wav") == true)
        #expect(try scratch.documents(in: "out") == ["b.wav.sonora.json"])
        try Data(bytes(of: Sonora.samples + "/hum.wav")).write(
            to: URL(fileURLWithPath: scratch.folder + "/memos/b.wav"))
        #expect(watching.next("memos/")?.contains("done memos/b.wav") == true)
        #expect(watching.end().status == 130)
        #expect(try frames("out/b.wav.sonora.json") != 204_800)
    }

    @Test func `a memo that is moved between two watched folders is the same memo`() throws {
        try scratch.folder("other")
        try scratch.copy(Sonora.note, as: "memos/a.wav")
        let watching = try Watching(["memos", "other", "--output", "out"], in: scratch)
        #expect(watching.next("memos/")?.contains("done memos/a.wav") == true)
        try FileManager.default.moveItem(
            atPath: scratch.folder + "/memos/a.wav", toPath: scratch.folder + "/other/a.wav")
        #expect(watching.next("other/")?.contains("unchanged other/a.wav") == true)
        #expect(watching.end().status == 130)
        #expect(try scratch.documents(in: "out") == ["a.wav.sonora.json"])
        let shown = try Sonora.run("library", "out", "show", "a.wav", in: scratch.folder)
        #expect(shown.lines.contains { $0.hasPrefix("file\t") && $0.contains("/other/a.wav\t") })
    }

    @Test func `folders that come are watched, too, and the results within them are not taken`() throws {
        let watching = try Watching(
            ["memos", "--output", "memos/results", "--exclude", "draft*", "--write", "segments:srt"], in: scratch)
        try scratch.folder("memos/deep/er")
        try scratch.copy(Sonora.note, as: "memos/deep/er/a.wav")
        #expect(watching.next("memos/")?.contains("done memos/deep/er/a.wav") == true)
        // Neither the one that is hidden nor the one that is excluded is told of before the next one.
        try scratch.copy(Sonora.note, as: "memos/deep/.hidden.wav")
        try scratch.copy(Sonora.note, as: "memos/deep/draft.wav")
        try scratch.copy(Sonora.samples + "/hum.wav", as: "memos/deep/b.wav")
        #expect(watching.next("memos/")?.contains("[2/2] done memos/deep/b.wav") == true)
        // A folder that is put there with all that is in it.
        try scratch.folder("elsewhere")
        try scratch.copy(Sonora.samples + "/street.wav", as: "elsewhere/c.wav")
        try FileManager.default.moveItem(
            atPath: scratch.folder + "/elsewhere", toPath: scratch.folder + "/memos/moved")
        #expect(watching.next("memos/")?.contains("[3/3] done memos/moved/c.wav") == true)
        #expect(watching.end().status == 130)
        let documents = try scratch.documents(in: "memos")
        #expect(
            documents
                == [
                    "results/deep/er/a.wav.sonora.json", "results/deep/b.wav.sonora.json",
                    "results/moved/c.wav.sonora.json",
                ].sorted())
    }

    @Test func `two memos of one name stay one result`() throws {
        try scratch.folder("more")
        try scratch.copy(Sonora.note, as: "memos/a.wav")
        let watching = try Watching(["memos", "more", "--output", "out"], in: scratch)
        #expect(watching.next("done")?.contains("memos/a.wav") == true)
        try scratch.copy(Sonora.samples + "/hum.wav", as: "more/a.wav")
        #expect(watching.next("more/a.wav")?.contains("left aside, as memos/a.wav has the same name") == true)
        // From one folder to the other it is the same memo.
        try FileManager.default.removeItem(atPath: scratch.folder + "/memos/a.wav")
        try scratch.copy(Sonora.note, as: "more/b.wav")
        #expect(watching.next("more/b.wav")?.contains("known more/b.wav: was called a.wav") == true)
        #expect(watching.end().status == 130)
    }

    @Test func `a folder that goes and comes back is found again`() throws {
        try scratch.folder("memos/inner")
        let watching = try Watching(["memos/inner", "--output", "out"], in: scratch)
        try FileManager.default.removeItem(atPath: scratch.folder + "/memos/inner")
        #expect(watching.next("there is no such file or folder") != nil)
        try scratch.folder("memos/inner")
        try scratch.copy(Sonora.note, as: "memos/inner/a.wav")
        #expect(watching.next("done")?.contains("memos/inner/a.wav") == true)
        #expect(watching.end().status == 130)
    }

    @Test(.enabled(if: Watching.mayTakeAwayWatches))
    func `without watches it looks time and again`() throws {
        let watching = try Watching(["memos", "--output", "out"], hasWatches: false, in: scratch)
        let handle = try begin("memos/half.wav")
        try scratch.copy(Sonora.samples + "/hum.wav", as: "memos/whole.wav")
        #expect(watching.next("memos/")?.contains("done memos/whole.wav") == true)
        try finish(handle)
        #expect(watching.next("memos/")?.contains("done memos/half.wav") == true)
        #expect(watching.end().status == 130)
        #expect(try frames("out/half.wav.sonora.json") == 204_800)
    }

    @Test func `what goes on for ever takes no options that end`() throws {
        for option in ["--dry-run", "--ordered", "--retry-failed"] {
            let outcome = try Sonora.run("batch", "memos", "--output", "out", "--watch", option, in: scratch.folder)
            #expect(outcome.status == 64)
        }
    }
}

/// A batch that watches; what it says is read as it comes.
private final class Watching {
    private static let withoutWatches = [
        "-Ur", "/bin/sh", "-c", "echo 0 > /proc/sys/user/max_inotify_instances && exec \"$0\" \"$@\"",
    ]

    /// Whether the system lets this user have a world of its own, in which there are no watches.
    static let mayTakeAwayWatches =
        (try? Child("/usr/bin/unshare", withoutWatches + ["/bin/true"]).end().status) == 0

    private let child: Child
    private let messages: Int32

    /// Starts it, and returns when it watches.
    init(_ arguments: [String], hasWatches: Bool = true, in scratch: Scratch) throws {
        let (read, write) = try Pipes.make()
        defer { close(write) }
        let words = ["batch", "--watch"] + arguments
        child = try Child(
            hasWatches ? Sonora.path : "/usr/bin/unshare",
            hasWatches ? words : Self.withoutWatches + [Sonora.path] + words,
            messages: write, folder: scratch.folder)
        messages = read
        let line = next("watching")
        #expect(line?.contains(hasWatches ? "(inotify)" : "(looking every 2 s)") == true)
    }

    deinit { close(messages) }

    /// The next line that has a text in it.
    func next(_ text: String) -> String? {
        var line = Pipes.readLine(messages)
        while let found = line, !found.contains(text) { line = Pipes.readLine(messages) }
        return line
    }

    /// Ctrl-C.
    func end() -> Outcome {
        child.interrupt()
        return child.end()
    }
}

extension Scratch {
    fileprivate func folder(_ name: String) throws {
        try FileManager.default.createDirectory(atPath: "\(folder)/\(name)", withIntermediateDirectories: true)
    }

    /// The result documents below one of its folders.
    fileprivate func documents(in name: String) throws -> [String] {
        try FileManager.default.subpathsOfDirectory(atPath: "\(folder)/\(name)")
            .filter { $0.hasSuffix(".sonora.json") }.sorted()
    }
}
