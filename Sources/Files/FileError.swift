// FileError: what the operating system refuses, in words a person can act on.

/// One failure of one file, folder or process. `description` is a whole line: the file, what is wrong, what to do.
///
/// Reading fails with one of these, and never by giving less: an end is the end of the file, and an empty folder is empty.
public struct FileError: Error, Sendable, Equatable, CustomStringConvertible {
    /// Stable names for programs.
    public enum Code: String, Sendable, CaseIterable {
        case notFound, isFolder, notPermitted, readFailed, interrupted
        case cannotWrite, nameTooLong, diskFull, outputClosed
        /// A program could not be started.
        case helperLost
    }

    public let code: Code
    /// The file as the user named it, as `FileName` tells it; `-` is standard input.
    public let path: String
    /// What is wrong, without a full stop.
    public let problem: String
    /// What to do about it, without a full stop.
    public let advice: String

    public init(_ code: Code, path: String, problem: String, advice: String) {
        self.code = code
        self.path = path
        self.problem = problem
        self.advice = advice
    }

    public var description: String { "\(path.printable): \(problem); \(advice)" }

    /// The same failure of a file that has another name to the user.
    func of(_ path: String) -> FileError { FileError(code, path: path, problem: problem, advice: advice) }
}

extension FileError {
    /// The failure behind an `errno` of a system call on a file that is read.
    static func reading(_ path: String, errno code: Int32) -> FileError {
        switch code {
        case Errno.noEntry, Errno.notFolder:
            FileError(.notFound, path: path, problem: "there is no such file", advice: "check the name")
        case Errno.permission, Errno.access:
            FileError(.notPermitted, path: path, problem: "it may not be read", advice: "give yourself read permission")
        case Errno.isFolder: isFolder(path)
        case Errno.tooManyFiles, Errno.tooManyFilesOfAll:
            FileError(
                .readFailed, path: path, problem: "reading failed (\(Errno.message(code)))",
                advice: "let more files be open at once (ulimit -n), or run fewer jobs")
        default:
            FileError(
                .readFailed, path: path, problem: "reading failed (\(Errno.message(code)))",
                advice: "check the disk and try again")
        }
    }

    /// What a disk that fails is told of as, where a library passes on no more than that.
    package static func brokenReading(_ path: String) -> FileError { reading(path, errno: Errno.inputOutput) }

    /// The failure behind an `errno` of a system call on a folder that is listed.
    static func listing(_ path: String, errno code: Int32) -> FileError {
        switch code {
        case Errno.permission, Errno.access:
            FileError(
                .notPermitted, path: path, problem: "the folder may not be read",
                advice: "give yourself read permission")
        case Errno.noEntry, Errno.notFolder:
            FileError(.notFound, path: path, problem: "there is no such folder", advice: "check the name")
        default:
            FileError(
                .readFailed, path: path, problem: "the folder cannot be read (\(Errno.message(code)))",
                advice: "check the disk and try again")
        }
    }

    /// The failure behind an `errno` of a system call on a file that is written.
    static func writing(_ path: String, errno code: Int32) -> FileError {
        switch code {
        case Errno.noSpace, Errno.quota: full(path)
        case Errno.brokenPipe:
            FileError(
                .outputClosed, path: path, problem: "it was closed before everything was written",
                advice: "let its reader read to the end")
        case Errno.nameTooLong:
            FileError(
                .nameTooLong, path: path, problem: "it cannot be written (\(Errno.message(code)))",
                advice: "choose a shorter name")
        default:
            FileError(
                .cannotWrite, path: path, problem: "it cannot be written (\(Errno.message(code)))",
                advice: "choose a folder that you may write to")
        }
    }

    /// The failure behind an `errno` of making a folder.
    static func making(_ path: String, errno code: Int32) -> FileError {
        switch code {
        case Errno.noSpace, Errno.quota: full(path)
        default:
            FileError(
                .cannotWrite, path: path, problem: "the folder cannot be made (\(Errno.message(code)))",
                advice: "choose a folder that you may write to")
        }
    }

    package static func full(_ path: String) -> FileError {
        FileError(.diskFull, path: path, problem: "the disk is full", advice: "make room and run it again")
    }

    /// A task that was cancelled while it waited.
    static func interrupted(_ path: String) -> FileError {
        FileError(.interrupted, path: path, problem: "it was interrupted", advice: "start it again")
    }

    /// A name that is to be written to, behind which another file lies.
    static func leadsElsewhere(_ path: String) -> FileError {
        FileError(
            .cannotWrite, path: path,
            problem: "it is a link, or no ordinary file; what it leads to would be written over",
            advice: "remove it, or choose another folder")
    }

    static func isNoFolder(_ path: String) -> FileError {
        FileError(
            .cannotWrite, path: path, problem: "it is a file, not a folder",
            advice: "choose a folder that you may write to")
    }

    package static func isFolder(_ path: String) -> FileError {
        FileError(.isFolder, path: path, problem: "it is a folder", advice: "name the files in it")
    }
}
