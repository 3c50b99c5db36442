// MemoPlan: what a run will look at, before anything is read.

import Capture
import Files

/// A recording that a walk found.
public struct PlannedMemo: Sendable {
    /// Its name below the output folder, as `FileName` tells it: what the index knows it by.
    public let key: String
    /// Which of the plan's roots it lies under.
    let root: Int
    public let stamp: FileStamp
}

/// The recordings of a run, in the order they are worked on. A hundred bytes and its name for each.
public struct MemoPlan: Sendable {
    public internal(set) var memos: [PlannedMemo] = []
    /// How many names were left aside, and why.
    public internal(set) var skipped: [SkipReason: Int] = [:]
    /// Named files that are not there, and folders that cannot be read.
    public internal(set) var failures: [CaptureError] = []
    /// The folders that were walked, for those who watch them.
    var folders: [PlannedFolder] = []
    /// What stands before a key to make a path: empty, or ending in a slash.
    var roots: [String] = []

    /// Bytes of all recordings.
    public var bytes: Int64 { memos.reduce(0) { $0 + $1.stamp.bytes } }

    /// The path to open a recording by.
    public func path(of memo: PlannedMemo) -> String { roots[memo.root] + memo.key }
}

/// A folder that was walked: one of the plan's roots, and the way from there; empty for the root itself.
struct PlannedFolder {
    let root: Int
    let key: String
}

/// Two recordings whose results would have one name. Nothing has been done yet when it is thrown.
public struct PlanCollision: Error, Sendable, Equatable, CustomStringConvertible {
    public let first: String
    public let second: String

    public var description: String {
        "\(first.printable) and \(second.printable) would write the same result; name the folder above both, "
            + "or give each an output folder of its own"
    }
}
