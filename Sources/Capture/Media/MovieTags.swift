// MovieTags: title, artist and dates in the user data of an MP4 or QuickTime file, by the names that ffprobe gives them.
// Layout: Apple's "QuickTime File Format" (user data, metadata), and what iTunes writes, which has no page of its own.

import Files

/// Tags by ffprobe's names, in small letters; the last of each name counts, as in ffprobe. Methods give `false` where only
/// ffprobe should judge.
struct MovieTags<Source: ByteSource> {
    var values: [String: String] = [:]

    private static var wanted: Set<String> {
        ["title", "artist", "date", "creation_time", "com.apple.quicktime.creationdate"]
    }

    /// The names that begin with a copyright sign.
    private static func key(_ name: ChunkTag) -> String? {
        switch name.code {
        case 0xA96E_616D: "title"  // ©nam
        case 0xA941_5254, 0xA961_7574: "artist"  // ©ART, ©aut
        case 0xA964_6179: "date"  // ©day
        default: nil
        }
    }

    /// - Parameter box: a `udta` box.
    mutating func take(userData box: MediaBox, _ walk: inout BoxWalk<Source>) throws(FileError) -> Bool {
        guard let parts = try walk.boxes(in: box.body) else { return false }
        for part in parts {
            if part.name == "meta" {
                guard try take(meta: part, &walk) else { return false }
            } else if let key = Self.key(part.name) {
                guard let body = try walk.body(part), let text = Self.text(userData: body) else { return false }
                values[key] = text
            }
        }
        return true
    }

    /// - Parameter box: a `meta` box, of either of two kinds.
    mutating func take(meta box: MediaBox, _ walk: inout BoxWalk<Source>) throws(FileError) -> Bool {
        let head = try walk.source.bytes(at: box.body.lowerBound, count: 12)
        guard head.count == 12, box.bytes >= 12 else { return false }
        // In MP4 a version stands in front of its boxes, in QuickTime nothing.
        let start: Int64 = head.tag(at: 4) == "hdlr" ? 0 : 4
        guard let parts = try walk.boxes(in: box.body.lowerBound + start..<box.body.upperBound),
            let handler = parts.first, handler.name == "hdlr", let kind = try walk.body(handler), kind.count >= 12
        else { return false }
        guard let list = parts.first(where: { $0.name == "ilst" }) else { return true }
        switch kind.tag(at: 8) {
        case "mdir": return try take(items: list, names: nil, &walk)
        case "mdta":
            guard let box = parts.first(where: { $0.name == "keys" }), let keys = try walk.body(box),
                let names = Self.names(keys)
            else { return false }
            return try take(items: list, names: names, &walk)
        default: return false
        }
    }

    /// The names in a `keys` box, which items call by their number.
    private static func names(_ body: [UInt8]) -> [String]? {
        guard body.count >= 8 else { return nil }
        var names: [String] = []
        var offset = 8
        for _ in 0..<min(body.bigUInt32(at: 4), 1024) {
            guard offset + 8 <= body.count, case let size = Int(body.bigUInt32(at: offset)), size >= 8,
                offset + size <= body.count
            else { return nil }
            let isName = body.tag(at: offset + 4) == "mdta"
            names.append(isName ? String(decoding: body[offset + 8..<offset + size], as: UTF8.self) : "")
            offset += size
        }
        return names
    }

    private mutating func take(
        items box: MediaBox, names: [String]?, _ walk: inout BoxWalk<Source>
    ) throws(FileError) -> Bool {
        guard let items = try walk.boxes(in: box.body) else { return false }
        for item in items {
            var key = Self.key(item.name)
            if let names {
                let number = Int(item.name.code)
                guard (1...max(1, names.count)).contains(number), !names.isEmpty else { return false }
                key = names[number - 1].lowercased()
            } else if item.name == "----" {
                // A name of somebody's own, most of them none of interest.
                guard let parts = try walk.boxes(in: item.body) else { return false }
                for part in parts where part.name == "name" {
                    guard let body = try walk.body(part), body.count >= 4 else { return false }
                    let name = String(decoding: body[4...], as: UTF8.self).lowercased()
                    if Self.wanted.contains(name) { return false }
                }
            }
            guard let key, Self.wanted.contains(key) else { continue }
            guard let parts = try walk.boxes(in: item.body), let data = parts.first, data.name == "data",
                let body = try walk.body(data), body.count >= 8, body.bigUInt32(at: 0) == 1,
                let text = Self.text(body[8...])
            else { return false }
            values[key] = text
        }
        return true
    }

    /// A text of QuickTime's: its length, its language, itself; `nil` where it is not in UTF-8.
    private static func text(userData body: [UInt8]) -> String? {
        guard body.count > 4, case let length = Int(body.bigUInt16(at: 0)), length <= body.count - 4 else { return nil }
        let language = body.bigUInt16(at: 2)
        let bytes = body[4..<4 + length]
        // Languages of the Macintosh come with its characters, of which only the first half is everybody's.
        guard (language >= 0x400 && language != 0x7FFF) || bytes.allSatisfy({ $0 < 0x80 }) else { return nil }
        return text(bytes)
    }

    private static func text(_ bytes: ArraySlice<UInt8>) -> String? {
        String(validating: bytes.prefix { $0 != 0 }, as: UTF8.self)
    }
}
