// MemoSeries: memos one after another, for commands that show one kind of result: what fails costs a line, and nothing else.

import Capture
import Formats
import Pipeline

struct MemoSeries {
    private let files: [String]
    private let output: StandardOutput
    private let safeCells: Bool
    /// JSON of each memo, and of each failure in the place of one; `nil` where something else is printed.
    private var documents: DocumentList?
    private var shown = 0

    init(_ files: [String], output: StandardOutput, safeCells: Bool = true) {
        (self.files, self.output, self.safeCells) = (files, output, safeCells)
    }

    mutating func beginDocuments() { documents = DocumentList(output: output, isArray: files.count > 1) }

    /// - Parameter body: one memo. What it throws about the memo is told, and the next one comes.
    /// - Throws: `CommandFailure` at the end where a memo failed; whatever is wrong with standard output, at once.
    mutating func each(_ body: (String, inout MemoSeries) throws -> Void) throws {
        var failures = 0
        do {
            for file in files {
                try Task.checkCancellation()
                do {
                    try body(file, &self)
                } catch let error as CaptureError where error.isOfMemo {
                    StandardError.clearProgress()
                    StandardError.say(error)
                    failures += 1
                    try documents?.append { MemoFailure(error).write(to: &$0, naming: .path) }
                }
            }
            try documents?.end()
        } catch let error as CaptureError where error.code == .outputClosed {
            // Whoever has read enough needs no line about it; that a memo failed stays true.
            if failures == 0 { throw error }
        }
        try Self.end(failures, of: files.count)
    }

    /// Says how many memos failed, where there were several, and ends the command so.
    static func end(_ failures: Int, of memos: Int) throws {
        guard failures > 0 else { return }
        if memos > 1 { StandardError.note("\(failures) of \(counted(memos, "memo")) failed") }
        throw CommandFailure()
    }

    // MARK: What is shown of a memo

    mutating func append(_ write: (inout JSONWriter) -> Void) throws(CaptureError) { try documents?.append(write) }

    /// Of several memos each has a line before it that names it, and an empty one between.
    mutating func beginText(of memo: String) throws(CaptureError) {
        if files.count > 1 { try output.write("\(shown > 0 ? "\n" : "")memo\t\(memo.printable)\n") }
        shown += 1
    }

    mutating func write(text: String, of memo: String) throws(CaptureError) {
        try beginText(of: memo)
        try output.write(text)
    }

    /// A row of CSV: of several memos each has the name as its last column, and the header stands once.
    mutating func write(row: [String], isHeader: Bool, of memo: String) throws(CaptureError) {
        guard !isHeader || shown == 0 else { return }
        let name = isHeader ? "memo" : CSV.foreign(memo, isSafe: safeCells)
        try output.write(CSV.line(files.count > 1 ? row + [name] : row))
        if isHeader { shown += 1 }
    }
}

extension CaptureError {
    /// Whether other memos may do better.
    var isOfMemo: Bool { code != .interrupted && code != .outputClosed && path != StandardOutput.name }
}
