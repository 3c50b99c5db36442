// ResultName: what the files are called that a run writes.

/// Names of a memo's results: the whole name of the memo, and what the result is. `a.wav` and `a.mp3` stay two.
public enum ResultName {
    static let documentSuffix = ".sonora.json"
    public static let index = "sonora.sqlite"
    public static let summary = "summary.json"
    static let lock = ".sonora.lock"
    static let loneFolder = ".sonora.alone"

    /// The result document of a memo, below the output folder.
    public static func document(_ key: String) -> String { key + documentSuffix }

    /// Whether a name leads to something below the folder that it is appended to, as far as its letters tell.
    static func isBelowFolder(_ name: String) -> Bool {
        let parts = name.unicodeScalars.split(separator: "/", omittingEmptySubsequences: false).map { String($0) }
        return parts.allSatisfy { !["", ".", ".."].contains($0) } && !name.unicodeScalars.contains("\0")
    }

    /// Whether a memo's name with this behind it is still a name in the same folder.
    static func isSuffix(_ suffix: String) -> Bool {
        suffix.unicodeScalars.first == "." && !suffix.unicodeScalars.contains { $0 == "/" || $0 == "\0" }
    }

    /// Whether a run of Sonora wrote a file of this name.
    static func isOurs(_ name: String) -> Bool {
        name.utf8.reversed().starts(with: documentSuffix.utf8.reversed()) || name.utf8.starts(with: index.utf8)
            || name == summary
    }
}
