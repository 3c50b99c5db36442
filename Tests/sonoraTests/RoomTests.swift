// A machine without room: few files, little memory, no threads. A clear line and a status, and no waiting.

import Foundation
import Testing

@Suite(.timeLimit(.minutes(10))) struct RoomTests {
    private let scratch: Scratch

    init() throws { scratch = try Scratch() }

    @Test(
        arguments: ["ulimit -n 4", "ulimit -n 5", "ulimit -n 16", "ulimit -v 140000", "ulimit -v 200000"],
        ["process --format json \"$1\"", "batch \"$2\" --output \"$3\"", "segments \"$1\""])
    func `too little room is one line and a status`(limit: String, command: String) throws {
        let outcome = try Sonora.shell(
            "\(limit); exec \"$0\" \(command)", [Sonora.note, Sonora.samples, scratch.folder + "/out"])
        #expect(outcome.status == 1 && outcome.output.isEmpty)
        #expect(outcome.errorLines.count == 1 && outcome.errors.contains("too "), "\(outcome.errors)")
        #expect(scratch.names.isEmpty)
    }

    @Test(arguments: ["ulimit -n 40", "ulimit -v 600000"])
    func `little room is enough`(limit: String) throws {
        // What the test runner has open for other tests would count, too.
        let closed = "python3 -c 'import os, sys; os.closerange(3, 4096); os.execv(sys.argv[1], sys.argv[1:])'"
        let line = "exec \(closed) /bin/bash -c '\(limit); exec \"$0\" process --format json \"$1\"' \"$0\" \"$1\""
        let outcome = try Sonora.shell(line, [Sonora.note])
        #expect(outcome.status == 0 && outcome.errors.isEmpty, "\(outcome.errors)")
    }
}
