// PlainFile: whether what is written under a name stays there, or goes where a link in its place leads.

import Glibc

/// A folder of results may be one that others write to as well, or have come out of an archive: a link in it must not lead
/// what is written to a file elsewhere. The folder that a user names may be a link itself; what lies in it may not.
///
/// Staged files and locks are opened so that the system refuses links; what SQLite opens can only be looked at before.
package enum PlainFile {
    /// What SQLite writes beside a database.
    private static let companions = ["-wal", "-shm", "-journal"]

    /// - Throws: `cannotWrite` where the name is that of a link, a folder, a pipe or a device.
    package static func check(_ path: String) throws(FileError) {
        var status = stat()
        guard lstat(FileName.systemText(path), &status) == 0 else {
            if isRefused(errno) { return }
            throw .writing(path, errno: errno)
        }
        if !isPlain(status) { throw .leadsElsewhere(path) }
    }

    /// The same for a database and what is written beside it.
    package static func check(database path: String) throws(FileError) {
        try check(path)
        for ending in companions { try check(path + ending) }
    }

    /// - Parameters:
    ///   - name: a file's path below a folder.
    ///   - folder: the folder that the user named.
    /// - Throws: `cannotWrite` where one of the folders on the way is a link.
    package static func check(foldersOf name: String, below folder: String) throws(FileError) {
        let scalars = name.unicodeScalars
        for end in scalars.indices where scalars[end] == "/" {
            let path = "\(folder)/\(String(scalars[..<end]))"
            var status = stat()
            guard lstat(FileName.systemText(path), &status) == 0 else {
                if isRefused(errno) { return }
                throw .writing(path, errno: errno)
            }
            if status.st_mode & S_IFMT == S_IFLNK { throw .leadsElsewhere(path) }
        }
    }

    /// Whether nothing lies there, or the system refuses to write there as it does to look. Of any other failure nobody knows
    /// whether there is a link.
    private static func isRefused(_ code: Int32) -> Bool { Errno.leadsNowhere(code) || code == Errno.access }

    private static func isPlain(_ status: stat) -> Bool { status.st_mode & S_IFMT == S_IFREG }
}
