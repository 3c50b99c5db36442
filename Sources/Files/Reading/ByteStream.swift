// ByteStream: the bytes of a file, a pipe or standard input, one piece after the other.

/// Gives pieces until there are no more. A cancelled task does not hang on a silent pipe.
package final class ByteStream {
    private static let pieceBytes = 1 << 16

    package let path: String
    private let descriptor: Descriptor
    private var piece = [UInt8](repeating: 0, count: pieceBytes)
    private var hasEnded = false
    /// What was looked at and is still to be given.
    private var ahead: [UInt8] = []

    /// - Parameter path: a file, or `-` for standard input.
    package init(_ path: String) throws(FileError) {
        self.path = path
        descriptor = path == "-" ? Descriptor.standardInput() : try Descriptor.reading(path)
        if try descriptor.status().kind == .folder { throw .isFolder(path) }
    }

    /// The first bytes, or as many as there are, which are given again by `next()`. To be asked for before that.
    package func start(count: Int) throws(FileError) -> [UInt8] {
        while ahead.count < count, let more = try read() { ahead += more }
        return Array(ahead.prefix(count))
    }

    /// At least one byte; `nil` at the end, and from then on.
    package func next() throws(FileError) -> [UInt8]? {
        guard ahead.isEmpty else {
            defer { ahead = [] }
            return ahead
        }
        return try read()
    }

    private func read() throws(FileError) -> [UInt8]? {
        guard !hasEnded else { return nil }
        let count = try descriptor.read(into: &piece, upTo: Self.pieceBytes)
        hasEnded = count == 0
        return hasEnded ? nil : Array(piece[..<count])
    }
}
