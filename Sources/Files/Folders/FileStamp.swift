// FileStamp: how a file's state is told from an earlier one without reading it.

import Glibc

/// Size and times of a file. Where all three are as they were, so are its bytes: the kernel sets `changed` at every write,
/// rename and change of attributes, and nobody can set it back.
public struct FileStamp: Sendable, Equatable {
    public var bytes: Int64
    /// When it was last written, in nanoseconds since 1970. Anybody may set it.
    public var modified: Int64
    /// When anything about it last changed, in nanoseconds since 1970.
    public var changed: Int64

    public init(bytes: Int64, modified: Int64, changed: Int64) {
        (self.bytes, self.modified, self.changed) = (bytes, modified, changed)
    }

    init(_ status: stat) {
        bytes = Int64(status.st_size)
        modified = Self.nanoseconds(status.st_mtim)
        changed = Self.nanoseconds(status.st_ctim)
    }

    /// The stamp of a regular file; `nil` for anything else, and where there is none or it may not be looked at.
    public init?(of path: String) {
        var status = stat()
        guard stat(FileName.systemText(path), &status) == 0, status.st_mode & S_IFMT == S_IFREG else { return nil }
        self.init(status)
    }

    /// Whether the file was touched so short a time before `now` that a further write could leave the same times: file
    /// systems count in steps of up to two seconds.
    package func isFresh(at now: Int64) -> Bool { now - max(modified, changed) < 2_000_000_000 }

    /// Nanoseconds since 1970, by the clock that stamps files.
    package static func now() -> Int64 {
        var time = timespec()
        clock_gettime(CLOCK_REALTIME, &time)
        return nanoseconds(time)
    }

    private static func nanoseconds(_ time: timespec) -> Int64 {
        let (whole, overflows) = Int64(time.tv_sec).multipliedReportingOverflow(by: 1_000_000_000)
        return overflows ? 0 : whole &+ Int64(time.tv_nsec)
    }
}

/// Which file a name stands for, whatever it is called.
package struct FileIdentity: Hashable, Sendable {
    private let device: UInt64
    private let inode: UInt64

    init(_ status: stat) {
        device = UInt64(status.st_dev)
        inode = UInt64(status.st_ino)
    }

    /// `nil` where it leads nowhere, or may not be looked at.
    package init?(of path: String) {
        var status = stat()
        guard stat(FileName.systemText(path), &status) == 0 else { return nil }
        self.init(status)
    }
}
