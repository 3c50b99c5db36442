// OutputLibrary: the folder of a batch's results while a run has it: locked, its index open, its leftovers cleared away.

import Capture
import Files
import Pipeline

/// An output folder that nobody else writes to as long as this lives.
public final class OutputLibrary: Sendable {
    /// The folder as the user named it.
    public let folder: String
    public let index: LibraryIndex
    private let lock: FolderLock

    /// Makes the folder when it is not there, locks it, opens its index and clears away what a killed run left.
    /// - Throws: `busy` when another run has it; what making folders and opening the index throws.
    public init(folder: String) throws(CaptureError) {
        self.folder = folder
        try telling(Descriptor.makeFolder(folder))
        let lockPath = "\(folder)/\(ResultName.lock)"
        guard let lock = try telling(FolderLock(path: lockPath)) else {
            let holder = FolderLock.holder(of: lockPath).map { " (process \($0))" } ?? ""
            throw CaptureError(
                .busy, path: folder, problem: "another run\(holder) is writing its results there",
                advice: "wait until it has ended, or choose another output folder")
        }
        self.lock = lock
        index = try LibraryIndex.writing(in: folder)
        try clearRemovals()
        clearLoneFolder()
        removeLeftovers(in: folder)
    }

    /// Removes what was written under names that memos have no more.
    func clearRemovals() throws(CaptureError) {
        let names = try index.removals()
        guard !names.isEmpty else { return }
        for name in names {
            // A recording is nothing that a run wrote, whoever says so.
            guard !SoundSignature.hasSoundName(name), let path = OutputPath.inside(name, of: folder) else { continue }
            FolderListing.removeFile(path)
            removeEmptyFolders(above: name)
        }
        try index.forgetRemovals()
    }

    /// The memos whose file is gone from the disk.
    /// - Parameter folders: those below one of these folders are forgotten, with their results.
    /// - Returns: how many are left, and the names of those whose results were removed.
    func tidy(pruningBelow folders: [String]) throws(CaptureError) -> (gone: Int, pruned: [String]) {
        let gone = try index.gone()
        // One that failed has nothing that would be lost.
        let forgotten = gone.filter { !$0.hasResult || $0.lies(below: folders) }
        guard !forgotten.isEmpty else { return (gone.count, []) }
        try index.write { db in
            for memo in forgotten { try LibraryIndex.forget(memo.id, key: memo.key, formats: memo.formats, in: db) }
        }
        try clearRemovals()
        return (gone.count - forgotten.count, forgotten.filter(\.hasResult).map(\.key))
    }

    /// Folders in which no result is left.
    private func removeEmptyFolders(above name: String) {
        var rest = name.unicodeScalars[...]
        while let slash = rest.lastIndex(of: "/") {
            rest = rest[..<slash]
            guard FolderListing.removeFolder(path(String(rest))) else { return }
        }
    }

    /// Where a memo is worked on in a process of its own, a run with an output folder for itself.
    var loneFolder: String { path(ResultName.loneFolder) }

    func clearLoneFolder() {
        let entry = try? FolderListing.entry(ResultName.loneFolder, in: "\(folder)/")
        if let entry { Self.remove(entry, in: folder) }
    }

    /// Removes a file, or a folder with all that is in it; links are not followed.
    private static func remove(_ entry: FolderEntry, in folder: String) {
        let path = "\(folder)/\(entry.name)"
        guard entry.kind == .folder, !entry.isLink else { return FolderListing.removeFile(path) }
        for below in (try? FolderListing.entries(of: path)) ?? [] { remove(below, in: path) }
        _ = FolderListing.removeFolder(path)
    }

    /// A name below the folder.
    func path(_ name: String) -> String { "\(folder)/\(name)" }

    /// Files that a killed run had begun.
    private func removeLeftovers(in folder: String) {
        for entry in (try? FolderListing.entries(of: folder)) ?? [] where !entry.isLink {
            let path = "\(folder)/\(entry.name)"
            if entry.kind == .folder { removeLeftovers(in: path) }
            if entry.kind == .file && StagedFile.isAbandoned(entry.name) { FolderListing.removeFile(path) }
        }
    }
}
