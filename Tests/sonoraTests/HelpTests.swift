// Help: every command explains itself, and mistakes are answered with what would have been right.

import Foundation
import Testing

@Suite(.timeLimit(.minutes(5))) struct HelpTests {
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
    }

    @Test(arguments: [
        ["proces", "x"], ["process"], ["onsets"], ["segments"], ["levels"], ["process", "--format", "xml", "x"],
        ["segments", "--format", "ass", "x"], ["levels", "--fps", "0", "x"], ["levels", "--fps", "241", "x"],
        ["levels", "--bits", "12", "x"], ["levels", "--samples-per-pixel", "1", "x"],
        ["segments", "--activity", "--turns", "x"], ["segments", "--split", "d", "-"],
        ["segments", "--pad", "6s", "x"], ["segments", "--pad", "1s", "--max-length", "2s", "x"],
        ["segments", "--join", "soon", "x"], ["process", "--budget", "x", "m"],
        ["process", "--budget", "soon=1s", "m"], ["process", "--budget", "insights=1", "m"],
        ["process", "--raw", "16000:1", "-"], ["process", "--raw", "1:1:s16le", "-"], ["onsets", "a", "b"],
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
