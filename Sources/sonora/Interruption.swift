// Interruption: Ctrl-C and SIGTERM cancel the command; the second time they end it.

import Dispatch
import Glibc

enum Interruption {
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
            // The second time somebody means it.
            if command.isCancelled { _exit(ExitStatus.interrupted) }
            command.cancel()
        }
        source.resume()
        return source
    }
}
