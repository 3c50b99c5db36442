// Media: what phones record, made by ffmpeg or byte by byte.

import Testing

enum Media {
    /// Makes a file with ffmpeg and gives its path.
    static func make(_ arguments: [String], _ name: String, in scratch: Scratch) throws -> String {
        let path = "\(scratch.folder)/\(name)"
        let outcome = try Child("/usr/bin/ffmpeg", ["-v", "error", "-nostdin", "-y"] + arguments + [path]).end()
        try #require(outcome.status == 0, "\(outcome.errors)")
        return path
    }

    /// The first seconds of the note.
    static func note(_ arguments: [String], _ name: String, seconds: Int = 4, in scratch: Scratch) throws -> String {
        try make(["-i", Sonora.note, "-t", "\(seconds)"] + arguments, name, in: scratch)
    }

    /// AMR of 12.2 kbit/s: frames of 20 ms, all alike.
    static func amr(frames: Int) -> [UInt8] {
        let frame: [UInt8] = [0x3C] + (1...31).map { UInt8($0 * 7 % 251) }
        return Array("#!AMR\n".utf8) + (0..<frames).flatMap { _ in frame }
    }

    /// A folder with a program that is a script.
    static func path(_ program: String, _ script: String, in scratch: Scratch) throws -> String {
        let text = try scratch.file("\(program).txt", Array("#!/bin/sh\n\(script)\n".utf8))
        let outcome = try Child(
            "/usr/bin/install", ["-D", "-m", "755", text, "\(scratch.folder)/bin/\(program)"]
        ).end()
        try #require(outcome.status == 0)
        return "\(scratch.folder)/bin"
    }
}
