// DescriptorReading: bytes that come out of a file, a pipe or a connection.

import Glibc

/// Where bytes come in as they are made: a pipe, or a program.
package protocol StreamInput: AnyObject {
    /// Reads what is there into `buffer` from `offset` on, up to `count` bytes; 0 at the end.
    /// - Parameter isEnding: whether nothing more is waited for.
    func read(
        into buffer: inout [UInt8], at offset: Int, upTo count: Int, until isEnding: () -> Bool
    ) throws(FileError) -> Int
}

extension Descriptor: StreamInput {
    /// Waits in steps of 100 ms, so that a cancelled task does not hang on a silent pipe, and ends where nothing comes
    /// any more once it is ending.
    package func read(
        into buffer: inout [UInt8], at offset: Int = 0, upTo count: Int, until isEnding: () -> Bool = { false }
    ) throws(FileError) -> Int {
        while true {
            if Task.isCancelled { throw .interrupted(path) }
            var waiting = pollfd(fd: number, events: Int16(POLLIN), revents: 0)
            // A writer that was stopped as well has its last words; one that goes on is not waited for.
            let isEnding = isEnding()
            let ready = poll(&waiting, 1, isEnding ? 20 : 100)
            if ready == 0 && isEnding { return 0 }
            if ready == 0 || (ready < 0 && errno == Errno.interrupted) { continue }
            let got = buffer.withUnsafeMutableBytes { bytes in
                Glibc.read(number, bytes.baseAddress.map { $0 + offset }, min(count, bytes.count - offset))
            }
            if got >= 0 { return got }
            if errno != Errno.interrupted && errno != Errno.again { throw .reading(path, errno: errno) }
        }
    }

    /// Bytes of a regular file, without moving in it; fewer only where it is shorter.
    package func bytes(at offset: Int64, count: Int) throws(FileError) -> [UInt8] {
        var failure: FileError?
        let bytes = [UInt8](unsafeUninitializedCapacity: count) { buffer, filled in
            do throws(FileError) {
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
    package func read(at offset: Int64, into buffer: UnsafeMutableRawBufferPointer) throws(FileError) -> Int {
        while true {
            let got = pread(number, buffer.baseAddress, buffer.count, Int(offset))
            if got >= 0 { return got }
            if errno != Errno.interrupted { throw .reading(path, errno: errno) }
        }
    }

    /// Reads what is there, once; 0 at the end.
    package func read(into buffer: UnsafeMutableRawBufferPointer) throws(FileError) -> Int {
        while true {
            let got = Glibc.read(number, buffer.baseAddress, buffer.count)
            if got >= 0 { return got }
            if errno != Errno.interrupted { throw .reading(path, errno: errno) }
        }
    }

    /// The same into an array.
    func read(into buffer: inout [UInt8]) throws(FileError) -> Int {
        while true {
            let got = Glibc.read(number, &buffer, buffer.count)
            if got >= 0 { return got }
            if errno != Errno.interrupted { throw .reading(path, errno: errno) }
        }
    }

    /// Whether something can be read without waiting.
    func hasBytes() -> Bool {
        var waiting = pollfd(fd: number, events: Int16(POLLIN), revents: 0)
        return poll(&waiting, 1, 0) > 0 && waiting.revents & Int16(POLLIN) != 0
    }

    /// Waits, where there is nothing to wait on.
    package static func pause(milliseconds: Int32) { _ = poll(nil, 0, milliseconds) }
}
