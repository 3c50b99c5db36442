// FileList: names of files that another program lists, as `find -print0` does.

/// Reads a list whose names are ended by NULs where there is one at all, and by line breaks elsewhere.
public enum FileList {
    /// - Parameter path: a file, or `-` for standard input.
    public static func names(in path: String) throws(CaptureError) -> [String] {
        let descriptor = path == "-" ? Descriptor.standardInput() : try Descriptor.reading(path)
        if descriptor.status().kind == .folder { throw .isFolder(path) }
        var bytes: [UInt8] = []
        var piece = [UInt8](repeating: 0, count: 1 << 16)
        while true {
            let got = try descriptor.read(into: &piece, upTo: piece.count, path: path)
            if got == 0 { break }
            bytes.append(contentsOf: piece[..<got])
        }
        let end: UInt8 = bytes.contains(0) ? 0 : 0x0A
        return bytes.split(separator: end).map { FileName.text(Array($0)) }
    }
}
