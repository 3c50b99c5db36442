// BatchCrashTests: runs that are killed while a memo is in work, and helpers that crash, by the true command.

import Foundation
import Glibc
import Testing

@Suite(.timeLimit(.minutes(10))) struct BatchCrashTests {
    private let scratch: Scratch
    private var output: String { scratch.folder + "/out" }

    /// One that takes a while.
    init() throws {
        scratch = try Scratch()
        try FileManager.default.createDirectory(atPath: scratch.folder + "/memos", withIntermediateDirectories: true)
        try slow(seconds: 12 * 3600)
    }

    /// They come after the run that is killed: it may not have written down yet that a short one before is done.
    private func addShortMemos() throws {
        try scratch.copy(Sonora.note, as: "memos/a.wav")
        try scratch.copy(Sonora.samples + "/hum.wav", as: "memos/z.wav")
    }

    /// Hours of nothing, which take no room on the disk. Half a day is ten seconds of work and more: enough to be caught at it on
    /// a fast machine with much else to do.
    private func slow(seconds: Int) throws {
        let path = try scratch.file("memos/m.wav", Wave.header(data: seconds * 16_000))
        truncate(path, 44 + seconds * 16_000)
    }

    private func start(_ output: Int32) throws -> Child {
        try Child(
            Sonora.path,
            ["batch", scratch.folder + "/memos", "--output", self.output, "--jobs", "1", "--format", "ndjson"],
            output: output)
    }

    /// Runs until the slow memo is in work, and kills the run as a power cut would.
    private func killRun() throws {
        let (read, write) = try Pipes.make()
        defer { close(read) }
        let child = try start(write)
        close(write)
        var line = Pipes.readLine(read)
        while let text = line, !(text.contains("m.wav") && text.contains("\"event\":\"accepted\"")) {
            line = Pipes.readLine(read)
        }
        child.send(SIGKILL)
        #expect(child.end().status == -SIGKILL)
    }

    /// The process of its own that a run has started for a memo.
    private func loneChild(of process: pid_t) -> pid_t? {
        let path = "/proc/\(process)/task"
        for thread in (try? FileManager.default.contentsOfDirectory(atPath: path)) ?? [] {
            let children = (try? String(contentsOfFile: "\(path)/\(thread)/children", encoding: .utf8)) ?? ""
            for child in children.split(separator: " ").compactMap({ pid_t($0) }) {
                let words = (try? bytes(of: "/proc/\(child)/cmdline")) ?? []
                if String(decoding: words, as: UTF8.self).contains("batch-alone-for-sonora") { return child }
            }
        }
        return nil
    }

    @Test func `a memo that crashes its own process is one failed memo`() throws {
        try killRun()
        try addShortMemos()
        let (read, write) = try Pipes.make()
        defer { close(read) }
        let child = try start(write)
        close(write)
        // What is left of the others comes first.
        var line = Pipes.readLine(read)
        while let text = line, !(text.contains("\"event\":\"completed\"") && text.contains("z.wav")) {
            #expect(!text.contains("m.wav"))
            line = Pipes.readLine(read)
        }
        #expect(line != nil)
        var lone: pid_t?
        while loneOrEnd(child.process, &lone) { sched_yield() }
        kill(try #require(lone), SIGSEGV)
        _ = Pipes.readAll(read)
        let outcome = child.end()
        #expect(outcome.status == 1)
        #expect(outcome.errors.contains("m.wav: it crashed (signal 11)"))
        let failures = try jsonObject(bytes(of: output + "/summary.json"))["failures"] as? [[String: Any]]
        #expect(failures?.count == 1 && failures?.first?["code"] as? String == "crashed")
        #expect(!FileManager.default.fileExists(atPath: output + "/.sonora.alone"))
        // It is not tried again, and what takes its place is.
        #expect(try Sonora.run("batch", scratch.folder + "/memos", "--output", output).errors.contains("failed before"))
        try slow(seconds: 3)
        let mended = try Sonora.run("batch", scratch.folder + "/memos", "--output", output)
        #expect(mended.status == 0 && mended.lines.contains("done\t1"))
    }

    /// - Returns: whether to go on looking.
    private func loneOrEnd(_ process: pid_t, _ lone: inout pid_t?) -> Bool {
        lone = loneChild(of: process)
        let state = (try? String(contentsOfFile: "/proc/\(process)/stat", encoding: .utf8)) ?? "Z"
        return lone == nil && !state.contains(") Z")
    }

    @Test func `a memo during which runs were killed is not held to be bad`() throws {
        try killRun()
        try addShortMemos()
        try killRun2()
        try slow(seconds: 30)
        let outcome = try Sonora.run("batch", scratch.folder + "/memos", "--output", output)
        #expect(outcome.status == 0, "\(outcome.errors)")
        #expect(outcome.errorLines.last?.contains("done") == true && outcome.errorLines.last?.contains("m.wav") == true)
        let document = try jsonObject(bytes(of: output + "/m.wav.sonora.json"))
        #expect(dig(document, "memo", "format", "duration") as? Double == 30)
        #expect(try Sonora.run("batch", scratch.folder + "/memos", "--output", output).lines.contains("skipped\t3"))
    }

    /// The second run is killed while the process of its own works.
    private func killRun2() throws {
        let (read, write) = try Pipes.make()
        defer { close(read) }
        let child = try start(write)
        close(write)
        var lone: pid_t?
        while loneOrEnd(child.process, &lone) { sched_yield() }
        child.send(SIGKILL)
        #expect(child.end().status == -SIGKILL)
        #expect(lone != nil)
    }
}
