// MemoName: what files about a memo are called after. In scalars, as a slash or a dot and an accent after it are one character.

package enum MemoName {
    /// The file's name without its folder.
    package static func whole(_ path: String) -> String {
        path == "-" ? "stdin" : path.unicodeScalars.split(separator: "/").last.map { String($0) } ?? "memo"
    }

    /// The file's name without its folder and its last extension.
    package static func base(_ path: String) -> String {
        let name = whole(path)
        let scalars = name.unicodeScalars
        guard let dot = scalars.lastIndex(of: "."), dot != scalars.startIndex else { return name }
        return String(scalars[..<dot])
    }
}
