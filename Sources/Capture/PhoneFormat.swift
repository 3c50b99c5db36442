// PhoneFormat: formats that phones record and libsndfile refuses, by their first bytes.

/// A format that only ffmpeg reads, as a person calls it.
enum PhoneFormat {
    /// - Parameter head: the first 16 bytes.
    static func name(_ head: [UInt8]) -> String? {
        guard head.count >= 12 else { return nil }
        if isMovie(head) { return "MP4 or QuickTime (m4a, mov, 3gp)" }
        if head.starts(with: "#!AMR".utf8) { return "AMR" }
        if head.starts(with: [0x1A, 0x45, 0xDF, 0xA3]) { return "WebM or Matroska" }
        if isADTS(head) { return "AAC" }
        if head.starts(with: "ADIF".utf8) { return "AAC" }
        if head.starts(with: [0x30, 0x26, 0xB2, 0x75]) { return "Windows Media" }
        if head.tag(at: 0) == "RIFF" && head.tag(at: 8) == "AVI " { return "AVI" }
        if head.starts(with: "FLV".utf8) { return "Flash video" }
        return nil
    }

    /// Whether a file begins as MP4 and QuickTime do.
    static func isMovie(_ head: [UInt8]) -> Bool {
        let boxes: [ChunkTag] = ["ftyp", "moov", "mdat", "wide", "free", "skip", "pnot"]
        return head.count >= 12 && boxes.contains(head.tag(at: 4))
    }

    /// Whether a packet of AAC begins here.
    static func isADTS(_ head: [UInt8]) -> Bool { head.count >= 2 && head[0] == 0xFF && head[1] & 0xF6 == 0xF0 }

    /// Whether a file is plainly something else than sound: text, a picture, an archive, a program. Nobody need be asked.
    /// - Parameter head: the first 256 bytes or so.
    static func isForeign(_ head: [UInt8]) -> Bool {
        let signatures: [[UInt8]] = [
            Array("%PDF".utf8), [0x89] + Array("PNG".utf8), [0xFF, 0xD8, 0xFF], Array("GIF8".utf8),
            Array("PK\u{3}\u{4}".utf8),
            [0x7F] + Array("ELF".utf8), [0x1F, 0x8B],
        ]
        if signatures.contains(where: head.starts) { return true }
        return head.allSatisfy { (0x20...0x7E).contains($0) || (0x09...0x0D).contains($0) || $0 >= 0xC2 }
    }
}
