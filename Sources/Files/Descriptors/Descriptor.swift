// Descriptor: an open file, pipe or connection, and the ways to get one.

import Glibc

/// An open file that closes itself. Tasks that share it share the place in it.
package final class Descriptor: Sendable {
    package let number: Int32
    /// What it is called in errors.
    package let path: String
    private let closes: Bool

    private init(_ number: Int32, closes: Bool, path: String) {
        self.number = number
        self.closes = closes
        self.path = path
    }

    deinit { if closes { _ = close(number) } }

    package static func standardInput() -> Descriptor { Descriptor(STDIN_FILENO, closes: false, path: "-") }

    package static func standardOutput() -> Descriptor {
        Descriptor(STDOUT_FILENO, closes: false, path: "standard output")
    }

    /// Opens `path` for reading. A named pipe blocks until somebody writes to it, as everywhere.
    package static func reading(_ path: String) throws(FileError) -> Descriptor {
        let number = open(FileName.systemText(path), O_RDONLY | O_CLOEXEC)
        guard number >= 0 else { throw .reading(path, errno: errno) }
        return Descriptor(number, closes: true, path: path)
    }

    /// Creates `path` for writing; an existing file of that name is an error, and so is a link, wherever it leads.
    static func creating(_ path: String) throws(FileError) -> Descriptor {
        let number = open(FileName.systemText(path), O_RDWR | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0o644)
        guard number >= 0 else { throw .writing(path, errno: errno) }
        return Descriptor(number, closes: true, path: path)
    }

    /// A file in `folder` that has no name.
    static func unnamed(in folder: String) throws(FileError) -> Descriptor {
        // O_TMPFILE, which Glibc's module does not show, as it is put together of two others.
        let number = open(FileName.systemText(folder), O_RDWR | O_CLOEXEC | O_DIRECTORY | 0o20000000, 0o600)
        guard number >= 0 else { throw .writing(folder, errno: errno) }
        return Descriptor(number, closes: true, path: folder)
    }

    /// Opens `path` to lock it; makes it when it is not there.
    /// - Throws: `cannotWrite` when another file lies behind that name: see `PlainFile`.
    static func locking(_ path: String) throws(FileError) -> Descriptor {
        // Not to wait, should it be a pipe.
        let flags = O_RDWR | O_CREAT | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC
        let number = open(FileName.systemText(path), flags, 0o644)
        guard number >= 0 else { throw errno == ELOOP ? .leadsElsewhere(path) : .writing(path, errno: errno) }
        let descriptor = Descriptor(number, closes: true, path: path)
        guard try descriptor.status().kind == .regular else { throw .leadsElsewhere(path) }
        return descriptor
    }

    /// Both ends of a connection that no other child inherits; `nil` when there are no numbers left. (A pipe would be
    /// closed on exec only a moment after it was made, and another task may start its child in between.)
    package static func connection() -> (here: Descriptor, there: Descriptor)? {
        var ends: [Int32] = [0, 0]
        let kind = Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue)
        guard socketpair(AF_UNIX, kind, 0, &ends) == 0 else { return nil }
        return (
            Descriptor(ends[0], closes: true, path: "a helper"), Descriptor(ends[1], closes: true, path: "a helper")
        )
    }

    /// What gives nothing and takes everything.
    static func nothing() -> Descriptor? {
        let number = open("/dev/null", O_RDWR | O_CLOEXEC)
        return number >= 0 ? Descriptor(number, closes: true, path: "/dev/null") : nil
    }

    /// Another number for the same open file, which whoever takes it has to close; negative when there is none left.
    package func duplicate() -> Int32 { fcntl(number, F_DUPFD_CLOEXEC, 0) }

    // MARK: The numbers that every process begins with

    /// Where standard input, output or error were closed before the program began, a file that is opened later would
    /// take their numbers, and what is printed would go into it.
    package static func fillStandardNumbers() {
        for number in [STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO] where fcntl(number, F_GETFD) < 0 {
            // Read only, so that printing is an error; the lowest free number is the one that is missing.
            if open("/dev/null", number == STDIN_FILENO ? O_WRONLY : O_RDONLY) < 0 { return }
        }
    }

    /// Makes a file this process's standard input. `false` when it cannot be opened.
    package static func makeStandardInput(_ path: String) -> Bool {
        guard let file = try? reading(path) else { return false }
        return dup2(file.number, STDIN_FILENO) >= 0
    }
}
