// Processors: how many may be used here.

import Foundation

public enum Processors {
    /// Those that this process may run on, which a container or `taskset` may make fewer than there are.
    public static var available: Int { max(1, ProcessInfo.processInfo.activeProcessorCount) }
}
