// RecordingSwitch: ends a live recording from outside, as the stop button does.

import Synchronization

/// Shared by who reads a live memo and who may end it. Ending is not cancelling: what was heard is finished and described.
public final class RecordingSwitch: Sendable {
    private let ended = Atomic(false)

    public init() {}

    public var isOff: Bool { ended.load(ordering: .relaxed) }

    /// Ends the recording: what is already in the pipe is still read.
    public func turnOff() { ended.store(true, ordering: .relaxed) }
}
