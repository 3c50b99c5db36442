// Errno: the numbers by which the system says what is wrong, as far as Sonora tells them apart.

import Glibc

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
    static let interrupted = EINTR
    static let again = EAGAIN

    static func message(_ code: Int32) -> String { String(cString: strerror(code)).lowercased() }

    /// Whether nothing can lie under a name, which is an answer and no failure.
    static func isMissing(_ code: Int32) -> Bool { code == noEntry || code == notFolder }

    /// The same for what a link says: it may be the start of a circle, or longer than any name.
    static func leadsNowhere(_ code: Int32) -> Bool { isMissing(code) || code == ELOOP || code == nameTooLong }
}
