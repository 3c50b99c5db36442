// CaptureError: everything that can go wrong while sound comes in or goes out, in words a person can act on.

import Files

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

extension CaptureError {
    /// What the system refused, as a failure of a memo or of what is written about it.
    public init(_ error: FileError) {
        let (code, advice): (Code, String) =
            switch error.code {
            case .notFound: (.notFound, error.advice)
            case .isFolder: (.isFolder, "name the audio files in it")
            case .notPermitted: (.notPermitted, error.advice)
            case .readFailed: (.readFailed, error.advice)
            case .interrupted: (.interrupted, error.advice)
            case .cannotWrite: (.cannotWrite, error.advice)
            case .nameTooLong: (.cannotWrite, "give the memo a shorter name")
            case .diskFull: (.diskFull, error.advice)
            case .outputClosed: (.outputClosed, error.advice)
            case .helperLost: (.helperLost, error.advice)
            }
        self.init(code, path: error.path, problem: error.problem, advice: advice)
    }

    /// A helper that somebody else ended, mostly the system for want of memory.
    static func helperLost(_ path: String) -> CaptureError {
        CaptureError(
            .helperLost, path: path, problem: "the program that decoded it was killed",
            advice: "run it again when the machine has more memory to spare")
    }

    static func isFolder(_ path: String) -> CaptureError { CaptureError(FileError.isFolder(path)) }

    static func empty(_ path: String) -> CaptureError {
        CaptureError(
            .emptyFile, path: path, problem: "the file is empty (0 bytes)",
            advice: "nothing was recorded; delete it or copy it again")
    }
}

/// The one way from a failure of `Files` to one of `Capture`: around each call that may fail.
public func telling<Value>(_ body: @autoclosure () throws(FileError) -> Value) throws(CaptureError) -> Value {
    do {
        return try body()
    } catch {
        throw CaptureError(error)
    }
}
