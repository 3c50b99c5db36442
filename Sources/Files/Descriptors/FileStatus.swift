// FileStatus: what lies behind a name or a descriptor, without reading it.

import Glibc

/// Kind, size and time of a file.
package struct FileStatus: Sendable {
    package enum Kind: Sendable { case regular, folder, stream }

    package let kind: Kind
    package let bytes: Int64
    /// When it was last written, in seconds since 1970.
    package let modified: Double

    fileprivate init(_ status: stat) {
        kind =
            switch status.st_mode & S_IFMT {
            case S_IFREG: .regular
            case S_IFDIR: .folder
            default: .stream
            }
        bytes = Int64(status.st_size)
        modified = Double(status.st_mtim.tv_sec) + Double(status.st_mtim.tv_nsec) / 1e9
    }

    /// Of a name, without opening it: opening a pipe twice would wait for ever. `nil` where it leads nowhere or may not be
    /// looked at; whoever opens it is told why.
    package init?(of path: String) {
        var status = stat()
        guard stat(FileName.systemText(path), &status) == 0 else { return nil }
        self.init(status)
    }

    /// Whether a name is that of a program that may be run.
    package static func isProgram(_ path: String) -> Bool {
        FileStatus(of: path)?.kind == .regular && access(FileName.systemText(path), X_OK) == 0
    }
}

extension Descriptor {
    /// What it is now: a file may have grown since it was opened.
    package func status() throws(FileError) -> FileStatus {
        var status = stat()
        // Without an answer it would be an empty file, which is another thing.
        guard fstat(number, &status) == 0 else { throw .reading(path, errno: errno) }
        return FileStatus(status)
    }
}
