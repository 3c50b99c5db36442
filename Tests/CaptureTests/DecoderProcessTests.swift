// The helper that decodes: what comes of one that spins, sleeps, crashes, talks nonsense, or is no longer wanted.

import Capture
import Files
import Foundation
import TestSignals
import Testing

@Suite("Decoder process", .timeLimit(.minutes(10))) struct DecoderProcessTests {
    private let folder: TemporaryFolder
    private let memo: String

    init() throws {
        folder = try TemporaryFolder()
        memo = try folder.write(Array("fLaC, or so it says".utf8), as: "memo.flac")
    }

    /// A helper that is a script; `$answer` is a file of what it may say.
    private func helper(
        _ script: String, answer: [UInt8] = [], patience: Patience = Patience(computing: 0.05)
    ) throws -> Memo {
        let answer = try folder.write(answer, as: "answer")
        let text = try folder.write(Array("#!/bin/sh\nanswer='\(answer)'\n\(script)\n".utf8), as: "script.txt")
        // Copied by another process: a program that is open for writing anywhere cannot be started.
        let copy = try Process.run(
            URL(fileURLWithPath: "/usr/bin/install"), arguments: ["-m", "755", text, folder.file("script")])
        copy.waitUntilExit()
        var host = DecoderHost(program: folder.file("script"))
        host.patience = patience
        return Memo(path: memo, decoder: host)
    }

    // MARK: What a helper says

    private static func words(_ words: [String]) -> [UInt8] {
        little(UInt32(words.count)) + words.flatMap { little(UInt32($0.utf8.count)) + Array($0.utf8) }
    }

    private static func ready(rate: String = "8000", channels: String = "1") -> [UInt8] {
        words(["ready", "flac", "pcm16", rate, channels, "", "integer", "16", "", "", "", "", ""])
    }

    private static let sound: [Float] = (0..<800).map { Float($0) / 1000 }

    private static func piece(_ samples: ArraySlice<Float>) -> [UInt8] {
        little(UInt32(samples.count)) + samples.flatMap { little($0.bitPattern) }
    }

    /// A greeting and two pieces of 400 frames.
    private static let begun = ready() + piece(sound[..<400]) + piece(sound[400...])
    private static let farewell = little(UInt32.max) + words([])

    private func opening(_ memo: Memo) -> CaptureError? { failure { _ = try memo.open() } }

    // MARK: Tests

    @Test("what is no number is silence, and counted, also where integers were announced")
    func noNumbers() throws {
        let samples: [Float] = [0.5, .nan, -.infinity, 1e30, -0.25]
        let source = try helper("cat \"$answer\"", answer: Self.ready() + Self.piece(samples[...]) + Self.farewell)
            .open()
        #expect(source.format.isInteger)
        let found = try readAll(source)
        #expect(found.samples == [0.5, 0, 0, 0, -0.25] && found.nonFiniteSamples == 3)
    }

    @Test("one that could not read on tells why, and what it gave before is not the memo")
    func failedReading() throws {
        let farewell = little(UInt32.max) + Self.words(["failed", "readFailed", "the disk is broken", "mend it"])
        let error = failure {
            _ = try readAll(helper("cat \"$answer\"", answer: Self.begun + farewell).open())
        }
        #expect(error == CaptureError(.readFailed, path: memo, problem: "the disk is broken", advice: "mend it"))
    }

    @Test("what a helper says is what is read")
    func whole() throws {
        let source = try helper("cat \"$answer\"", answer: Self.begun + Self.farewell).open()
        let found = try readAll(source, blockFrames: 300)
        #expect(found.samples == Self.sound && found.salvage == nil)
        #expect(source.format.container == "flac" && source.format.sampleRate == 8000)
    }

    @Test(
        "one that says nothing is stopped, and said to be stuck",
        arguments: [
            ("while :; do :; done", Patience(computing: 0.05)),
            ("exec sleep 1000", Patience(computing: 0.05, waiting: 0.1)),
            ("while :; do echo complaint >&2; done", Patience(computing: 0.05)),
        ])
    func stuck(script: String, patience: Patience) throws {
        let error = try opening(helper(script, patience: patience))
        #expect(error?.code == .readFailed && error?.problem.contains("stuck") == true)
    }

    @Test("one that is killed by somebody else is no fault of the memo's, whatever it gave before")
    func killedFromOutside() throws {
        #expect(try opening(helper("kill -9 $$"))?.code == .helperLost)
        let error = failure {
            _ = try readAll(helper("cat \"$answer\"; kill -9 $$", answer: Self.begun).open())
        }
        #expect(error?.code == .helperLost && error?.problem == "the program that decoded it was killed")
    }

    /// Which arguments helpers were started with, in no order.
    private func starts() throws -> [String] {
        String(decoding: try folder.bytes(of: "starts"), as: UTF8.self).split(separator: "\n").map(String.init).sorted()
    }

    @Test("a helper for the next memo waits until it is told which")
    func spares() throws {
        let script = "echo \"for $2\" >> '\(folder.file("starts"))'; [ \"$2\" = spare ] && head -c 4 >/dev/null; "
        var memo = try helper(script + "cat \"$answer\"", answer: Self.begun + Self.farewell)
        memo.decoder?.spares = DecoderSpares()
        for _ in 0..<3 { #expect(try readAll(memo.open()).samples == Self.sound) }
        let starts = try starts()
        #expect(starts.first == "for " && starts.count >= 3)
        #expect(starts.dropFirst().allSatisfy { $0 == "for spare" })
    }

    @Test("a helper that dies while it waits costs nothing")
    func deadSpares() throws {
        var memo = try helper(
            "[ \"$2\" = spare ] && exit 0; cat \"$answer\"", answer: Self.begun + Self.farewell)
        memo.decoder?.spares = DecoderSpares()
        for _ in 0..<4 { #expect(try readAll(memo.open()).samples == Self.sound) }
    }

    @Test("one that cannot be started is no fault of the memo's")
    func notStarted() throws {
        let error = opening(Memo(path: memo, decoder: DecoderHost(program: folder.file("nothing here"))))
        #expect(error?.code == .helperLost)
    }

    @Test("one that gets stuck later costs only what is missing")
    func stuckLater() throws {
        let found = try readAll(helper("cat \"$answer\"; while :; do :; done", answer: Self.begun).open())
        #expect(found.samples == Self.sound)
        #expect(found.salvage?.kind == "damaged" && found.salvage?.secondsRecovered == 0.1)
        #expect(found.salvage?.detail.contains("stuck") == true)
    }

    @Test("one that takes long, but never long without a word, is no hang")
    func slow() throws {
        // Hundredths of a second that the script has computed, as the system counts them: no other process's count.
        let spend = """
            spend() { while read -r _ _ _ _ _ _ _ _ _ _ _ _ _ user system _ < /proc/$$/stat && [ $((user+system)) -lt $1 ]; do :; done; }
            cat "$answer"
            for part in 25 50 75 100 125; do spend $part; cat "$answer.piece"; done
            cat "$answer.end"
            """
        try folder.write(Self.piece(Self.sound[..<400]), as: "answer.piece")
        try folder.write(Self.farewell, as: "answer.end")
        let memo = try helper(spend, answer: Self.begun, patience: Patience(computing: 0.6))
        let found = try readAll(memo.open())
        #expect(found.frames == 800 + 5 * 400 && found.salvage == nil)
    }

    @Test("one that crashes at once is said to have crashed", arguments: ["kill -SEGV $$", "exit 1", "exit 0"])
    func crash(script: String) throws {
        let error = try opening(helper(script))
        #expect(error?.code == .readFailed && error?.problem.contains("crashed") == true)
    }

    @Test("one that crashes later costs only what is missing", arguments: [0, 1, 2, 5, 1000])
    func crashLater(missing: Int) throws {
        let answer = Array((Self.begun + Self.piece(Self.sound[...])).dropLast(missing))
        let frames = 1600 - (missing + 3) / 4
        let found = try readAll(helper("cat \"$answer\"; kill -SEGV $$", answer: answer).open())
        #expect(found.frames == frames && found.samples == Array((Self.sound + Self.sound)[..<frames]))
        #expect(found.salvage?.kind == "damaged" && found.salvage?.detail.contains("crashed") == true)
        #expect(found.salvage?.secondsRecovered == Double(frames) / 8000)
    }

    @Test("one that crashes before its first piece gives nothing, and that is an error")
    func crashBeforeSound() throws {
        let source = try helper("cat \"$answer\"; kill -SEGV $$", answer: Self.ready()).open()
        #expect(failure { _ = try readAll(source) }?.code == .readFailed)
    }

    @Test(
        "nonsense is no greeting",
        arguments: [
            Array("Hello\n".utf8), [], [1], [0, 0, 0, 0], [UInt8](repeating: 0xFF, count: 100), words(["ready"]),
            words(["what"]), words(["refused", "nonsense", "a", "b"]), ready(rate: "0"), ready(rate: "-1"),
            ready(channels: "0"), ready(channels: "1025"), ready(channels: "many"), Array(ready().dropLast(3)),
            little(UInt32(1)) + little(UInt32.max),
        ])
    func nonsense(answer: [UInt8]) throws {
        #expect(try opening(helper("cat \"$answer\"", answer: answer))?.code == .readFailed)
    }

    @Test("what a helper refuses is refused in its words")
    func refused() throws {
        let answer = Self.words(["refused", "unsupported", "a problem", "some advice"])
        let error = try opening(helper("cat \"$answer\"", answer: answer))
        #expect(error?.path == memo && error?.problem == "a problem" && error?.advice == "some advice")
    }

    @Test(
        "a farewell that breaks off, or pieces that are none, keep what came before",
        arguments: [
            little(UInt32.max) + [3, 0, 0], little(UInt32.max) + [UInt8](repeating: 0xFF, count: 20),
            [UInt8](repeating: 0xFE, count: 4), little(UInt32(10)),
        ])
    func brokenOff(rest: [UInt8]) throws {
        let found = try readAll(helper("cat \"$answer\"", answer: Self.begun + rest).open())
        #expect(found.samples == Self.sound && found.salvage?.kind == "damaged")
    }

    // MARK: No process stays

    /// Whether a process of that number still does something; a dead one that nobody has asked for does not.
    private func isAlive(_ number: String) -> Bool {
        guard let status = try? String(contentsOfFile: "/proc/\(number)/stat", encoding: .utf8) else { return false }
        return status.split(separator: ")").last?.split(separator: " ").first != "Z"
    }

    private func number(_ name: String) throws -> String {
        try String(contentsOfFile: folder.file(name), encoding: .utf8).trimmingCharacters(in: .whitespacesAndNewlines)
    }

    @Test("cancelling the task kills the helper, and leaves no zombie")
    func cancelled() async throws {
        let memo = try helper(
            "echo $$ > \"${answer%answer}number\"; cat \"$answer\"; while :; do :; done", answer: Self.begun,
            patience: Patience(computing: 60, waiting: 60))
        let error = await Task { () -> CaptureError? in
            guard let source = try? memo.open() else { return nil }
            withUnsafeCurrentTask { $0?.cancel() }
            return failure { _ = try readAll(source) }
        }.value
        #expect(error?.code == .interrupted)
        #expect(try !FileManager.default.fileExists(atPath: "/proc/" + number("number")))
    }

    @Test("a source that is let go takes its helper along")
    func letGo() throws {
        let memo = try helper(
            "echo $$ > \"${answer%answer}number\"; cat \"$answer\"; exec sleep 1000", answer: Self.begun)
        do { _ = try memo.open() }
        #expect(try !FileManager.default.fileExists(atPath: "/proc/" + number("number")))
    }

    @Test("what a helper has started goes with it")
    func family() throws {
        let memo = try helper(
            "sleep 1000 & echo $! > \"${answer%answer}number\"; cat \"$answer\"; wait", answer: Self.begun)
        do { _ = try memo.open() }
        // It was sent the signal, and dies as soon as the system comes to it.
        let end = Date() + 10
        while try isAlive(number("number")), Date() < end { sched_yield() }
        #expect(try !isAlive(number("number")))
    }
}
