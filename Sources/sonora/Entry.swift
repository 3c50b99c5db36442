// Entry: the start of the process: the command and its exit status.

import ArgumentParser
import Capture
import Files
import Glibc
import Library
import Logging

@main
enum Entry {
    static func main() async {
        // A closed pipe is an error of the write that meets it, not a silent death.
        signal(SIGPIPE, SIG_IGN)
        Descriptor.fillStandardNumbers()
        ChildProcess.hearOfEndings()
        // Before anything else is set up: a helper does one thing, and soon.
        let arguments = FileName.arguments()
        if arguments.first == DecoderService.command { exit(DecoderService.run(Array(arguments.dropFirst()))) }
        if let shortage = ProcessRoom.shortage() {
            StandardError.say(shortage)
            exit(ExitStatus.failure)
        }
        if arguments.first == ProcessRunner.command { exit(await AloneCommand.run(Array(arguments.dropFirst()))) }
        LoggingSystem.bootstrap { StreamLogHandler.standardError(label: $0) }
        exit(await Interruption.cancelling { await status() })
    }

    @Sendable
    private static func status() async -> Int32 {
        let arguments = FileName.arguments()
        var chosen: any ParsableCommand.Type = Sonora.self
        do {
            if let advice = UnknownCommand.advice(for: arguments) { throw ValidationError(advice) }
            var command = try Sonora.parseAsRoot(arguments)
            chosen = type(of: command)
            if var asynchronous = command as? any AsyncParsableCommand {
                try await asynchronous.run()
            } else {
                try command.run()
            }
            return ExitStatus.success
        } catch let failure as CommandFailure {
            return failure.status
        } catch is CancellationError {
            StandardError.clearProgress()
            StandardError.say("interrupted; what was finished is kept")
            return ExitStatus.interrupted
        } catch let error as CaptureError {
            if error.code == .interrupted { return ExitStatus.interrupted }
            // As other tools: whoever reads no further has read enough, and nothing but output was lost.
            if error.code == .outputClosed && error.path == StandardOutput.name { return ExitStatus.success }
            StandardError.say(error)
            return ExitStatus.failure
        } catch {
            return explain(error, of: chosen)
        }
    }

    /// Prints help where it was asked for; else what is wrong with the arguments, whatever is written in them.
    private static func explain(_ error: any Error, of command: any ParsableCommand.Type) -> Int32 {
        let status = Sonora.exitCode(for: error).rawValue
        if let error = error as? ValidationError, command != Sonora.self {
            // Told by the command itself, which has seen files: the parser would show the usage of all commands.
            let usage = Sonora.usageString(for: command)
            StandardError.explain("Error: \(error)\nUsage: \(usage)")
            return status
        }
        let text = Sonora.fullMessage(for: error)
        if status == ExitStatus.success {
            let output = StandardOutput()
            do {
                try output.write(text + "\n")
                try output.flush()
            } catch {
                guard error.code != .outputClosed else { return status }
                StandardError.say(error)
                return ExitStatus.failure
            }
        } else {
            StandardError.explain(text)
        }
        return status
    }
}

/// The exit statuses of the command.
enum ExitStatus {
    static let success: Int32 = 0
    /// At least one memo failed; the others are done.
    static let failure: Int32 = 1
    /// Something that was to be checked does not hold, or there is nothing to check it by.
    static let budgetBroken: Int32 = 3
    static let usage: Int32 = 64
    static let interrupted: Int32 = 130
}

/// Ends the command with a status after everything has been said.
struct CommandFailure: Error {
    var status = ExitStatus.failure
}

struct Sonora: AsyncParsableCommand {
    @Flag(name: .customShort("V"), help: "Show the version.")
    var showsVersion = false

    func run() async throws {
        guard showsVersion else { throw CleanExit.helpRequest(self) }
        let output = StandardOutput()
        try output.write("sonora \(versionText)\n")
        try output.flush()
    }

    static let configuration = CommandConfiguration(
        commandName: "sonora",
        abstract: "Listens to voice memos: levels, onsets, segments and insights, as they become known.",
        discussion: """
            EXAMPLES
              sonora process memo.wav                   what there is to know about it
              sonora process --format json *.wav        the same for programs
              sonora segments memo.wav --format srt     where somebody speaks
              arecord -r 16000 -f S16_LE | sonora process -          live
            """,
        version: "sonora \(versionText)",
        subcommands: [
            ProcessCommand.self, BatchCommand.self, LibraryCommand.self, OnsetsCommand.self, SegmentsCommand.self,
            LevelsCommand.self, LatencyCommand.self, DoctorCommand.self,
        ])
}
