// RecordSources: recorded memos from whatever a person names: an output folder, files, standard input.

import Capture
import Files
import Library

/// What a file is, its content says, not its name.
public enum RecordSources {
    private static let endings = [".sonora.json", ".ndjson"]
    private static let sqlite = Array("SQLite format 3\0".utf8)

    /// All memos that are recorded in the sources, in their order. A file that is named twice, in whatever way, is read once.
    /// - Parameter note: takes what a person should know and what is no failure.
    public static func read(
        _ paths: [String], note: (String) -> Void = { _ in }
    ) throws(CaptureError) -> [RecordedMemo] {
        var records: [RecordedMemo] = []
        var known: Set<FileIdentity> = []
        for path in paths { records += try read(path, &known, note: note) }
        return records
    }

    private static func read(
        _ path: String, _ known: inout Set<FileIdentity>, note: (String) -> Void
    ) throws(CaptureError) -> [RecordedMemo] {
        if path != "-", try telling(FolderEntry(path: path))?.kind == .folder {
            return try readFolder(path, &known, note: note)
        }
        guard isNew(path, &known, note: note) else { return [] }
        let source = try telling(ByteStream(path))
        if try telling(source.start(count: sqlite.count)) == sqlite {
            return try IndexRecords.read(folder(of: path), note: note)
        }
        return try JSONRecords.read(source, note: note)
    }

    private static func isNew(_ path: String, _ known: inout Set<FileIdentity>, note: (String) -> Void) -> Bool {
        guard path != "-", let identity = FileIdentity(of: path), !known.insert(identity).inserted else { return true }
        note("\(path): this file was named before and counts once")
        return false
    }

    private static func readFolder(
        _ folder: String, _ known: inout Set<FileIdentity>, note: (String) -> Void
    ) throws(CaptureError) -> [RecordedMemo] {
        guard let records = try recordsBelow(folder, &known, note: note) else {
            throw CaptureError(
                .notFound, path: folder,
                problem:
                    "it holds neither an index (\(ResultName.index)) nor \(endings.map { "*\($0)" }.joined(separator: " or "))",
                advice: "name the output folder of: sonora batch")
        }
        return records
    }

    /// What a folder and those in it hold; `nil` where that is nothing. The index knows all that the documents beside and
    /// below it say. Links to folders are not followed, as they may go round in circles.
    private static func recordsBelow(
        _ folder: String, _ known: inout Set<FileIdentity>, note: (String) -> Void
    ) throws(CaptureError) -> [RecordedMemo]? {
        let entries = try telling(FolderListing.entries(of: folder))
        if entries.contains(where: { $0.name == ResultName.index && $0.kind == .file }) {
            guard isNew("\(folder)/\(ResultName.index)", &known, note: note) else { return [] }
            return try IndexRecords.read(folder, note: note)
        }
        var records: [RecordedMemo]?
        // Where process has written both, the document and the events are of the same memo.
        let documents = Set(entries.map { FileName.bytes(of: $0.name) })
        func isTold(_ name: String) -> Bool {
            let bytes = FileName.bytes(of: name)
            let ending = Array(".sonora.ndjson".utf8)
            return bytes.suffix(ending.count) == ending[...]
                && documents.contains(bytes.dropLast("ndjson".utf8.count) + Array("json".utf8))
        }
        for entry in entries where !isTold(entry.name) {
            let path = "\(folder)/\(entry.name)"
            if let failure = entry.failure, isRecord(entry.name) { throw CaptureError(failure) }
            if entry.kind == .folder, !entry.isLink {
                guard let below = try recordsBelow(path, &known, note: note) else { continue }
                records = (records ?? []) + below
            } else if entry.kind == .file, isRecord(entry.name) {
                let isNew = isNew(path, &known, note: note)
                records = try (records ?? []) + (isNew ? JSONRecords.read(telling(ByteStream(path)), note: note) : [])
            }
        }
        return records
    }

    private static func isRecord(_ name: String) -> Bool {
        endings.contains { name.utf8.reversed().starts(with: $0.utf8.reversed()) }
    }

    /// In scalars, as a slash and an accent after it are one character.
    private static func folder(of path: String) -> String {
        let scalars = path.unicodeScalars
        guard let slash = scalars.lastIndex(of: "/") else { return "." }
        return slash == scalars.startIndex ? "/" : String(scalars[..<slash])
    }
}
