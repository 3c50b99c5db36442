// OutputOption: a folder for the results of each memo, in which nothing is replaced unseen.

import ArgumentParser
import Capture
import Files
import Formats

struct OutputOption: ParsableArguments {
    @Option(
        name: [.short, .long],
        help: ArgumentHelp(
            "Write a file for each memo and format into this folder, as NAME.segments.srt, and print nothing.",
            valueName: "folder"))
    var output: String?

    @Flag(help: "With --output: replace files that are there.")
    var replace = false

    func validate() throws {
        if replace && output == nil {
            throw ValidationError("--replace is for --output; without it nothing is written.")
        }
    }

    /// What several memos and several formats ask of the options.
    /// - Parameter holdsMany: whether a format can tell of several memos in one document.
    func check(_ files: [String], formats: [String], holdsMany: (String) -> Bool) throws {
        try OutputFolder.checkStreams(files)
        guard output == nil else { return try OutputFolder.checkNames(files) }
        if formats.count > 1 {
            throw ValidationError("Several formats are several files; name a folder for them: --output FOLDER")
        }
        if files.count > 1, let format = formats.first(where: { !holdsMany($0) }) {
            throw ValidationError(
                "A document in \(format) is of one memo; name a folder for those of several: --output FOLDER")
        }
    }

    /// Writes the files of a memo, all of which get their names when they are whole.
    /// - Parameter suffixes: what their names end in, behind the memo's whole name.
    func files(_ memo: String, suffixes: [String]) throws(CaptureError) -> [StagedFile] {
        guard let folder = output else { return [] }
        try OutputFolder.make(folder)
        var files: [StagedFile] = []
        for suffix in suffixes {
            let path = "\(folder)/\(MemoName.whole(memo))\(suffix)"
            if !replace && Memo(path: path).exists {
                throw CaptureError(
                    .cannotWrite, path: memo, problem: "\(path) is there already",
                    advice: "give another folder, or --replace")
            }
            files.append(try telling(StagedFile(path: path)))
        }
        return files
    }
}

/// Folders that results go to, and what of several results may be asked of one.
enum OutputFolder {
    /// Makes a folder, and those above it.
    static func make(_ path: String) throws(CaptureError) { try telling(Descriptor.makeFolder(path)) }

    /// Standard input can be read once.
    static func checkStreams(_ files: [String]) throws {
        if files.count(where: { $0 == "-" }) > 1 { throw ValidationError("Standard input can be read only once.") }
    }

    /// By their bytes: Strings are equal where an accent is written in two ways, files are not.
    static func checkNames(_ files: [String], name: (String) -> String = MemoName.whole) throws {
        let names = Dictionary(grouping: files, by: { FileName.bytes(of: name($0)) })
        guard let clash = names.first(where: { $0.value.count > 1 }) else { return }
        let files = clash.value.map(\.printable).joined(separator: " and ")
        throw ValidationError("\(files) would write the same result; process them separately.")
    }
}
