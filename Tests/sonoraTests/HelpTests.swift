// Help: every command explains itself, and mistakes are answered with what would have been right.

import Foundation
import Testing

@Suite(.timeLimit(.minutes(10))) struct HelpTests {
    @Test(arguments: [
        [], ["process"], ["batch"], ["library"], ["onsets"], ["segments"], ["levels"], ["latency"],
        ["latency", "report"], ["doctor"],
    ])
    func `help of each command shows examples`(command: [String]) throws {
        let outcome = try Sonora.run(command + ["--help"])
        #expect(outcome.status == 0)
        #expect(outcome.errors.isEmpty)
        let parts = outcome.text.components(separatedBy: "EXAMPLES")
        #expect(parts.count == 2)
        #expect(parts.last?.contains("sonora \(command.first ?? "process")") == true)
    }

    @Test func `the version is the one of the results`() throws {
        let outcome = try Sonora.run("--version")
        #expect(outcome.status == 0)
        let document = try Sonora.run("process", "--format", "json", Sonora.note).object()
        let version = try #require(dig(document, "tool", "version") as? String)
        #expect(outcome.text == "sonora \(version)\n")
    }

    @Test(arguments: [
        (["process", "--formt", "json", "x"], "--format"), (["process", "--outptu", "d", "x"], "--output"),
        (["onsets", "--strenght", "x"], "--strength"), (["segments", "--spilt", "d", "x"], "--split"),
        (["levels", "--fsp", "30", "x"], "--fps"),
    ])
    func `an unknown flag is refused with the nearest right one`(arguments: [String], right: String) throws {
        let outcome = try Sonora.run(arguments)
        #expect(outcome.status == 64)
        #expect(outcome.output.isEmpty)
        #expect(outcome.errors.contains("Did you mean '\(right)'?"), "\(outcome.errors)")
    }

    @Test func `an unknown command is answered with what was probably meant`() throws {
        let typo = try Sonora.run("proces", Sonora.note)
        #expect(typo.status == 64 && typo.errors.contains("did you mean “process”?"))
        let file = try Sonora.run(Sonora.note)
        #expect(file.status == 64 && file.errors.contains("sonora process \(Sonora.note)"))
        let strange = try Sonora.run("xyz")
        #expect(
            strange.status == 64
                && strange.errors.contains(
                    "the commands are process, batch, library, onsets, segments, levels, latency, doctor")
        )
        #expect(try Sonora.run("help", "levels").status == 0)
        let help = try Sonora.run("help", "segment")
        #expect(help.status == 64 && help.errors.contains("did you mean “segments”?"))
    }

    @Test func `usage errors show the usage of their command, whenever they are found`() throws {
        let scratch = try Scratch()
        let events = try scratch.file("e.ndjson", try Sonora.run("process", "--format", "ndjson", Sonora.note).output)
        let budgets = try scratch.file("b.toml", Array("[".utf8))
        let report = try Sonora.run("latency", "report", events, "--budgets", budgets)
        #expect(
            report.status == 64 && report.errorLines.first?.hasPrefix("Error: --budgets: \(budgets): line 1") == true)
        #expect(report.errors.contains("Usage: sonora latency report"), "\(report.errors)")
        let early = try Sonora.run("segments", "--bogus", "x")
        #expect(early.errors.contains("Usage: sonora segments"), "\(early.errors)")
    }

    @Test(arguments: [
        (["segments", "--join", "5", "x"], "a duration has a unit; write 5s or 500ms"),
        (["segments", "--join", "-5s", "x"], "a duration cannot be negative; write 5s"),
        (["process", "--pad", "--follow", "x"], "write 5s, 500ms, 1min or 80us"),
        (["levels", "--fps", "-5", "x"], "--fps must lie between 1 and 240"),
        (["process", "--jobs", "-1", "x"], "--jobs must lie between 1 and 1024"),
    ])
    func `what is no value is told with what would be one`(arguments: [String], words: String) throws {
        let outcome = try Sonora.run(arguments)
        #expect(outcome.status == 64)
        #expect(outcome.errors.contains(words), "\(outcome.errors)")
    }

    @Test(arguments: [
        (["segments", "--activity", "--pad", "1s", "x"], "--pad"),
        (["segments", "--activity", "--join", "1s", "x"], "--join"),
        (["segments", "--turns", "--max-length", "9s", "x"], "--max-length"),
        (["segments", "--split-format", "flac", "x"], "--split-format is for --split"),
        (["segments", "--replace", "x"], "--replace is for --output"),
        (["segments", "--no-safe-cells", "x"], "--no-safe-cells are for --format csv"),
        (["levels", "--bits", "8", "--format", "csv", "x"], "--bits is for the formats audiowaveform"),
        (["levels", "--samples-per-pixel", "8", "x"], "--samples-per-pixel is for"),
        (["levels", "--fps", "30", "--format", "audiowaveform", "x"], "--fps is for the bloom"),
        (["levels", "--reduce-motion", "--format", "audiowaveform", "x"], "--reduce-motion is for the bloom"),
        (["onsets", "--strength", "--format", "csv", "x"], "--strength is for text"),
        (["process", "--idle", "5s", "x"], "--idle is for --follow"),
        (["process", "--replace", "x"], "--replace is for"),
        (["process", "--hash", "x"], "--hash: text does not show it"),
        (["process", "--jobs", "2", "-"], "--jobs is for files"),
        (["process", "-", "-"], "only once"),
        (["process", "--format", "json", "--format", "text", "x"], "--output FOLDER"),
        (["segments", "--format", "srt", "x", "y"], "--output FOLDER"),
        (["segments", "--plot", "p.svg", "x", "y"], "one memo"),
        (["segments", "--split", "d", "a/x.wav", "b/x.flac"], "would write the same result"),
        (["latency", "report", "--format", "csv", "--format", "html", "x"], "--output FOLDER"),
        (["library", "--no-safe-cells", "x"], "--no-safe-cells are for"),
    ])
    func `an option that would do nothing is refused with the reason`(arguments: [String], words: String) throws {
        let outcome = try Sonora.run(arguments)
        #expect(outcome.status == 64)
        #expect(outcome.output.isEmpty)
        #expect(outcome.errors.contains(words), "\(outcome.errors)")
    }

    @Test func `all lengths of the version say the same`() throws {
        let long = try Sonora.run("--version")
        let short = try Sonora.run("-V")
        #expect(short.status == 0 && short.text == long.text && short.errors.isEmpty)
        let nothing = try Sonora.run([])
        #expect(nothing.status == 0 && nothing.text.contains("SUBCOMMANDS"))
    }

    @Test func `the log of debugging tells what is done`() throws {
        let outcome = try Sonora.run(["process", Sonora.note], environment: ["SONORA_LOG": "debug"])
        for event in ["accepted", "immediate", "transcript", "insights", "completed"] {
            #expect(outcome.errorLines.contains { $0.contains(" debug ") && $0.contains(event) }, "\(outcome.errors)")
        }
        let quiet = try Sonora.run("process", Sonora.note)
        #expect(quiet.errors.isEmpty && quiet.text.contains("completed"))
        let wrong = try Sonora.run(["process", Sonora.note], environment: ["SONORA_LOG": "loud"])
        #expect(wrong.status == 0 && wrong.errors.contains("there is no level “loud”"))
    }

    @Test func `the manual page names every command and option`() throws {
        let page = try Sonora.shell(
            "\"$0\" --experimental-dump-help | python3 \"$1\"", [Sonora.repository + "/Manual/make"])
        #expect(page.status == 0 && page.errors.isEmpty)
        for command in ["process", "batch", "library", "onsets", "segments", "levels", "latency report", "doctor"] {
            #expect(page.lines.contains(".SS sonora \(command)"), "\(command)")
        }
        #expect(page.lines.contains { $0.contains("\\fB\\-o\\fR, \\fB\\-\\-output\\fR \\fIfolder\\fR") })
    }

    @Test(arguments: ["bash", "zsh", "fish"])
    func `every shell gets its completions`(shell: String) throws {
        let outcome = try Sonora.run("--generate-completion-script", shell)
        #expect(outcome.status == 0 && outcome.text.contains("segments"))
    }

    @Test(arguments: [
        ["proces", "x"], ["process"], ["onsets"], ["segments"], ["levels"], ["process", "--format", "xml", "x"],
        ["segments", "--format", "ass", "x"], ["levels", "--fps", "0", "x"], ["levels", "--fps", "241", "x"],
        ["levels", "--bits", "12", "x"], ["levels", "--samples-per-pixel", "1", "x"],
        ["segments", "--activity", "--turns", "x"], ["segments", "--split", "d", "-"],
        ["segments", "--pad", "6s", "x"], ["segments", "--pad", "1s", "--max-length", "2s", "x"],
        ["segments", "--join", "soon", "x"], ["process", "--budget", "x", "m"],
        ["process", "--budget", "soon=1s", "m"], ["process", "--budget", "insights=1", "m"],
        ["process", "--raw", "16000:1", "-"], ["process", "--raw", "1:1:s16le", "-"], ["onsets", "-", "b"],
        ["latency", "report"], ["latency", "report", "-", "-"], ["latency", "report", "--format", "xml", "x"],
        ["latency", "report", "--metric", "total", "x"], ["latency", "report", "--budget", "soon=1s", "x"],
        ["latency", "report", "--format", "hgrm", "--metric", "soon", "x"],
    ])
    func `wrong usage is 64, before anything is read`(arguments: [String]) throws {
        let outcome = try Sonora.run(arguments)
        #expect(outcome.status == 64)
        #expect(outcome.output.isEmpty)
        #expect(outcome.errors.hasPrefix("Error: "))
    }

    @Test func `doctor names versions, formats and a working self-test`() throws {
        let outcome = try Sonora.run("doctor")
        #expect(outcome.status == 0)
        for word in ["sonora", "libsndfile", "fftw", "reads", "flac", "ffmpeg", "self-test"] {
            #expect(outcome.text.contains(word))
        }
        #expect(outcome.lines.last?.hasSuffix("ok") == true)
    }

    @Test func `doctor finds helpers on the path, and misses them where there are none`() throws {
        let scratch = try Scratch()
        let helper = try scratch.file("ffmpeg", Array("#!/bin/sh\n".utf8))
        try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: helper)
        let found = try Sonora.run(["doctor"], environment: ["PATH": scratch.folder])
        #expect(found.text.contains("found at \(helper)"))
        #expect(found.text.contains("not found"))
        #expect(found.status == 0)
    }
}
