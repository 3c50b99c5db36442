// ffmpeg as a process: one that gets stuck, crashes, or is no longer wanted; and none that stays.

import Foundation
import Testing

@Suite(.timeLimit(.minutes(10))) struct ConverterTests {
    private let scratch: Scratch
    private let amr: String

    init() throws {
        scratch = try Scratch()
        amr = try scratch.file("memo.amr", Media.amr(frames: 100))
    }

    private func environment(_ script: String) throws -> [String: String] {
        ["PATH": try Media.path("ffmpeg", script, in: scratch) + ":/usr/bin:/bin"]
    }

    @Test(
        arguments: [
            ("while :; do :; done", "stuck"), ("kill -SEGV $$", "no sound came out"), ("exit 0", "no sound came out"),
            ("echo 'Some reason' >&2; exit 1", "Some reason"), ("echo RIFF; echo 'Some reason' >&2", "Some reason"),
        ])
    func `one that fails costs one line`(script: String, words: String) throws {
        let outcome = try Sonora.run(["process", "--format", "json", amr], environment: environment(script))
        #expect(outcome.status == 1 && outcome.errorLines.count == 1, "\(outcome.errors)")
        #expect(outcome.errors.hasPrefix("sonora: \(amr): ") && outcome.errors.contains(words), "\(outcome.errors)")
    }

    @Test(arguments: ["kill -SEGV $$", "echo 'Some reason' >&2", "while :; do :; done"])
    func `one that fails later costs only what is missing`(ending: String) throws {
        let sound = try scratch.file("sound.wav", Wave.header(data: 0x7FFF_FFFF) + [UInt8](repeating: 9, count: 16_000))
        let outcome = try Sonora.run(
            ["process", "--format", "json", amr], environment: environment("cat '\(sound)'\n\(ending)"))
        #expect(outcome.status == 0 && outcome.errorLines.count == 1, "\(outcome.errors)")
        let document = try outcome.object()
        #expect(dig(document, "memo", "format", "frames") as? Int == 8000)
        #expect(dig(document, "memo", "salvage", "kind") as? String == "damaged")
    }

    /// Whoever starts Sonora may have told the system to forget children that end, and children inherit that.
    @Test(arguments: [("kill -SEGV $$", true), ("exit 0", false)])
    func `how one ended is known, whatever the caller wants to know of its children`(ending: String, isCut: Bool) throws
    {
        let sound = try scratch.file("sound.wav", Wave.header(data: 0x7FFF_FFFF) + [UInt8](repeating: 9, count: 16_000))
        let outcome = try Child(
            "/bin/sh", ["-c", "trap '' CHLD; exec \"$@\"", "sh", Sonora.path, "process", "--format", "json", amr],
            environment: environment("cat '\(sound)'\n\(ending)")
        ).end()
        #expect(outcome.status == 0)
        #expect(try (dig(outcome.object(), "memo", "salvage", "kind") as? String == "damaged") == isCut)
    }

    /// The document without what differs from run to run.
    private func document(_ path: String, _ environment: [String: String] = [:]) throws -> [String: Any] {
        let outcome = try Sonora.run(["process", "--format", "json", path], environment: environment)
        #expect(outcome.status == 0, "\(outcome.errors)")
        var document = try outcome.object()
        document["latency"] = nil
        return document
    }

    @Test(
        arguments: [
            ("memo.mov", "aac"), ("memo.m4a", "aac"), ("memo.aac", "aac"), ("memo.caf", "alac"),
        ])
    func `the bytes of a memo are no keys that somebody presses`(name: String, codec: String) throws {
        let path = try Media.note(["-c:a", codec], name, in: scratch)
        let quick = try document(path)
        // Slow enough for ffmpeg to look for keys a few times.
        let slow = try document(path, environment("exec /usr/bin/ffmpeg -readrate 2 \"$@\""))
        #expect(try canonical(quick) == canonical(slow))
        #expect(dig(slow, "memo", "salvage") is NSNull)
        #expect(try canonical(document(path)) == canonical(quick))
    }

    @Test(arguments: [(16_000, "truncated"), (64_000, nil), (256_000, "wrongLength")] as [(Int, String?)])
    func `one that ends well, but with another length than the memo declares, is not believed`(
        bytes: Int, kind: String?
    ) throws {
        // Of 4 s.
        let path = try Media.note(["-c:a", "aac"], "memo.m4a", in: scratch)
        let sound = try scratch.file(
            "sound.wav", Wave.header(data: 0x7FFF_FFFF) + [UInt8](repeating: 9, count: bytes))
        let found = try document(path, environment("cat '\(sound)'"))
        #expect(dig(found, "memo", "salvage", "kind") as? String == kind)
        // What is no container declares nothing: of AMR of 2 s, any length is believed.
        let amr = try document(amr, environment("cat '\(sound)'"))
        #expect(dig(amr, "memo", "salvage") is NSNull)
    }

    @Test(
        arguments: [
            "echo nonsense", "while :; do echo nonsense; done", "while :; do :; done", "exit 1",
            "echo '{\"format\":{\"format_name\":\"../x\",\"duration\":\"1e99\"},\"streams\":[{\"codec_name\":7}]}'",
        ])
    func `a memo is read whatever ffprobe says of it`(script: String) throws {
        let path = try Media.note(["-c:a", "libopus"], "memo.webm", in: scratch)
        let folder = try Media.path("ffprobe", script, in: scratch)
        let found = try document(path, ["PATH": "\(folder):/usr/bin:/bin"])
        let duration = try #require(dig(found, "memo", "format", "duration") as? Double)
        #expect(abs(duration - 4) < 0.2)
        #expect(dig(found, "memo", "format", "container") as? String == "other")
    }

    @Test(arguments: ["memo.m4a", "memo.mov", "memo.3gp", "memo.aac"])
    func `phones' files do not wait for ffprobe`(name: String) throws {
        let tags = ["-metadata", "title=A walk", "-metadata", "creation_time=2024-05-01T10:20:30Z"]
        let path = try Media.note(["-c:a", "aac"] + (name == "memo.aac" ? [] : tags), name, in: scratch)
        let trace = "\(scratch.folder)/asked"
        let folder = try Media.path("ffprobe", "touch '\(trace)'", in: scratch)
        let found = try document(path, ["PATH": "\(folder):/usr/bin:/bin"])
        #expect(try canonical(found) == canonical(document(path)))
        #expect(!FileManager.default.fileExists(atPath: trace))
    }

    /// Numbers of the processes that another has started, and of those they have started.
    private func descendants(of parent: Int32) -> [Int32] {
        let numbers = ((try? FileManager.default.contentsOfDirectory(atPath: "/proc")) ?? []).compactMap { Int32($0) }
        let children = numbers.filter { number in
            let status = (try? String(contentsOfFile: "/proc/\(number)/stat", encoding: .utf8)) ?? ""
            // The name in brackets may hold anything; the parent is the second word behind it.
            return status.split(separator: ")").last?.split(separator: " ").dropFirst().first.flatMap { Int32($0) }
                == parent
        }
        return children + children.flatMap(descendants)
    }

    private func isAlive(_ number: Int32) -> Bool {
        let status = (try? String(contentsOfFile: "/proc/\(number)/stat", encoding: .utf8)) ?? ""
        return !status.isEmpty && status.split(separator: ")").last?.split(separator: " ").first != "Z"
    }

    @Test(arguments: [SIGINT, SIGTERM], [false, true])
    func `a signal ends Sonora and ffmpeg within a second`(signal: Int32, isWrapped: Bool) throws {
        // An hour, which nobody decodes before the signal comes.
        let path = try scratch.file("hour.amr", Media.amr(frames: 180_000))
        let (answers, output) = try Pipes.make()
        let surroundings = isWrapped ? try environment("/usr/bin/ffmpeg \"$@\"") : [:]
        let child = try Child(
            Sonora.path, ["process", "--format", "ndjson", path], output: output, environment: surroundings)
        close(output)
        defer { close(answers) }
        while let line = Pipes.readLine(answers), !line.contains("\"immediate\"") {}
        let started = descendants(of: child.process)
        #expect(!started.isEmpty)
        let clock = ContinuousClock()
        let sent = clock.now
        child.send(signal)
        let outcome = child.end()
        // Its grace is two seconds: whoever needs it did not end by himself.
        #expect(clock.now - sent < .seconds(1.5))
        #expect(outcome.status == 130)
        while started.contains(where: isAlive), clock.now - sent < .seconds(5) { sched_yield() }
        #expect(!started.contains(where: isAlive))
    }
}
