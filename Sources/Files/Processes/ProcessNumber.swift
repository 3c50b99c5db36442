// ProcessNumber: which processes there are.

import Glibc

enum ProcessNumber {
    static var own: Int { Int(getpid()) }

    /// Whether there is a process of this number, whoever's it is.
    static func isRunning(_ process: Int32) -> Bool { process > 0 && (kill(process, 0) == 0 || errno != ESRCH) }
}
