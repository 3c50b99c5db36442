// FileList: names of files that another program lists, as `find -print0` does.

/// Reads a list whose names are ended by NULs where there is one at all, and by line breaks elsewhere.
public enum FileList {
    /// - Parameter path: a file, or `-` for standard input.
    public static func names(in path: String) throws(FileError) -> [String] {
        let descriptor = path == "-" ? Descriptor.standardInput() : try Descriptor.reading(path)
        if try descriptor.status().kind == .folder { throw .isFolder(path) }
        var bytes: [UInt8] = []
        var piece = [UInt8](repeating: 0, count: 1 << 16)
        while true {
            let got = try descriptor.read(into: &piece, upTo: piece.count)
            if got == 0 { break }
            bytes.append(contentsOf: piece[..<got])
        }
        if bytes.contains(0) { return bytes.split(separator: 0).map { FileName.text(Array($0)) } }
        // Lists from elsewhere may end their lines with two characters.
        return bytes.split(separator: 0x0A).map { $0.last == 0x0D ? $0.dropLast() : $0 }.filter { !$0.isEmpty }
            .map { FileName.text(Array($0)) }
    }
}
