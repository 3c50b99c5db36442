// Settling: when a file that appeared or changed is complete. It knows no clock and no files; it is told.

import Capture
import Files

/// Files that are perhaps still written. Times are durations since any fixed instant.
///
/// A file has settled when a writer closed it and nobody has it open; where the system does not tell who has, when its
/// size and its times stayed the same for a while.
package struct Settling<Name: Hashable> {
    /// How long a file stays the same that nobody writes any more. File systems count in steps of up to two seconds.
    package static var quiet: Duration { .seconds(2) }

    private var files: [Name: File] = [:]

    package init() {}

    private struct File {
        var stamp: FileStamp
        /// Since when it is the same.
        var since: Duration
        /// Whether a writer closed it since somebody was last seen to have it open.
        var isClosed: Bool
        var due: Duration
    }

    /// A file was seen; what is new about it starts its quiet time anew.
    package mutating func note(_ name: Name, _ stamp: FileStamp, at now: Duration) {
        guard files[name]?.stamp != stamp else { return }
        let isClosed = files[name]?.isClosed ?? false
        let due = isClosed ? now : now + Self.quiet
        files[name] = File(stamp: stamp, since: now, isClosed: isClosed, due: due)
    }

    /// A writer closed a file, or it was put here in one piece.
    package mutating func closed(_ name: Name, _ stamp: FileStamp, at now: Duration) {
        note(name, stamp, at: now)
        // What is made empty is mostly opened again at once.
        guard stamp.bytes > 0 else { return }
        files[name]?.isClosed = true
        files[name]?.due = now
    }

    /// It is not there any more, or is no memo.
    package mutating func forget(_ name: Name) { files[name] = nil }

    /// The files to look at now.
    package func due(at now: Duration) -> [Name] { files.filter { $0.value.due <= now }.map(\.key) }

    /// When the next file is to be looked at.
    package var nextDue: Duration? { files.values.lazy.map(\.due).min() }

    /// Judges a file that is due. One that has settled is forgotten here.
    /// - Parameter hasWriter: whether anybody has it open for writing; `nil` where the system does not tell.
    /// - Returns: whether it has settled.
    package mutating func judge(_ name: Name, _ stamp: FileStamp, hasWriter: Bool?, at now: Duration) -> Bool {
        guard var file = files[name] else { return false }
        if file.stamp != stamp || hasWriter == true { file.since = now }
        if hasWriter == true { file.isClosed = false }
        file.stamp = stamp
        file.due = file.since + Self.quiet
        let isSettled = hasWriter != true && (now >= file.due || hasWriter == false && file.isClosed)
        files[name] = isSettled ? nil : file
        return isSettled
    }
}
