// SoundSignature: whether a file may be a recording, by its name and its first bytes, before anybody decodes it.

import Files

/// Files that a walk through folders takes for memos.
public enum SoundSignature {
    /// Bytes of a file's start that `isSound(_:)` looks at.
    public static let headBytes = 64

    private static let extensions: Set<String> = [
        "wav", "wave", "bwf", "rf64", "bw64", "w64", "aif", "aiff", "aifc", "caf", "flac", "ogg", "oga", "opus", "spx",
        "mp3", "mp2", "mpga", "m4a", "m4b", "m4r", "aac", "amr", "awb", "3ga", "3gp", "qta", "weba", "webm", "mka",
        "wma",
        "au", "snd", "voc", "sph", "wv", "gsm",
    ]

    /// Whether a name ends as those of recordings do.
    public static func hasSoundName(_ name: String) -> Bool {
        let scalars = name.unicodeScalars
        guard let dot = scalars.lastIndex(of: ".") else { return false }
        return extensions.contains(String(scalars[scalars.index(after: dot)...]).lowercased())
    }

    /// Whether a file begins as recordings do that say what they are.
    /// - Parameter head: its first `headBytes` bytes.
    public static func isSound(_ head: [UInt8]) -> Bool {
        guard head.count >= 12 else { return false }
        let (first, second) = (head.tag(at: 0), head.tag(at: 8))
        switch first {
        case "RIFF", "RIFX", "RF64", "BW64": return second == "WAVE"
        case "FORM": return second == "AIFF" || second == "AIFC"
        case "caff", "fLaC", "OggS", ".snd", "riff": return true
        default: break
        }
        if head.starts(with: "ID3".utf8) { return true }
        guard PhoneFormat.name(head) != nil else { return false }
        // Pictures of phones come in the same boxes.
        let pictures: [ChunkTag] = ["heic", "heix", "heim", "heis", "hevc", "mif1", "msf1", "avif", "avis", "crx "]
        return !(head.tag(at: 4) == "ftyp" && pictures.contains(second))
    }

    /// Whether a file that may be read begins as recordings do. One whose disk fails is taken for one: whoever opens it
    /// tells what is wrong, which would otherwise be passed over in silence.
    public static func isSound(path: String) -> Bool {
        do {
            return isSound(try Descriptor.reading(path).bytes(at: 0, count: headBytes))
        } catch {
            return error.code == .readFailed
        }
    }
}
