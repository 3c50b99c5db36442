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
    /// Why it could not be looked at; then nothing but its name is known.
    package var failure: FileError?

    private init(name: String, kind: Kind?, isLink: Bool, status: stat, failure: FileError? = nil) {
        self.name = name
        self.kind = kind
        self.isLink = isLink
        self.failure = failure
        stamp = FileStamp(status)
        identity = FileIdentity(status)
    }

    /// What a path leads to, under the name it was given by; `nil` where it leads nowhere.
    package init?(path: String) throws(FileError) {
        var status = stat()
        guard stat(FileName.systemText(path), &status) == 0 else {
            if Errno.leadsNowhere(errno) { return nil }
            throw .reading(path, errno: errno)
        }
        self.init(name: path, kind: Self.kind(of: status), isLink: false, status: status)
    }

    /// What lies under a name, links told apart; `nil` where nothing does any more.
    /// - Parameters:
    ///   - place: the name, or a path that ends with it.
    ///   - folder: what that starts from, as openat(2) takes it.
    ///   - path: what it is called in errors.
    fileprivate init?(name: String, at place: String, in folder: Int32, path: String) {
        let text = FileName.systemText(place)
        var status = stat()
        var failure: FileError?
        if fstatat(folder, text, &status, AT_SYMLINK_NOFOLLOW) != 0 {
            if Errno.leadsNowhere(errno) { return nil }
            failure = .reading(path, errno: errno)
        }
        let isLink = status.st_mode & S_IFMT == S_IFLNK
        var leads = failure == nil
        if isLink && fstatat(folder, text, &status, 0) != 0 {
            leads = false
            if !Errno.leadsNowhere(errno) { failure = .reading(path, errno: errno) }
        }
        self.init(
            name: name, kind: leads ? Self.kind(of: status) : nil, isLink: isLink, status: status, failure: failure)
    }

    private static func kind(of status: stat) -> Kind {
        switch status.st_mode & S_IFMT {
        case S_IFREG: .file
        case S_IFDIR: .folder
        default: .other
        }
    }
}

package enum FolderListing {
    /// The entries of a folder, ordered by the bytes of their names, without `.` and `..`. One that cannot be looked at
    /// stands for itself, as it says nothing about the others.
    /// - Parameter path: empty for the current folder.
    package static func entries(of path: String) throws(FileError) -> [FolderEntry] {
        guard let folder = opendir(FileName.systemText(path.isEmpty ? "." : path)) else {
            throw .listing(path, errno: errno)
        }
        defer { closedir(folder) }
        let number = dirfd(folder)
        // Names that can be listed, but none of them looked at: it would seem to be empty.
        guard faccessat(number, ".", X_OK, 0) == 0 else { throw .listing(path, errno: errno) }
        let start = path.isEmpty || path.unicodeScalars.last == "/" ? path : path + "/"
        var entries: [FolderEntry] = []
        while true {
            errno = 0
            guard let next = readdir(folder) else {
                if errno != 0 { throw .listing(path, errno: errno) }
                break
            }
            let bytes = Self.name(of: next)
            if bytes == [0x2E] || bytes == [0x2E, 0x2E] { continue }
            let name = FileName.text(bytes)
            if let entry = FolderEntry(name: name, at: name, in: number, path: start + name) { entries.append(entry) }
        }
        return entries.sorted { $0.name.utf8.lexicographicallyPrecedes($1.name.utf8) }
    }

    /// One entry of a folder; `nil` where there is none of that name.
    /// - Parameter path: the folder, ending in a slash, or empty for the current one.
    package static func entry(_ name: String, in path: String) throws(FileError) -> FolderEntry? {
        let entry = FolderEntry(name: name, at: path + name, in: AT_FDCWD, path: path + name)
        if let failure = entry?.failure { throw failure }
        return entry
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
