// FilePieces: a file as bytes, a piece at a time.

/// Reads a file from a place on to its end.
package final class FilePieces {
    private static let pieceBytes = 1 << 16

    private let descriptor: Descriptor
    private var position: Int64

    package init(_ path: String, from position: Int64) throws(FileError) {
        descriptor = try Descriptor.reading(path)
        self.position = position
    }

    /// `nil` at the end.
    package func next() throws(FileError) -> [UInt8]? {
        let piece = try descriptor.bytes(at: position, count: Self.pieceBytes)
        position += Int64(piece.count)
        return piece.isEmpty ? nil : piece
    }
}
