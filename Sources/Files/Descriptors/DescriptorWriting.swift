// DescriptorWriting: bytes that go out, and the names that files get and lose.

import Glibc

extension Descriptor {
    /// Writes all of `elements`, or the first `count` of them.
    package func write<Element: BitwiseCopyable>(
        _ elements: [Element], count: Int? = nil, path: String
    ) throws(FileError) {
        let bytes = (count ?? elements.count) * MemoryLayout<Element>.stride
        var done = 0
        while done < bytes {
            let wrote = elements.withUnsafeBytes { Glibc.write(number, $0.baseAddress! + done, bytes - done) }
            if wrote < 0 {
                if errno == Errno.interrupted { continue }
                throw .writing(path, errno: errno)
            }
            done += wrote
        }
    }

    /// Sends all of it to the other end of a connection; `false` when nobody is there any more.
    package func send(_ bytes: [UInt8]) -> Bool {
        var done = 0
        while done < bytes.count {
            let sent = bytes.withUnsafeBytes {
                Glibc.send(number, $0.baseAddress.map { $0 + done }, bytes.count - done, Int32(MSG_NOSIGNAL))
            }
            if sent < 0 && errno == Errno.interrupted { continue }
            if sent <= 0 { return false }
            done += sent
        }
        return true
    }

    func sync(path: String) throws(FileError) {
        // A pipe or a device cannot be synced (EINVAL); that is no failure.
        if fsync(number) != 0 && errno != EINVAL { throw .writing(path, errno: errno) }
    }

    static func rename(_ from: String, to: String) throws(FileError) {
        if Glibc.rename(FileName.systemText(from), FileName.systemText(to)) != 0 { throw .writing(to, errno: errno) }
    }

    static func remove(_ path: String) { _ = unlink(FileName.systemText(path)) }

    /// Makes a folder and those above it; what is there already is left as it is.
    package static func makeFolder(_ path: String) throws(FileError) {
        let scalars = path.unicodeScalars
        let ends = scalars.indices.filter { $0 > scalars.startIndex && scalars[$0] == "/" } + [scalars.endIndex]
        var failure = Errno.exists
        for end in ends where mkdir(FileName.systemText(String(scalars[..<end])), 0o777) != 0 {
            // What failed first is the reason of what fails after it.
            if failure == Errno.exists { failure = errno }
        }
        switch FileStatus(of: path)?.kind {
        case .folder: break
        case nil: throw .making(path, errno: failure)
        case .regular, .stream: throw .isNoFolder(path)
        }
    }
}
