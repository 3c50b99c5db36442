// MemoFilter: which of the names that a walk meets are wanted.

import Capture
import Files

/// Shell patterns on names. One without a slash is matched with a name; one with a slash with the path below the folder
/// that was named. A star also crosses slashes.
public struct MemoFilter: Sendable {
    public var include: [String]
    public var exclude: [String]

    public init(include: [String] = [], exclude: [String] = []) {
        (self.include, self.exclude) = (include, exclude)
    }

    /// Why a regular file is no memo; `nil` where it is one. The walk and the watch ask here.
    func reasonToSkip(_ file: FolderEntry, key: String, path: String) -> SkipReason? {
        if Self.isHidden(file.name) { return .hidden }
        if let reason = verdict(on: key) { return reason }
        if ResultName.isOurs(file.name) { return .output }
        return SoundSignature.hasSoundName(file.name) || SoundSignature.isSound(path: path) ? nil : .notAudio
    }

    static func isHidden(_ name: String) -> Bool { name.unicodeScalars.first == "." }

    /// Whether a file passes.
    private func verdict(on key: String) -> SkipReason? {
        if excludes(key) { return .excluded }
        return include.isEmpty || include.contains { Self.matches(key, $0) } ? nil : .notIncluded
    }

    /// Whether a file, or a folder with all that is in it, is left out.
    func excludes(_ key: String) -> Bool { exclude.contains { Self.matches(key, $0) } }

    private static func matches(_ key: String, _ pattern: String) -> Bool {
        let hasSlash = pattern.unicodeScalars.contains("/")
        let name = key.unicodeScalars.split(separator: "/").last.map { String($0) } ?? key
        return FolderListing.matches(hasSlash ? key : name, pattern: pattern)
    }
}

/// Why a name on the way is no memo of this run.
public enum SkipReason: String, Sendable, CaseIterable {
    case hidden
    /// It belongs to the output folder.
    case output
    /// Neither its name nor its first bytes are those of a recording.
    case notAudio
    case excluded, notIncluded
    /// A link that leads nowhere.
    case brokenLink
    /// It was met before, under another name or through a link.
    case metBefore

    /// For people.
    public var words: String {
        switch self {
        case .hidden: "hidden"
        case .output: "Sonora's own output"
        case .notAudio: "not a recording"
        case .excluded: "excluded"
        case .notIncluded: "not included"
        case .brokenLink: "a link that leads nowhere"
        case .metBefore: "met before, through a link or twice named"
        }
    }
}
