// Colour: for people at a terminal who want it, and for nobody else.

import Foundation
import Testing

@Suite(.timeLimit(.minutes(10))) struct ColourTests {
    private static let commands = [
        ["process", Sonora.note], ["process", "--format", "json", Sonora.note],
        ["process", "--format", "ndjson", Sonora.note], ["onsets", Sonora.note], ["segments", Sonora.note],
        ["levels", Sonora.note], ["doctor"], ["--help"], ["process", "/no/such.wav"], ["--nonsense"],
    ]

    /// Runs the command under a pseudo-terminal.
    private func atTerminal(_ line: String, _ settings: String = "") throws -> String {
        try Sonora.terminal("\(settings) '\(Sonora.path)' \(line)").text
    }

    @Test(arguments: commands)
    func `into a file or a pipe there is not a single escape`(command: [String]) throws {
        let outcome = try Sonora.run(command, environment: ["TERM": "xterm-256color", "COLORTERM": "truecolor"])
        #expect(!outcome.output.contains(0x1B))
        #expect(!outcome.errors.utf8.contains(0x1B))
        #expect(!outcome.output.contains(0x0D))
    }

    @Test func `colours may be asked for, and forbidden, in every command`() throws {
        let always = try Sonora.run("doctor", "--color", "always")
        #expect(always.output.contains(0x1B))
        let errors = try Sonora.run("segments", "--color", "always", "/no/such.wav")
        #expect(errors.errors.hasPrefix("\u{1B}[31msonora:"))
        for command in [
            ["process"], ["segments"], ["levels"], ["onsets"], ["batch"], ["library"], ["doctor"],
            ["latency", "report"], ["latency", "measure"],
        ] {
            #expect(try Sonora.run(command + ["--help"]).text.contains("--color <when>"), "\(command)")
        }
        guard Sonora.hasTerminal else { return }
        #expect(try !atTerminal("doctor --color never").contains("\u{1B}[1m"))
        #expect(try atTerminal("doctor --color always", "NO_COLOR=1").contains("\u{1B}[1m"))
    }

    @Test(.enabled(if: Sonora.hasTerminal)) func `a terminal gets colours, a picture and cards`() throws {
        let text = try atTerminal("process '\(Sonora.note)'")
        #expect(text.contains("\u{1B}[32m✓"))
        #expect(text.contains("█") && text.contains("━"))
        #expect(text.contains("Even pace"))
        #expect(text.contains("of 100 ms"))
    }

    @Test(.enabled(if: Sonora.hasTerminal)) func `NO_COLOR takes the colours and leaves the picture`() throws {
        let text = try atTerminal("process '\(Sonora.note)'", "NO_COLOR=1")
        #expect(!text.contains("\u{1B}[3") && !text.contains("\u{1B}[1m") && !text.contains("\u{1B}[0m"))
        #expect(text.contains("█") && text.contains("✓"))
    }

    @Test(.enabled(if: Sonora.hasTerminal)) func `an empty NO_COLOR is none`() throws {
        #expect(try atTerminal("process '\(Sonora.note)'", "NO_COLOR=").contains("\u{1B}[32m"))
    }

    @Test(.enabled(if: Sonora.hasTerminal)) func `a dumb terminal gets plain lines`() throws {
        let text = try atTerminal("process '\(Sonora.note)'", "TERM=dumb")
        #expect(!text.contains("\u{1B}"))
        #expect(text.contains("stage\timmediate\twithin"))
    }

    @Test(.enabled(if: Sonora.hasTerminal)) func `a problem is shown in red at a terminal`() throws {
        #expect(try atTerminal("onsets /no/such.wav").contains("\u{1B}[31msonora:"))
    }

    @Test(.enabled(if: Sonora.hasTerminal)) func `levels are drawn at a terminal`() throws {
        let text = try atTerminal("levels '\(Sonora.note)'")
        #expect(text.contains("▅"))
        #expect(text.split(whereSeparator: \.isNewline).count == 13)
    }
}
