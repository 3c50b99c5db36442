// SegmentSplitter: each stretch of a memo as an audio file of its own.

import Capture
import Files

struct SegmentSplitter {
    let folder: String
    let container: SoundFileWriter.Container

    /// Writes `NAME-001.wav` and so on, sample for sample. Each file appears when it is whole.
    /// - Returns: how many files were written.
    func split(_ path: String, table: SegmentTable) throws -> Int {
        try OutputFolder.make(folder)
        let source = try Memo(path: path, decoder: .thisProgram).open()
        let cutter = PieceCutter(source)
        let rate = Double(source.format.sampleRate)
        let name = OutputFolder.baseName(path)
        for (index, row) in table.rows.enumerated() {
            try Task.checkCancellation()
            let number = index + 1
            let digits = number < 10 ? "00\(number)" : number < 100 ? "0\(number)" : "\(number)"
            let writer = try SoundFileWriter(
                path: "\(folder)/\(name)-\(digits).\(container.rawValue)", container: container, like: source.format)
            let first = Int64((row.span.start * rate).rounded())
            let end = Int64((row.span.end * rate).rounded())
            try cutter.copy(frames: first..<max(first, end), to: writer)
            try writer.commit()
        }
        return table.rows.count
    }
}

/// Folders that results go to, and names in them. In scalars, as a slash or a dot and an accent after it are one character.
enum OutputFolder {
    /// Makes a folder, and those above it.
    static func make(_ path: String) throws(CaptureError) { try telling(Descriptor.makeFolder(path)) }

    /// The file's name without its folder.
    static func name(_ path: String) -> String {
        path == "-" ? "stdin" : path.unicodeScalars.split(separator: "/").last.map { String($0) } ?? "memo"
    }

    /// The file's name without its folder and its last extension.
    static func baseName(_ path: String) -> String {
        let name = name(path)
        let scalars = name.unicodeScalars
        guard let dot = scalars.lastIndex(of: "."), dot != scalars.startIndex else { return name }
        return String(scalars[..<dot])
    }
}
