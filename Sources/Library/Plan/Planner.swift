// Planner: walks folders and finds the recordings in them. Nothing is decoded; most files are not even opened.

import Capture
import Files

/// Makes a plan. Links are followed once, after everything that is no link, so that a recording is known by its own name.
public struct Planner {
    private let filter: MemoFilter
    private let onSkip: (String, SkipReason) -> Void
    private let output: FileIdentity?
    private var plan = MemoPlan()
    private var folders: Set<FileIdentity> = []
    private var files: Set<FileIdentity> = []
    /// Files that were named themselves.
    private var named: Set<FileIdentity> = []
    private var links: [Place] = []

    /// A name on the way: the root it is below, its key, and what it leads to.
    private struct Place {
        var root: Int
        var key: String
        var entry: FolderEntry
    }

    /// - Parameters:
    ///   - output: the folder of the results, which is left alone when the walk meets it.
    ///   - onSkip: told of each name that is left aside.
    public init(
        filter: MemoFilter = MemoFilter(), output: String? = nil,
        onSkip: @escaping (String, SkipReason) -> Void = { _, _ in }
    ) {
        self.filter = filter
        self.output = output.flatMap(FileIdentity.init(of:))
        self.onSkip = onSkip
    }

    /// The recordings in folders, and files that are named themselves.
    /// - Parameter names: folders are walked; files are taken whatever they look like.
    /// - Throws: `PlanCollision`; `CancellationError`.
    public static func plan(
        _ names: some Sequence<String>, filter: MemoFilter = MemoFilter(), output: String? = nil,
        onSkip: @escaping (String, SkipReason) -> Void = { _, _ in }
    ) throws -> MemoPlan {
        var planner = Planner(filter: filter, output: output, onSkip: onSkip)
        try planner.takeAll(names)
        try planner.checkCollisions()
        return planner.plan
    }

    /// The same folders once more, for a run that goes on: two memos of one name are left to the caller.
    /// - Throws: `CancellationError`.
    static func look(at folders: [String], filter: MemoFilter, output: String) throws -> MemoPlan {
        var planner = Planner(filter: filter, output: output)
        try planner.takeAll(folders)
        return planner.plan
    }

    private mutating func takeAll(_ names: some Sequence<String>) throws {
        for name in names { try take(name) }
        try followLinks()
    }

    private mutating func take(_ name: String) throws {
        let found: FolderEntry?
        do {
            found = try FolderEntry(path: name)
        } catch {
            plan.failures.append(CaptureError(error))
            return
        }
        guard let entry = found else {
            plan.failures.append(
                CaptureError(
                    .notFound, path: name, problem: "there is no such file or folder", advice: "check the name"))
            return
        }
        switch entry.kind {
        case .folder: try walkRoot(name, entry)
        case .file:
            let (root, key) = Self.place(ofFile: name)
            add(Place(root: number(ofRoot: root), key: key, entry: entry), isNamed: true)
        default:
            plan.failures.append(
                CaptureError(
                    .unsupported, path: name, problem: "it is neither a file nor a folder",
                    advice: "read a stream with: sonora process"))
        }
    }

    private mutating func number(ofRoot root: String) -> Int {
        if let last = plan.roots.indices.last, plan.roots[last] == root { return last }
        plan.roots.append(root)
        return plan.roots.count - 1
    }

    // MARK: Walking

    private mutating func walkRoot(_ name: String, _ entry: FolderEntry) throws {
        guard folders.insert(entry.identity).inserted else { return skip(name, .metBefore) }
        let isClosed = name.unicodeScalars.last == "/"
        plan.roots.append(isClosed ? name : name + "/")
        try walk(root: plan.roots.count - 1, key: "")
    }

    private mutating func walk(root: Int, key folder: String) throws {
        try Task.checkCancellation()
        let path = plan.roots[root] + folder
        let entries: [FolderEntry]
        do {
            entries = try FolderListing.entries(of: path)
        } catch {
            plan.failures.append(CaptureError(error))
            return
        }
        plan.folders.append(PlannedFolder(root: root, key: folder))
        for entry in entries {
            let key = folder.isEmpty ? entry.name : "\(folder)/\(entry.name)"
            let place = Place(root: root, key: key, entry: entry)
            if MemoFilter.isHidden(entry.name) {
                skip(plan.roots[root] + key, .hidden)
            } else if entry.isLink {
                links.append(place)
            } else {
                try visit(place)
            }
        }
    }

    private mutating func visit(_ place: Place) throws {
        let path = plan.roots[place.root] + place.key
        if let failure = place.entry.failure {
            plan.failures.append(CaptureError(failure))
            return
        }
        switch place.entry.kind {
        case .folder:
            if place.entry.identity == output { return skip(path, .output) }
            if filter.excludes(place.key) { return skip(path, .excluded) }
            guard folders.insert(place.entry.identity).inserted else { return skip(path, .metBefore) }
            try walk(root: place.root, key: place.key)
        case .file:
            if let reason = filter.reasonToSkip(place.entry, key: place.key, path: path) { return skip(path, reason) }
            add(place)
        case .other: skip(path, .notAudio)
        case nil: skip(path, .brokenLink)
        }
    }

    private mutating func followLinks() throws {
        var next = 0
        // Folders behind links may hold further links.
        while next < links.count {
            let place = links[next]
            next += 1
            if place.entry.kind == .file && files.contains(place.entry.identity) {
                skip(plan.roots[place.root] + place.key, .metBefore)
            } else {
                try visit(place)
            }
        }
    }

    /// - Parameter isNamed: whether the file was named itself. Of files that are found, two names of one are two memos.
    private mutating func add(_ place: Place, isNamed: Bool = false) {
        let isNew = files.insert(place.entry.identity).inserted
        guard isNew || !(isNamed || named.contains(place.entry.identity)) else {
            return skip(plan.roots[place.root] + place.key, .metBefore)
        }
        if isNamed { named.insert(place.entry.identity) }
        plan.memos.append(PlannedMemo(key: place.key, root: place.root, stamp: place.entry.stamp))
    }

    private mutating func skip(_ path: String, _ reason: SkipReason) {
        plan.skipped[reason, default: 0] += 1
        onSkip(path, reason)
    }

    // MARK: Names

    /// Where a named file's result goes: below the current folder its own path, elsewhere the whole path from `/` on. So
    /// no two files share a name.
    private static func place(ofFile name: String) -> (root: String, key: String) {
        let parts = name.unicodeScalars.split(separator: "/").map { String($0) }
        // Behind a link, the folder above is another than the one before the slash.
        let path = parts.contains("..") ? FolderListing.realPath(name) ?? name : name
        let key = path.unicodeScalars.split(separator: "/").map { String($0) }.filter { $0 != "." }
        return (path.unicodeScalars.first == "/" ? "/" : "", key.joined(separator: "/"))
    }

    private func checkCollisions() throws {
        guard plan.roots.count > 1 else { return }
        // By bytes: Strings are equal where an accent is written in two ways, files are not.
        var seen: [[UInt8]: Int] = [:]
        for (index, memo) in plan.memos.enumerated() {
            if let other = seen.updateValue(index, forKey: FileName.bytes(of: memo.key)) {
                throw PlanCollision(first: plan.path(of: plan.memos[other]), second: plan.path(of: memo))
            }
        }
    }
}
