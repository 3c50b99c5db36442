// Live: what comes through a pipe is answered while it still comes, and ends cleanly however it ends.

import Foundation
import Testing

@Suite(.timeLimit(.minutes(10))) struct LiveTests {
    /// A memo whose pipe is held open by the test. What is played goes in on a queue of its own, as the command stops
    /// listening while nobody takes its answers.
    private final class Recording {
        let child: Child
        let answers: Int32
        private let sound: Int32
        private let player = DispatchQueue(label: "player")
        private var isOpen = true

        init(_ arguments: [String], folder: String? = nil) throws {
            let (inRead, inWrite) = try Pipes.make()
            let (outRead, outWrite) = try Pipes.make()
            child = try Child(Sonora.path, arguments, input: inRead, output: outWrite, folder: folder)
            close(inRead)
            close(outWrite)
            (sound, answers) = (inWrite, outRead)
        }

        deinit {
            hangUp()
            close(answers)
        }

        func play(_ bytes: some Collection<UInt8>) {
            let bytes = Array(bytes)
            player.async { [sound] in Pipes.write(bytes, to: sound) }
        }

        func hangUp() {
            if isOpen { player.async { [sound] in close(sound) } }
            isOpen = false
        }

        /// Reads events until one satisfies the condition.
        func event(_ isWanted: ([String: Any]) -> Bool) throws -> [String: Any] {
            while let line = Pipes.readLine(answers) {
                let event = try jsonObject(Array(line.utf8))
                if isWanted(event) { return event }
            }
            throw SpawnFailure(program: "sonora", reason: "no such event came")
        }
    }

    @Test func `bloom and onsets come out while the sound still goes in`() throws {
        let recording = try Recording(["process", "-", "--format", "ndjson"])
        let memo = try bytes(of: Sonora.note)
        recording.play(memo.prefix(44 + 4 * 32_000))
        let bloom = try recording.event {
            $0["event"] as? String == "immediate"
                && (dig($0, "levels", "bloom", "level") as? [Double])?.contains { $0 > 0.1 } == true
        }
        #expect(bloom["overview"] as? String == "live")
        let onset = try recording.event { ($0["onsets"] as? [Any])?.isEmpty == false }
        #expect(onset["event"] as? String == "immediate")
        recording.play(memo.dropFirst(44 + 4 * 32_000))
        recording.hangUp()
        let last = try recording.event { $0["event"] as? String == "completed" }
        #expect(dig(last, "progress", "seconds") as? Double == 12.8)
        #expect(recording.child.end().status == 0)
    }

    @Test func `speech is told while the sound still goes in, at first provisionally`() throws {
        let recording = try Recording(["process", "-", "--format", "ndjson"])
        recording.play(try bytes(of: Sonora.note).prefix(44 + 4 * 32_000))
        let early = try recording.event {
            (dig($0, "liveActivity", "provisional", "active") as? [Any])?.isEmpty == false
        }
        #expect(early["overview"] as? String == "live")
        let seemed = try #require(dig(early, "liveActivity", "provisional", "start") as? Double)
        let settled = try #require(dig(early, "liveActivity", "settled", "end") as? Double)
        #expect(seemed >= settled)
        let later = try recording.event { (dig($0, "liveActivity", "settled", "end") as? Double ?? 0) > seemed }
        #expect(later["overview"] as? String == "live")
        recording.hangUp()
        #expect(recording.child.end().status == 0)
    }

    @Test func `onsets are printed while the sound still goes in`() throws {
        let recording = try Recording(["onsets", "-"])
        recording.play(try bytes(of: Sonora.note).prefix(44 + 2 * 32_000))
        let first = try #require(Pipes.readLine(recording.answers).flatMap(Double.init))
        #expect(first < 1.5)
        recording.hangUp()
        #expect(recording.child.end().status == 0)
    }

    @Test func `plain lines tell every word, those of the end as well, and all speech`() throws {
        // It ends in the middle of speech.
        let outcome = try Sonora.shell(
            "tail -c +45 \"$1\" | head -c 393600 | \"$0\" process - --raw 16000:1:s16le", [Sonora.note])
        let words = try Sonora.shell(
            "tail -c +45 \"$1\" | head -c 393600 | \"$0\" onsets --words - --raw 16000:1:s16le", [Sonora.note])
        let lines = outcome.lines.map { $0.split(separator: "\t").map(String.init) }
        try #require(lines.allSatisfy { $0.count >= 2 })
        let told = lines.filter { $0.first == "word" }.map { $0[1] }
        #expect(told == words.lines && told.count >= 5)
        let onsets = try Sonora.shell(
            "tail -c +45 \"$1\" | head -c 393600 | \"$0\" onsets - --raw 16000:1:s16le", [Sonora.note])
        #expect(lines.filter { $0.first == "onset" }.map { $0[1] } == onsets.lines)
        let speech = lines.filter { $0.first == "speech" }
        #expect(speech.last?.last == "12.300" && speech.count >= 2)
    }

    @Test func `ctrl-c ends a stream of onsets and tells what was heard`() throws {
        let recording = try Recording(["onsets", "--words", "-"])
        // The first word is settled only when the stream ends.
        recording.play(try bytes(of: Sonora.note).prefix(44 + 2 * 32_000))
        _ = Pipes.readLine(recording.answers)
        recording.child.interrupt()
        let outcome = recording.child.end()
        #expect(outcome.status == 130 && outcome.errors.contains("ended by Ctrl-C"))
        #expect(Pipes.readLine(recording.answers)?.hasPrefix("1.6") == true)
    }

    /// A recording of two seconds whose pipe stays open: only a signal ends it.
    private func interrupted(by signal: Int32, in scratch: Scratch) throws -> (recording: Recording, outcome: Outcome) {
        let recording = try Recording(
            ["process", "-", "--format", "ndjson", "--output", scratch.folder])
        recording.play(try bytes(of: Sonora.note).prefix(44 + 2 * 32_000))
        _ = try recording.event { $0["event"] as? String == "immediate" }
        recording.child.send(signal)
        return (recording, recording.child.end())
    }

    @Test func `ctrl-c ends a recording and keeps what was heard`() throws {
        let scratch = try Scratch()
        let (recording, outcome) = try interrupted(by: SIGINT, in: scratch)
        #expect(outcome.status == 130)
        #expect(outcome.errors.contains("ended by Ctrl-C"))
        #expect(scratch.names == ["stdin.sonora.json"])
        let last = try recording.event { $0["event"] as? String == "completed" }
        #expect(dig(last, "progress", "seconds") as? Double == 2)
    }

    @Test(arguments: [SIGTERM, SIGHUP])
    func `a terminated recording ends with 130 and leaves nothing`(signal: Int32) throws {
        let scratch = try Scratch()
        let (recording, outcome) = try interrupted(by: signal, in: scratch)
        #expect(outcome.status == 130)
        #expect(outcome.errorLines.count == 1)
        #expect(outcome.errors.contains("interrupted"))
        #expect(scratch.names.isEmpty)
        #expect(throws: SpawnFailure.self) { try recording.event { $0["event"] as? String == "completed" } }
    }

    @Test func `a recording that was started with nohup goes on when the terminal is closed`() throws {
        let scratch = try Scratch()
        let outcome = try Sonora.shell(
            """
            trap '' HUP; mkfifo pipe; "$0" process - --format json < pipe & pid=$!; exec 3> pipe
            head -c 64044 "$1" >&3; kill -HUP $pid; exec 3>&-; wait $pid
            """, [Sonora.note], folder: scratch.folder)
        #expect(outcome.status == 0, "\(outcome.errors)")
        #expect(dig(try outcome.object(), "memo", "format", "frames") as? Int == 32_000)
    }

    @Test(arguments: [["onsets", "-"], ["segments", "-"], ["levels", "-"]])
    func `other commands can be interrupted as well`(command: [String]) throws {
        let recording = try Recording(command)
        recording.play(try bytes(of: Sonora.note).prefix(44 + 2 * 32_000))
        if command.first == "onsets" { _ = Pipes.readLine(recording.answers) }
        recording.child.interrupt()
        let status = recording.child.end().status
        // Before its handler is in place, a program dies of the signal.
        #expect(status == 130 || (command.first != "onsets" && status == -SIGINT))
    }

    @Test func `a pipe that ends early gives what had come, and a note`() throws {
        let outcome = try Sonora.shell(
            "head -c 160044 \"$1\" | \"$0\" process - --format json", [Sonora.note])
        #expect(outcome.status == 0)
        let document = try outcome.object()
        #expect(dig(document, "memo", "format", "duration") as? Double == 5)
        #expect(dig(document, "memo", "salvage", "kind") as? String == "truncated")
        #expect(outcome.errors.contains("ends early: 5.0 s of 12.8 s"))
    }

    @Test func `a pipe that ends within a sample loses that sample only`() throws {
        let outcome = try Sonora.shell("head -c 1045 \"$1\" | \"$0\" process - --format json", [Sonora.note])
        #expect(outcome.status == 0)
        #expect(dig(try outcome.object(), "memo", "format", "frames") as? Int == 500)
    }

    @Test(arguments: [(0, "nothing came in"), (20, "ends inside its header"), (44, "holds no sound")])
    func `a pipe that ends before the sound is one line`(count: Int, words: String) throws {
        let outcome = try Sonora.shell(
            "head -c \(count) \"$1\" | \"$0\" process - --format json", [Sonora.note])
        #expect(outcome.status == 1)
        #expect(dig(try outcome.object(), "memo", "path") as? String == "-")
        #expect(dig(try outcome.object(), "error", "code") is String)
        #expect(outcome.errorLines.count == 1)
        #expect(outcome.errors.contains(words), "\(outcome.errors)")
    }

    @Test func `what is no WAV is told how to be read`() throws {
        let outcome = try Sonora.run(["onsets", "-"], piping: Sonora.samples + "/lecture.flac")
        #expect(outcome.status == 1)
        #expect(outcome.errors.contains("--raw"))
    }
}
