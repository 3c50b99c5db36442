// OutputFiles: the files of one memo, written beside their places; see StagedFile.

import Capture
import Files
import Pipeline

/// A result document that waits for its name, and what the index keeps of it.
struct StagedDocument: Sendable {
    let file: StagedFile
    let hash: String
    let bytes: Int64
    /// Where it goes on after what it says about the file.
    let tail: Int

    /// Puts it in its place.
    func commit() throws(CaptureError) -> DocumentFacts {
        try telling(file.commit())
        return DocumentFacts(bytes: bytes, modified: FileStamp(of: file.path)?.modified ?? 0, hash: hash, tail: tail)
    }
}

struct OutputFiles {
    let folder: String
    let key: String

    func stageDocument(of result: MemoResult) throws(CaptureError) -> StagedDocument {
        var writer = try DocumentBytes(stage(ResultName.document(key)))
        let drain = ByteDrain { (bytes) throws(CaptureError) in try writer.write(bytes) }
        var json = JSONWriter { drain.take(&$0) }
        result.write(to: &json)
        json.endLine()
        try drain.check()
        return writer.document(tail: result.head.documentStart().count)
    }

    /// The document of a memo with the same sound as another one: its own head, and the rest as it stands there.
    func stageDocument(_ head: MemoHead, like sound: KnownSound) throws(CaptureError) -> StagedDocument {
        var writer = try DocumentBytes(stage(ResultName.document(key)))
        let start = head.documentStart()
        try writer.write(start)
        let path = "\(folder)/\(ResultName.document(sound.key))"
        let source = try telling(FilePieces(path, from: Int64(sound.document.tail)))
        while let piece = try telling(source.next()) { try writer.write(piece) }
        return writer.document(tail: start.count)
    }

    func stage(_ format: ExtraFormat, of result: MemoResult) throws(CaptureError) -> StagedFile {
        let file = try stage(key + format.suffix)
        try format.write(result, file)
        return file
    }

    func stageCopy(of old: String, as new: String) throws(CaptureError) -> StagedFile {
        try stageCopy(ofPath: "\(folder)/\(old)", as: new)
    }

    func stageCopy(ofPath path: String, as new: String) throws(CaptureError) -> StagedFile {
        let file = try stage(new)
        let source = try telling(FilePieces(path, from: 0))
        while let piece = try telling(source.next()) { try telling(file.write(piece)) }
        return file
    }

    private func stage(_ name: String) throws(CaptureError) -> StagedFile {
        let path = "\(folder)/\(name)"
        try telling(PlainFile.check(foldersOf: name, below: folder))
        let scalars = path.unicodeScalars
        if let slash = scalars.lastIndex(of: "/") {
            let parent = String(scalars[..<slash])
            if FolderListing.isMissing(parent) { try telling(Descriptor.makeFolder(parent)) }
        }
        return try telling(StagedFile(path: path))
    }
}

/// Bytes on their way into a document, counted and hashed.
private struct DocumentBytes: ~Copyable {
    private let file: StagedFile
    private var hash = ContentHash()
    private var count: Int64 = 0

    init(_ file: StagedFile) { self.file = file }

    mutating func write(_ bytes: [UInt8]) throws(CaptureError) {
        try telling(file.write(bytes))
        hash.update(bytes[...])
        count += Int64(bytes.count)
    }

    func document(tail: Int) -> StagedDocument {
        StagedDocument(file: file, hash: hash.text, bytes: count, tail: tail)
    }
}
