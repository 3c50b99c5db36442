// LoneProcess: this program called again for one job, so that a crash takes nothing else along.

import Glibc

/// Both sides of it: who starts it and waits, and the one that works and gives a sign of life now and then.
package enum LoneProcess {
    /// How it ended.
    package enum Ending: Sendable, Equatable {
        /// With this status, by itself.
        case ended(Int32)
        /// In its own fault: what happened, as in “it crashed (signal 11)”.
        case crashed(String)
        /// Somebody killed it.
        case killed
    }

    /// Steps that take seconds are usual; one that gives no sign for so long will not end.
    private static let patience = Patience(computing: 120, waiting: 600)
    private static let mostMemoryBytes: UInt = 1 << 32
    private static let mostComputingSeconds: UInt = 1 << 20

    /// Runs this program to its end.
    /// - Parameters:
    ///   - arguments: without its name for itself.
    ///   - path: what it works on, named in errors.
    /// - Throws: `interrupted`; `helperLost` where it cannot be started.
    package static func run(_ arguments: [String], path: String) throws(FileError) -> Ending {
        let child = try ChildProcess(
            ChildProcess.thisProgram, ["sonora"] + arguments, input: nil, keepsErrors: false,
            patience: patience, path: path)
        while try !child.bytes(1).isEmpty {}
        switch child.end() {
        case .exited(let status): return .ended(status)
        case .killed(SIGKILL): return .killed
        case .killed(let signal): return .crashed("it crashed (signal \(signal))")
        case .stuck: return .crashed("it gave no sign of life any more")
        case .unknown: return .crashed("nobody could tell how it ended")
        }
    }

    // MARK: In the process itself

    /// Bounds what this process may use.
    package static func limit() {
        ChildProcess.limit(memoryBytes: mostMemoryBytes, computingSeconds: mostComputingSeconds)
    }

    /// Tells whoever waits that the work goes on; `false` when nobody waits any more.
    package static func giveSign() -> Bool {
        (try? Descriptor.standardOutput().write([UInt8(ascii: ".")], path: "-")) != nil
    }
}
