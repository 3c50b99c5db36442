// MemoFiles: the files that process writes for a memo. They never take the place of another memo's without being asked to.

import Capture
import Files
import Formats
import Foundation
import Pipeline

struct MemoFiles {
    /// What tells the files of the further formats what happens.
    let sinks: [any EventSink]
    private let document: String
    /// How many frames the result before was of, under the same name.
    private let framesBefore: Int?
    private let further: [(file: StagedFile, output: StagedOutput)]

    /// - Parameter formats: the first is printed; of the further ones each has a file.
    /// - Throws: where a result is there that is of another memo, and `replaces` does not allow it.
    init(
        of memo: String, in folder: String, formats: [EventFormat], replaces: Bool
    ) throws(CaptureError) {
        let start = "\(folder)/\(MemoName.whole(memo)).sonora"
        let head = try Self.head(of: "\(start).json")
        if !replaces, let head { try Self.check("\(start).json", head, isOf: memo) }
        framesBefore = replaces ? nil : head.flatMap(Self.frames)
        document = "\(start).json"
        var (sinks, further): ([any EventSink], [(StagedFile, StagedOutput)]) = ([], [])
        for format in formats.dropFirst() where format != .json {
            let file = try telling(StagedFile(path: "\(start).\(format == .text ? "txt" : "ndjson")"))
            let output = StagedOutput(file)
            further.append((file, output))
            sinks.append(format == .text ? MemoLines(output: output) : EventLines(output: output))
        }
        (self.sinks, self.further) = (sinks, further)
    }

    func commit(_ result: MemoResult) throws(CaptureError) {
        let staged = try telling(StagedFile(path: document))
        let output = StagedOutput(staged)
        try output.write(json: result.write)
        try output.flush()
        for (file, output) in further {
            try output.flush()
            try telling(file.commit())
        }
        try telling(staged.commit())
        // The same name in another working folder may be another memo; so may one that was recorded anew.
        if let framesBefore, framesBefore != result.measurements.frames {
            StandardError.note(
                "\(document): it took the place of an older result of this name, of a sound of another length")
        }
    }

    // MARK: Whose result is there

    /// A result names its memo at its start; what does not is none, and may be replaced.
    private static func check(_ path: String, _ head: [UInt8], isOf memo: String) throws(CaptureError) {
        guard let name = memoName(in: head) else { return }
        if memo != "-" {
            if name == FileName.display(memo) || name == FileName.escaped(memo) { return }
            if let known = FolderListing.realPath(name), known == FolderListing.realPath(memo) { return }
        }
        throw CaptureError(
            .cannotWrite, path: memo,
            problem: name == "-"
                ? "\(path) is the result of an earlier stream" : "\(path) is the result of \(name), another memo",
            advice: "give another --output, or replace it with --replace")
    }

    private static func head(of path: String) throws(CaptureError) -> [UInt8]? {
        guard Memo(path: path).isRegularFile else { return nil }
        return try telling(FilePieces(path, from: 0).next())
    }

    private static func frames(in start: [UInt8]) -> Int? {
        guard memoName(in: start) != nil, let place = start.firstRange(of: "\"frames\":".utf8) else { return nil }
        return Int(String(decoding: start[place.upperBound...].prefix { (0x30...0x39).contains($0) }, as: UTF8.self))
    }

    private static func memoName(in start: [UInt8]) -> String? {
        let head = Array("{\"schemaVersion\":\(MemoResult.schemaVersion),\"memo\":{\"path\":".utf8)
        guard start.starts(with: head) else { return nil }
        var text: [UInt8] = []
        var isEscaped = false
        for byte in start[head.count...] {
            text.append(byte)
            if text.count > 1 && byte == UInt8(ascii: "\"") && !isEscaped {
                return try? JSONDecoder().decode(String.self, from: Data(text))
            }
            isEscaped = byte == UInt8(ascii: "\\") && !isEscaped
        }
        return nil
    }
}
