// MemoPlace: where something lies below a watched folder, told apart as files are.

import Capture

/// What stands before the key (see `MemoPlan.roots`), and the key. Equal by bytes: Strings are equal where an accent is
/// written in two ways, files are not.
struct MemoPlace: Hashable {
    let root: String
    let key: String

    var path: String { root + key }

    /// What stands before the names in it, if it is a folder.
    var pathOfNames: String { key.isEmpty ? root : path + "/" }

    /// A name in it, if it is a folder.
    func place(of name: String) -> MemoPlace {
        MemoPlace(root: root, key: key.isEmpty ? name : "\(key)/\(name)")
    }

    static func == (one: MemoPlace, other: MemoPlace) -> Bool {
        one.root.utf8.elementsEqual(other.root.utf8) && one.key.utf8.elementsEqual(other.key.utf8)
    }

    func hash(into hasher: inout Hasher) {
        for byte in root.utf8 { hasher.combine(byte) }
        for byte in key.utf8 { hasher.combine(byte) }
    }
}

extension MemoPlan {
    /// The folders that were walked.
    var folderPlaces: [MemoPlace] { folders.map { MemoPlace(root: roots[$0.root], key: $0.key) } }

    func place(of memo: PlannedMemo) -> MemoPlace { MemoPlace(root: roots[memo.root], key: memo.key) }
}
