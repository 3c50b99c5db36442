// CaptureError: everything that can go wrong while sound comes in or goes out, in words a person can act on.

/// One failure of one file. `description` is a whole line: the file, what is wrong, what to do.
public struct CaptureError: Error, Sendable, Equatable, CustomStringConvertible {
    /// Stable names for programs; they appear as `code` in `failed` events.
    public enum Code: String, Sendable, CaseIterable {
        case notFound, isFolder, notPermitted, emptyFile, notAudio, noSamples, unsupported
        case readFailed, badRawFormat, interrupted, cannotWrite, diskFull, outputClosed
        /// The file was being written while it was read.
        case busy
        /// The program that decodes it could not be started, or was killed by somebody else.
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
}

extension String {
    /// The string on one line and safe on a terminal: control characters, and bytes of a name that are no text, are shown as
    /// escapes. So are the marks that turn the direction of writing, as they can disguise the rest of a line; letters
    /// written from right to left are shown as they are.
    public var printable: String {
        var out = ""
        for scalar in unicodeScalars {
            switch scalar {
            case "\n": out += "\\n"
            case "\t": out += "\\t"
            case "\r": out += "\\r"
            case "\0"..<" ", "\u{7F}"..."\u{9F}", "\u{2028}"..."\u{202E}", "\u{2066}"..."\u{2069}":
                out += "\\u{\(String(scalar.value, radix: 16))}"
            default:
                if let byte = FileName.byte(for: scalar) {
                    out += "\\x\(String(byte, radix: 16))"
                } else {
                    out.unicodeScalars.append(scalar)
                }
            }
        }
        return out
    }
}

extension CaptureError {
    /// The failure behind an `errno` of a system call on a file that is read.
    static func reading(_ path: String, errno code: Int32) -> CaptureError {
        switch code {
        case Errno.noEntry, Errno.notFolder:
            CaptureError(.notFound, path: path, problem: "there is no such file", advice: "check the name")
        case Errno.permission, Errno.access:
            CaptureError(
                .notPermitted, path: path, problem: "it may not be read", advice: "give yourself read permission")
        case Errno.isFolder: isFolder(path)
        case Errno.tooManyFiles, Errno.tooManyFilesOfAll:
            CaptureError(
                .readFailed, path: path, problem: "reading failed (\(Errno.message(code)))",
                advice: "let more files be open at once (ulimit -n), or run fewer jobs")
        default:
            CaptureError(
                .readFailed, path: path, problem: "reading failed (\(Errno.message(code)))",
                advice: "check the disk and try again")
        }
    }

    /// The failure behind an `errno` of a system call on a file that is written.
    static func writing(_ path: String, errno code: Int32) -> CaptureError {
        switch code {
        case Errno.noSpace, Errno.quota:
            CaptureError(.diskFull, path: path, problem: "the disk is full", advice: "make room and run it again")
        case Errno.brokenPipe:
            CaptureError(
                .outputClosed, path: path, problem: "it was closed before everything was written",
                advice: "let its reader read to the end")
        case Errno.nameTooLong:
            CaptureError(
                .cannotWrite, path: path, problem: "it cannot be written (\(Errno.message(code)))",
                advice: "give the memo a shorter name")
        default:
            CaptureError(
                .cannotWrite, path: path, problem: "it cannot be written (\(Errno.message(code)))",
                advice: "choose a folder that you may write to")
        }
    }

    /// The failure behind an `errno` of making a folder.
    static func making(_ path: String, errno code: Int32) -> CaptureError {
        switch code {
        case Errno.noSpace, Errno.quota: writing(path, errno: code)
        default:
            CaptureError(
                .cannotWrite, path: path, problem: "the folder cannot be made (\(Errno.message(code)))",
                advice: "choose a folder that you may write to")
        }
    }

    /// A helper that somebody else ended, mostly the system for want of memory.
    static func helperLost(_ path: String) -> CaptureError {
        CaptureError(
            .helperLost, path: path, problem: "the program that decoded it was killed",
            advice: "run it again when the machine has more memory to spare")
    }

    /// A name that is to be written to, behind which another file lies.
    static func leadsElsewhere(_ path: String) -> CaptureError {
        CaptureError(
            .cannotWrite, path: path,
            problem: "it is a link, or no ordinary file; what it leads to would be written over",
            advice: "remove it, or choose another folder")
    }

    static func isNoFolder(_ path: String) -> CaptureError {
        CaptureError(
            .cannotWrite, path: path, problem: "it is a file, not a folder",
            advice: "choose a folder that you may write to")
    }

    static func isFolder(_ path: String) -> CaptureError {
        CaptureError(.isFolder, path: path, problem: "it is a folder", advice: "name the audio files in it")
    }

    static func empty(_ path: String) -> CaptureError {
        CaptureError(
            .emptyFile, path: path, problem: "the file is empty (0 bytes)",
            advice: "nothing was recorded; delete it or copy it again")
    }
}
