// Interruption: Ctrl-C ends a live recording; else it cancels the command, as SIGTERM does; the next one ends it.

import Capture
import Dispatch
import Glibc
import Synchronization

enum Interruption {
    /// How long a cancelled command may take to stop.
    private static let graceSeconds = 2.0

    /// The live recording that Ctrl-C ends, if there is one.
    static let recording = Mutex<RecordingSwitch?>(nil)

    /// Runs a command so that signals cancel it.
    static func cancelling(_ body: @escaping @Sendable () async -> Int32) async -> Int32 {
        let command = Task { await body() }
        let sources = [SIGINT, SIGTERM].map { watch($0, cancelling: command) }
        let status = await command.value
        withExtendedLifetime(sources) {}
        return status
    }

    private static func watch(_ number: Int32, cancelling command: Task<Int32, Never>) -> any DispatchSourceSignal {
        signal(number, SIG_IGN)
        let source = DispatchSource.makeSignalSource(signal: number, queue: .global())
        source.setEventHandler { @Sendable in
            if number == SIGINT, let recording = recording.withLock({ $0 }), !recording.isOff {
                return recording.turnOff()
            }
            // The next time somebody means it.
            if command.isCancelled { _exit(ExitStatus.interrupted) }
            command.cancel()
            // A system call that waits for ever (a pipe nobody writes to) does not see the cancellation.
            DispatchQueue.global().asyncAfter(deadline: .now() + graceSeconds) { _exit(ExitStatus.interrupted) }
        }
        source.resume()
        return source
    }
}
