// Descriptor: the one place that makes system calls on files: open, stat, poll, read, write, rename, mkdir.

import Glibc

/// The `errno` values that Sonora tells apart.
enum Errno {
    static let noEntry = ENOENT
    static let exists = EEXIST
    static let notFolder = ENOTDIR
    static let isFolder = EISDIR
    static let permission = EPERM
    static let access = EACCES
    static let noSpace = ENOSPC
    static let quota = EDQUOT
    static let nameTooLong = ENAMETOOLONG
    static let brokenPipe = EPIPE
    static let tooManyFiles = EMFILE
    static let tooManyFilesOfAll = ENFILE
    static let inputOutput = EIO

    static func message(_ code: Int32) -> String { String(cString: strerror(code)).lowercased() }
}

/// An open file that closes itself. Tasks that share it share the place in it.
package final class Descriptor: Sendable {
    enum Kind { case regular, folder, stream }

    let number: Int32
    /// What it is called in errors.
    let path: String
    private let closes: Bool

    private init(_ number: Int32, closes: Bool, path: String) {
        self.number = number
        self.closes = closes
        self.path = path
    }

    deinit { if closes { _ = close(number) } }

    static func standardInput() -> Descriptor { Descriptor(STDIN_FILENO, closes: false, path: "-") }

    /// Opens `path` for reading. A named pipe blocks until somebody writes to it, as everywhere.
    static func reading(_ path: String) throws(CaptureError) -> Descriptor {
        let number = open(FileName.systemText(path), O_RDONLY | O_CLOEXEC)
        guard number >= 0 else { throw .reading(path, errno: errno) }
        return Descriptor(number, closes: true, path: path)
    }

    /// Creates `path` for writing; an existing file of that name is an error, and so is a link, wherever it leads.
    static func creating(_ path: String) throws(CaptureError) -> Descriptor {
        let number = open(FileName.systemText(path), O_RDWR | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0o644)
        guard number >= 0 else { throw .writing(path, errno: errno) }
        return Descriptor(number, closes: true, path: path)
    }

    /// A file in `folder` that has no name.
    static func unnamed(in folder: String) throws(CaptureError) -> Descriptor {
        // O_TMPFILE, which Glibc's module does not show, as it is put together of two others.
        let number = open(FileName.systemText(folder), O_RDWR | O_CLOEXEC | O_DIRECTORY | 0o20000000, 0o600)
        guard number >= 0 else { throw .writing(folder, errno: errno) }
        return Descriptor(number, closes: true, path: folder)
    }

    /// Opens `path` to lock it; makes it when it is not there.
    /// - Throws: `cannotWrite` when another file lies behind that name: see `PlainFile`.
    static func locking(_ path: String) throws(CaptureError) -> Descriptor {
        // Not to wait, should it be a pipe.
        let flags = O_RDWR | O_CREAT | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC
        let number = open(FileName.systemText(path), flags, 0o644)
        guard number >= 0 else { throw errno == ELOOP ? .leadsElsewhere(path) : .writing(path, errno: errno) }
        let descriptor = Descriptor(number, closes: true, path: path)
        var status = stat()
        guard fstat(number, &status) == 0, PlainFile.isPlain(status) else { throw .leadsElsewhere(path) }
        return descriptor
    }

    /// Both ends of a connection that no other child inherits; `nil` when there are no numbers left. (A pipe would be
    /// closed on exec only a moment after it was made, and another task may start its child in between.)
    static func connection() -> (here: Descriptor, there: Descriptor)? {
        var ends: [Int32] = [0, 0]
        let kind = Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue)
        guard socketpair(AF_UNIX, kind, 0, &ends) == 0 else { return nil }
        return (
            Descriptor(ends[0], closes: true, path: "a helper"), Descriptor(ends[1], closes: true, path: "a helper")
        )
    }

    /// Where standard input, output or error were closed before the program began, a file that is opened later would
    /// take their numbers, and what is printed would go into it.
    package static func fillStandardNumbers() {
        for number in [STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO] where fcntl(number, F_GETFD) < 0 {
            // Read only, so that printing is an error; the lowest free number is the one that is missing.
            if open("/dev/null", number == STDIN_FILENO ? O_WRONLY : O_RDONLY) < 0 { return }
        }
    }

    /// Makes a file this process's standard input. `false` when it cannot be opened.
    static func makeStandardInput(_ path: String) -> Bool {
        guard let file = try? reading(path) else { return false }
        return dup2(file.number, STDIN_FILENO) >= 0
    }

    /// Sends all of it to the other end of a connection; `false` when nobody is there any more.
    func send(_ bytes: [UInt8]) -> Bool {
        var done = 0
        while done < bytes.count {
            let sent = bytes.withUnsafeBytes {
                Glibc.send(number, $0.baseAddress.map { $0 + done }, bytes.count - done, Int32(MSG_NOSIGNAL))
            }
            if sent < 0 && errno == EINTR { continue }
            if sent <= 0 { return false }
            done += sent
        }
        return true
    }

    /// What gives nothing and takes everything.
    static func nothing() -> Descriptor? {
        let number = open("/dev/null", O_RDWR | O_CLOEXEC)
        return number >= 0 ? Descriptor(number, closes: true, path: "/dev/null") : nil
    }

    /// What a name or a descriptor stands for.
    struct Status {
        var kind = Kind.stream
        var bytes: Int64 = 0
        /// When it was last written, in seconds since 1970.
        var modified = 0.0

        fileprivate init() {}

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
    }

    func status() -> Status {
        var status = stat()
        return fstat(number, &status) == 0 ? Status(status) : Status()
    }

    /// The status of a name, without opening it: opening a pipe twice would wait for ever.
    static func status(of path: String) -> Status? {
        var status = stat()
        return stat(FileName.systemText(path), &status) == 0 ? Status(status) : nil
    }

    /// Reads what is there into `buffer` from `offset` on, up to `count` bytes; 0 at the end. Waits in steps of 100 ms,
    /// so that a cancelled task does not hang on a silent pipe, and ends where nothing comes once `end` is off.
    func read(
        into buffer: inout [UInt8], at offset: Int = 0, upTo count: Int, path: String,
        until end: RecordingSwitch? = nil
    ) throws(CaptureError) -> Int {
        while true {
            if Task.isCancelled {
                throw CaptureError(.interrupted, path: path, problem: "it was interrupted", advice: "start it again")
            }
            var waiting = pollfd(fd: number, events: Int16(POLLIN), revents: 0)
            // A writer that was stopped with the recording has its last words; one that goes on is not waited for.
            let isEnding = end?.isOff == true
            let ready = poll(&waiting, 1, isEnding ? 20 : 100)
            if ready == 0 && isEnding { return 0 }
            if ready == 0 || (ready < 0 && errno == EINTR) { continue }
            let got = buffer.withUnsafeMutableBytes { bytes in
                Glibc.read(number, bytes.baseAddress.map { $0 + offset }, min(count, bytes.count - offset))
            }
            if got >= 0 { return got }
            if errno != EINTR && errno != EAGAIN { throw .reading(path, errno: errno) }
        }
    }

    /// Another number for the same open file, which whoever takes it has to close; negative when there is none left.
    func duplicate() -> Int32 { fcntl(number, F_DUPFD_CLOEXEC, 0) }

    /// Bytes of a regular file, without moving in it; fewer only where it is shorter.
    func bytes(at offset: Int64, count: Int) throws(CaptureError) -> [UInt8] {
        var failure: CaptureError?
        let bytes = [UInt8](unsafeUninitializedCapacity: count) { buffer, filled in
            do throws(CaptureError) {
                // A disk that fails further on may give what lies in front of that first.
                while filled < count {
                    let rest = UnsafeMutableRawBufferPointer(buffer)[filled...]
                    let got = try read(at: offset + Int64(filled), into: .init(rebasing: rest))
                    if got == 0 { break }
                    filled += got
                }
            } catch {
                failure = error
            }
        }
        if let failure { throw failure }
        return bytes
    }

    /// Reads what is there at an offset, once, into memory that a C library brings; 0 at the end.
    func read(at offset: Int64, into buffer: UnsafeMutableRawBufferPointer) throws(CaptureError) -> Int {
        while true {
            let got = pread(number, buffer.baseAddress, buffer.count, Int(offset))
            if got >= 0 { return got }
            if errno != EINTR { throw .reading(path, errno: errno) }
        }
    }

    /// Reads what is there, once; 0 at the end.
    func read(into buffer: UnsafeMutableRawBufferPointer) throws(CaptureError) -> Int {
        while true {
            let got = Glibc.read(number, buffer.baseAddress, buffer.count)
            if got >= 0 { return got }
            if errno != EINTR { throw .reading(path, errno: errno) }
        }
    }

    /// Whether something can be read without waiting.
    func hasBytes() -> Bool {
        var waiting = pollfd(fd: number, events: Int16(POLLIN), revents: 0)
        return poll(&waiting, 1, 0) > 0 && waiting.revents & Int16(POLLIN) != 0
    }

    /// Waits, where there is nothing to wait on.
    static func pause(milliseconds: Int32) { _ = poll(nil, 0, milliseconds) }

    /// Writes all of `bytes`.
    func write<Element: BitwiseCopyable>(
        _ elements: [Element], count: Int? = nil, path: String
    ) throws(CaptureError) {
        let bytes = (count ?? elements.count) * MemoryLayout<Element>.stride
        var done = 0
        while done < bytes {
            let wrote = elements.withUnsafeBytes { Glibc.write(number, $0.baseAddress! + done, bytes - done) }
            if wrote < 0 {
                if errno == EINTR { continue }
                throw .writing(path, errno: errno)
            }
            done += wrote
        }
    }

    func sync(path: String) throws(CaptureError) {
        // A pipe or a device cannot be synced (EINVAL); that is no failure.
        if fsync(number) != 0 && errno != EINVAL { throw .writing(path, errno: errno) }
    }

    static func rename(_ from: String, to: String) throws(CaptureError) {
        if Glibc.rename(FileName.systemText(from), FileName.systemText(to)) != 0 { throw .writing(to, errno: errno) }
    }

    static func remove(_ path: String) { _ = unlink(FileName.systemText(path)) }

    /// Makes a folder and those above it; what is there already is left as it is.
    package static func makeFolder(_ path: String) throws(CaptureError) {
        let scalars = path.unicodeScalars
        let ends = scalars.indices.filter { $0 > scalars.startIndex && scalars[$0] == "/" } + [scalars.endIndex]
        var failure = Errno.exists
        for end in ends where mkdir(FileName.systemText(String(scalars[..<end])), 0o777) != 0 {
            // What failed first is the reason of what fails after it.
            if failure == Errno.exists { failure = errno }
        }
        switch status(of: path)?.kind {
        case .folder: break
        case nil: throw .making(path, errno: failure)
        case .regular, .stream: throw .isNoFolder(path)
        }
    }

    /// Whether a name is that of a program that may be run.
    package static func isProgram(_ path: String) -> Bool {
        status(of: path)?.kind == .regular && Glibc.access(FileName.systemText(path), X_OK) == 0
    }

    static func processNumber() -> Int { Int(getpid()) }

    /// Whether there is a process of this number, whoever's it is.
    static func isRunning(_ process: Int32) -> Bool { process > 0 && (kill(process, 0) == 0 || errno != ESRCH) }

    static func standardOutput() -> Descriptor { Descriptor(STDOUT_FILENO, closes: false, path: "standard output") }
}
