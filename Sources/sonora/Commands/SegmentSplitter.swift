// SegmentSplitter: each stretch of a memo as an audio file of its own.

import Capture
import Files
import Formats

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
        let name = MemoName.base(path)
        for (index, row) in table.rows.enumerated() {
            try Task.checkCancellation()
            let writer = try SoundFileWriter(
                path: "\(folder)/\(name)-\(Numbers.padded(index + 1, to: 3)).\(container.rawValue)",
                container: container, like: source.format)
            let first = Int64((row.span.start * rate).rounded())
            let end = Int64((row.span.end * rate).rounded())
            try cutter.copy(frames: first..<max(first, end), to: writer)
            try writer.commit()
        }
        return table.rows.count
    }
}
