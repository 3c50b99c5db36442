// Entry: the start of the process: the command and its exit status.

import ArgumentParser
import Capture
import Glibc
import Library
import Logging

@main
enum Entry {
    static func main() async {
        // A closed pipe is an error of the write that meets it, not a silent death.
        signal(SIGPIPE, SIG_IGN)
        Descriptor.fillStandardNumbers()
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
        do {
            if let advice = UnknownCommand.advice(for: arguments.first) { throw ValidationError(advice) }
            var command = try Sonora.parseAsRoot(arguments)
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
            StandardError.say(error)
            return ExitStatus.failure
        } catch {
            return explain(error)
        }
    }

    /// Prints help where it was asked for; else what is wrong with the arguments, whatever is written in them.
    private static func explain(_ error: any Error) -> Int32 {
        let text = Sonora.fullMessage(for: error)
        let status = Sonora.exitCode(for: error).rawValue
        if status == ExitStatus.success {
            print(text)
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
