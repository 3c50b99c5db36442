// Interruption: Ctrl-C ends a live recording; else it cancels the command, as SIGTERM and a closed terminal do; the next one
// ends it.

import Capture
import Dispatch
import Glibc
import Synchronization

enum Interruption {
    /// How long a cancelled command may take to stop.
    private static let graceSeconds = 2.0

    /// The live recording that Ctrl-C ends, if there is one.
    static let recording = Mutex<RecordingSwitch?>(nil)

    /// The signal that came before anybody watched, or 0.
    private static let early = Atomic<Int32>(0)

    /// Runs a command so that signals cancel it.
    static func cancelling(_ body: @escaping @Sendable () async -> Int32) async -> Int32 {
        let signals = heededSignals()
        noteSignals(signals)
        let command = Task { await body() }
        let sources = signals.map { watch($0, cancelling: command) }
        let status = await command.value
        withExtendedLifetime(sources) {}
        return status
    }

    /// Whoever started it with nohup wants it to go on when the terminal is closed.
    private static func heededSignals() -> [Int32] {
        var action = sigaction()
        let isKnown = sigaction(SIGHUP, nil, &action) == 0
        // SIG_IGN is the address 1.
        let ignores = isKnown && unsafeBitCast(action.__sigaction_handler.sa_handler, to: Int.self) == 1
        return ignores ? [SIGINT, SIGTERM] : [SIGINT, SIGTERM, SIGHUP]
    }

    /// Until somebody watches for them, signals are noted: they neither end the process, nor is one lost.
    private static func noteSignals(_ signals: [Int32]) {
        early.store(0, ordering: .relaxed)
        for number in signals { signal(number) { Interruption.early.store($0, ordering: .relaxed) } }
    }

    /// A thread of their own: the pool may be busy, or wait.
    private static let queue = DispatchQueue(label: "sonora.signals", qos: .userInteractive)

    private static func watch(_ number: Int32, cancelling command: Task<Int32, Never>) -> any DispatchSourceSignal {
        let source = DispatchSource.makeSignalSource(signal: number, queue: queue)
        let obey = { @Sendable in
            if number == SIGINT, let recording = recording.withLock({ $0 }), !recording.isOff {
                return recording.turnOff()
            }
            // The next time somebody means it.
            if command.isCancelled { _exit(ExitStatus.interrupted) }
            command.cancel()
            // A system call that waits for ever (a pipe nobody writes to) does not see the cancellation.
            queue.asyncAfter(deadline: .now() + graceSeconds) {
                StandardError.say("interrupted")
                _exit(ExitStatus.interrupted)
            }
        }
        source.setEventHandler(handler: obey)
        source.setRegistrationHandler { @Sendable in
            if early.compareExchange(expected: number, desired: 0, ordering: .relaxed).exchanged { obey() }
        }
        source.resume()
        return source
    }
}
