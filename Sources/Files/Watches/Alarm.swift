// Alarm: wakes a thread that waits; see poll(2).

import Glibc

/// Rung by any thread, once and for all: whoever waits on it stops waiting.
package final class Alarm: Sendable {
    /// What goes in there can be read here. Where the system has no more descriptors, nobody is woken before the time.
    private let ends = Descriptor.connection()

    package init() {}

    package func ring() { if let ends { _ = write(ends.there.number, [1 as UInt8], 1) } }

    /// Waits until it rings, or for so long.
    package func wait(milliseconds: Int32) { _ = wait(for: -1, milliseconds: milliseconds) }

    /// Waits until it rings, another descriptor has something to read, or for so long.
    /// - Returns: whether the other one has something.
    func wait(for other: Int32, milliseconds: Int32) -> Bool {
        // Descriptors below zero are passed over.
        var waiting = [
            pollfd(fd: ends?.here.number ?? -1, events: Int16(POLLIN), revents: 0),
            pollfd(fd: other, events: Int16(POLLIN), revents: 0),
        ]
        return poll(&waiting, 2, milliseconds) > 0 && waiting[1].revents != 0
    }
}
