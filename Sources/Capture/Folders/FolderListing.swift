// FolderListing: what lies in one folder, in a fixed order.

import Glibc

/// One name in a folder.
package struct FolderEntry: Sendable {
    package enum Kind: Sendable { case file, folder, other }

    package var name: String
    /// Of what the name leads to, links followed; `nil` where it leads nowhere.
    package var kind: Kind?
    package var isLink: Bool
    package var stamp: FileStamp
    package var identity: FileIdentity

    fileprivate init(name: String, kind: Kind?, isLink: Bool, status: stat) {
        self.name = name
        self.kind = kind
        self.isLink = isLink
        stamp = FileStamp(status)
        identity = FileIdentity(status)
    }

    /// What a path leads to, under the name it was given by; `nil` where it leads nowhere.
    package init?(path: String) {
        var status = stat()
        guard stat(FileName.systemText(path), &status) == 0 else { return nil }
        self.init(name: path, kind: Self.kind(of: status), isLink: false, status: status)
    }

    /// What lies at a path, links told apart; `nil` where nothing does.
    /// - Parameter folder: what the path starts from, as openat(2) takes it.
    fileprivate init?(name: String, at path: String, in folder: Int32) {
        var status = stat()
        guard fstatat(folder, FileName.systemText(path), &status, AT_SYMLINK_NOFOLLOW) == 0 else { return nil }
        let isLink = status.st_mode & S_IFMT == S_IFLNK
        let leads = !isLink || fstatat(folder, FileName.systemText(path), &status, 0) == 0
        self.init(name: name, kind: leads ? Self.kind(of: status) : nil, isLink: isLink, status: status)
    }

    fileprivate static func kind(of status: stat) -> Kind {
        switch status.st_mode & S_IFMT {
        case S_IFREG: .file
        case S_IFDIR: .folder
        default: .other
        }
    }
}

package enum FolderListing {
    /// The entries of a folder, ordered by the bytes of their names, without `.` and `..`.
    /// - Parameter path: empty for the current folder.
    package static func entries(of path: String) throws(CaptureError) -> [FolderEntry] {
        guard let folder = opendir(FileName.systemText(path.isEmpty ? "." : path)) else {
            throw .listing(path, errno: errno)
        }
        defer { closedir(folder) }
        let number = dirfd(folder)
        var entries: [FolderEntry] = []
        while true {
            errno = 0
            guard let next = readdir(folder) else {
                if errno != 0 { throw .listing(path, errno: errno) }
                break
            }
            let name = Self.name(of: next)
            if name == [0x2E] || name == [0x2E, 0x2E] { continue }
            if let entry = FolderEntry(name: FileName.text(name), at: FileName.text(name), in: number) {
                entries.append(entry)
            }
        }
        return entries.sorted { $0.name.utf8.lexicographicallyPrecedes($1.name.utf8) }
    }

    /// One entry of a folder; `nil` where there is none of that name.
    /// - Parameter path: the folder, ending in a slash, or empty for the current one.
    package static func entry(_ name: String, in path: String) -> FolderEntry? {
        FolderEntry(name: name, at: path + name, in: AT_FDCWD)
    }

    private static func name(of entry: UnsafeMutablePointer<dirent>) -> [UInt8] {
        withUnsafeBytes(of: &entry.pointee.d_name) { Array($0.prefix { $0 != 0 }) }
    }

    /// The path from `/` on, without links in it; `nil` where it leads nowhere.
    package static func realPath(_ path: String) -> String? {
        guard let found = realpath(FileName.systemText(path), nil) else { return nil }
        defer { free(found) }
        return FileName.text(UnsafeBufferPointer(start: found, count: strlen(found)).map { UInt8(bitPattern: $0) })
    }

    /// The path from `/` on, as it is written; links in it stay.
    package static func absolutePath(_ path: String) -> String {
        guard path.unicodeScalars.first != "/", let here = realPath(".") else { return path }
        return "\(here)/\(path)"
    }

    /// Whether a path certainly leads nowhere; one that may not be looked at does not count.
    package static func isMissing(_ path: String) -> Bool {
        var status = stat()
        return stat(FileName.systemText(path), &status) != 0 && (errno == ENOENT || errno == ENOTDIR)
    }

    /// The folder that a path from `/` on lies in.
    package static func parent(of path: String) -> String {
        let scalars = path.unicodeScalars
        guard let slash = scalars.lastIndex(of: "/"), slash != scalars.startIndex else { return "/" }
        return String(scalars[..<slash])
    }

    /// Removes a file; one that is not there is no failure.
    package static func removeFile(_ path: String) { Descriptor.remove(path) }

    /// Removes a folder in which nothing is. Returns whether it was.
    package static func removeFolder(_ path: String) -> Bool { rmdir(FileName.systemText(path)) == 0 }

    /// Whether a text matches a shell pattern (`*`, `?`, `[…]`; see fnmatch(3)). A star also crosses slashes; capitals
    /// and small letters are the same, as recorders write `.WAV`.
    package static func matches(_ text: String, pattern: String) -> Bool {
        let ignoringCase: Int32 = 1 << 4
        return fnmatch(FileName.systemText(pattern), FileName.systemText(text), ignoringCase) == 0
    }
}

extension CaptureError {
    fileprivate static func listing(_ path: String, errno code: Int32) -> CaptureError {
        switch code {
        case Errno.permission, Errno.access:
            CaptureError(
                .notPermitted, path: path, problem: "the folder may not be read",
                advice: "give yourself read permission")
        case Errno.noEntry, Errno.notFolder:
            CaptureError(.notFound, path: path, problem: "there is no such folder", advice: "check the name")
        default:
            CaptureError(
                .readFailed, path: path, problem: "the folder cannot be read (\(Errno.message(code)))",
                advice: "check the disk and try again")
        }
    }
}
