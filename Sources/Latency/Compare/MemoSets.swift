// MemoSets: which memos two measurements are of: a comparison means what it says where they are the same.

/// The memos on both sides, by name. Where all of one side lie in another folder than those of the other, as on another
/// machine, the folder is no difference.
public struct MemoSets: Sendable, Equatable {
    /// Memos of now, each counted once.
    public let count: Int
    public let both: Int
    /// Sorted.
    public let onlyBefore: [String]
    public let onlyAfter: [String]

    public init(_ records: [RecordedMemo], baseline: [RecordedMemo]) {
        let (before, after) = (Set(baseline.map(\.memo)), Set(records.map(\.memo)))
        let (shortBefore, shortAfter) = (Self.withoutFolder(before), Self.withoutFolder(after))
        let areNearer =
            shortBefore.symmetricDifference(shortAfter).count < before.symmetricDifference(after).count
        let (left, right) = areNearer ? (shortBefore, shortAfter) : (before, after)
        count = after.count
        both = left.intersection(right).count
        onlyBefore = left.subtracting(right).sorted()
        onlyAfter = right.subtracting(left).sorted()
    }

    public var areSame: Bool { onlyBefore.isEmpty && onlyAfter.isEmpty }

    /// What a person should know; `nil` where both are of the same memos.
    public var difference: String? {
        guard !areSame else { return nil }
        let parts = [("the baseline", onlyBefore), ("this measurement", onlyAfter)].filter { !$0.1.isEmpty }.map {
            "\($1.count) only in \($0) (\($1.prefix(3).map(Self.end).joined(separator: ", "))\($1.count > 3 ? ", …" : ""))"
        }
        return
            "the memos are not the same: \(parts.joined(separator: ", ")), \(both) in both; what moved may be the memos"
    }

    private static func end(_ name: String) -> String { name.count > 40 ? "…\(name.suffix(39))" : name }

    /// Names behind the folders that all of them begin with.
    private static func withoutFolder(_ names: Set<String>) -> Set<String> {
        guard var shared = names.first.map({ Array($0.utf8) }) else { return names }
        for name in names {
            let same = zip(shared, name.utf8).prefix { $0 == $1 }.count
            shared.removeSubrange(same...)
        }
        // In bytes, as a slash and an accent after it are one character.
        let length = (shared.lastIndex(of: UInt8(ascii: "/")) ?? -1) + 1
        return Set(names.map { String(decoding: $0.utf8.dropFirst(length), as: UTF8.self) })
    }
}
