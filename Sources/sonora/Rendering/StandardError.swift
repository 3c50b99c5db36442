// StandardError: everything that is not a result.

import Capture
import Glibc
import Synchronization

enum StandardError {
    static var terminal: Terminal { Terminal(descriptor: STDERR_FILENO) }

    /// One line about a problem.
    static func say(_ error: some Error) { say("\(error)") }

    static func say(_ text: String) { write(line(text, isFailure: true)) }

    /// One line about something that is not a failure.
    static func note(_ text: String) { write(line(text, isFailure: false)) }

    static func line(_ text: String, isFailure: Bool) -> String {
        let name = isFailure ? terminal.style.red("sonora:") : terminal.style.yellow("sonora:")
        return "\(name) \(text.printable)\n"
    }

    /// Text with its own control characters, for a terminal, in one piece.
    static func draw(_ text: String) { if !text.isEmpty { write(text) } }

    /// Several lines about wrong usage.
    static func explain(_ text: String) {
        let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
        write(lines.map { String($0).printable }.joined(separator: "\n") + "\n")
    }

    /// Replaces the line that a person is looking at; nothing where nobody looks.
    static func progress(_ text: String) {
        guard terminal.isInteractive else { return }
        showsProgress.withLock { $0 = true }
        write("\r\u{1B}[K\(text)")
    }

    static func clearProgress() {
        let wasShown = showsProgress.withLock { shows in
            defer { shows = false }
            return shows
        }
        if wasShown { write("\r\u{1B}[K") }
    }

    private static let showsProgress = Mutex(false)

    private static func write(_ text: String) {
        let bytes = Array(text.utf8)
        _ = Glibc.write(STDERR_FILENO, bytes, bytes.count)
    }
}
