// MovieReader: names, length and tags of the sound in an MP4 or QuickTime file, from its index.
// Layout: ISO/IEC 14496-12 and -14; Apple's "QuickTime File Format". What it must say of a file: ffprobe's answer.

import Files

/// Reads the boxes that say something about the sound, and no others. Whatever it is not sure of it leaves to ffprobe:
/// every method gives `nil` then.
struct MovieReader<Source: ByteSource> {
    private var walk: BoxWalk<Source>
    private var tags: MovieTags<Source>

    init(_ source: Source) {
        walk = BoxWalk(source)
        tags = MovieTags()
    }

    private static var mostEdits: Int { 1024 }

    /// A track of sound.
    private struct Track {
        var codec: String
        /// Seconds, `nil` where it does not say.
        var duration: Double?
        var createdAt: String?
    }

    mutating func facts() throws(FileError) -> MediaFacts? {
        guard let length = walk.source.length,
            let file = try walk.boxes(in: 0..<length, isFile: true, through: "moov"), let index = file.last,
            index.name == "moov", let parts = try walk.boxes(in: index.body)
        else { return nil }
        // In pieces, compressed or elsewhere: not simple any more.
        guard !parts.contains(where: { ["mvex", "cmov", "rmra"].contains($0.name) }),
            let first = parts.first(where: { $0.name == "mvhd" }),
            let header = try walk.body(first).flatMap(MovieHeader.init)
        else { return nil }
        var track: Track?
        var made: [String: String] = [:]
        made["creation_time"] = header.createdAt
        tags.values = made
        for part in parts {
            switch part.name {
            case "udta": guard try tags.take(userData: part, &walk) else { return nil }
            case "meta": guard try tags.take(meta: part, &walk) else { return nil }
            case "trak":
                guard let found = try self.track(part, unitsPerSecond: header.unitsPerSecond) else { return nil }
                // The first is the one that ffmpeg is told to decode.
                if case .sound(let sound) = found, track == nil { track = sound }
            default: break
            }
        }
        guard let track else { return nil }
        let ofTrack = track.createdAt.map { ["creation_time": $0] } ?? [:]
        return MediaFacts(
            container: "mp4", encoding: track.codec, duration: track.duration,
            isDurationDeclared: track.duration != nil, tags: SourceTags(probed: [tags.values, ofTrack]))
    }

    private enum Found {
        case sound(Track)
        case other
    }

    private mutating func track(_ box: MediaBox, unitsPerSecond: UInt32) throws(FileError) -> Found? {
        guard let parts = try walk.boxes(in: box.body),
            let media = try list("mdia", in: parts),
            let kind = try body("hdlr", in: media), kind.count >= 12
        else { return nil }
        // Whose tags these are, ffprobe may know.
        for part in parts where part.name == "udta" || part.name == "meta" {
            var own = MovieTags<Source>()
            let isClear = try part.name == "udta" ? own.take(userData: part, &walk) : own.take(meta: part, &walk)
            guard isClear, own.values.isEmpty else { return nil }
        }
        guard kind.tag(at: 8) == "soun" else { return .other }
        guard let header = try body("mdhd", in: media).flatMap(MovieHeader.init),
            let information = try list("minf", in: media), let table = try list("stbl", in: information),
            let codec = try codec(table)
        else { return nil }
        var track = Track(codec: codec, duration: header.seconds, createdAt: header.createdAt)
        if let edits = try list("edts", in: parts), let edit = try body("elst", in: edits) {
            guard let seconds = Self.seconds(ofEdits: edit, unitsPerSecond: unitsPerSecond, media: header.seconds)
            else { return nil }
            track.duration = seconds > 0 ? seconds : track.duration
        }
        return .sound(track)
    }

    private mutating func list(_ name: ChunkTag, in parts: [MediaBox]) throws(FileError) -> [MediaBox]? {
        guard let box = parts.first(where: { $0.name == name }) else { return nil }
        return try walk.boxes(in: box.body)
    }

    private func body(_ name: ChunkTag, in parts: [MediaBox]) throws(FileError) -> [UInt8]? {
        guard let box = parts.first(where: { $0.name == name }) else { return nil }
        return try walk.body(box)
    }

    /// Seconds that an edit list shows of its track: what stands before the first sound, and what was cut away, it leaves
    /// out.
    private static func seconds(ofEdits body: [UInt8], unitsPerSecond: UInt32, media: Double?) -> Double? {
        guard body.count >= 8 else { return nil }
        let isLong = body[0] == 1
        let (count, size) = (Int(body.bigUInt32(at: 4)), isLong ? 20 : 12)
        guard count <= mostEdits, body.count >= 8 + count * size else { return nil }
        var sum = 0.0
        for start in (0..<count).map({ 8 + $0 * size }) {
            let units = isLong ? body.bigUInt64(at: start) : UInt64(body.bigUInt32(at: start))
            let from =
                isLong
                ? Int64(bitPattern: body.bigUInt64(at: start + 8))
                : Int64(Int32(bitPattern: body.bigUInt32(at: start + 4)))
            let seconds = Double(units) / Double(unitsPerSecond)
            // An empty edit is a delay, not sound; none is longer than what it shows.
            if from >= 0 { sum += min(seconds, media ?? seconds) }
        }
        return sum
    }

    /// The codec of the one entry of `stsd`, in ffmpeg's words.
    private mutating func codec(_ table: [MediaBox]) throws(FileError) -> String? {
        guard let descriptions = table.first(where: { $0.name == "stsd" }), descriptions.bytes >= 8,
            try walk.source.bytes(at: descriptions.body.lowerBound, count: 8).suffix(4) == [0, 0, 0, 1],
            let entry = try walk.boxes(in: descriptions.body.lowerBound + 8..<descriptions.body.upperBound)?.first
        else { return nil }
        switch entry.name {
        case "alac": return "alac"
        case "samr": return "amr_nb"
        case "sawb": return "amr_wb"
        case "Opus": return "opus"
        case "mp4a": return try isAAC(entry) ? "aac" : nil
        default: return nil
        }
    }

    /// Whether an `mp4a` entry is AAC as phones write it, not one of the many other things that it may be.
    private mutating func isAAC(_ entry: MediaBox) throws(FileError) -> Bool {
        let head = try walk.source.bytes(at: entry.body.lowerBound, count: 28)
        guard head.count == 28, entry.bytes >= 28 else { return false }
        // QuickTime's second and third versions have more in front of their boxes.
        let versionBytes: [Int64] = [0, 16, 36]
        let version = Int(head.bigUInt16(at: 8))
        guard version < versionBytes.count, entry.bytes >= 28 + versionBytes[version],
            var inner = try walk.boxes(in: entry.body.lowerBound + 28 + versionBytes[version]..<entry.body.upperBound)
        else { return false }
        if let wave = try list("wave", in: inner) { inner = wave }
        guard let stream = try body("esds", in: inner) else { return false }
        return ElementaryStream(stream).isAAC
    }
}

/// What `mvhd` and `mdhd` have in common.
private struct MovieHeader {
    /// Seconds of its clock, since 1904 or since 1970.
    var creation: UInt64
    var unitsPerSecond: UInt32
    var duration: UInt64?

    init?(_ body: [UInt8]) {
        let isLong = body.first == 1
        guard body.count >= (isLong ? 32 : 20) else { return nil }
        creation = isLong ? body.bigUInt64(at: 4) : UInt64(body.bigUInt32(at: 4))
        unitsPerSecond = body.bigUInt32(at: isLong ? 20 : 12)
        let units = isLong ? body.bigUInt64(at: 24) : UInt64(body.bigUInt32(at: 16))
        duration = units == (isLong ? .max : UInt64(UInt32.max)) ? nil : units
        guard unitsPerSecond > 0 else { return nil }
    }

    var seconds: Double? { duration.map { Double($0) / Double(unitsPerSecond) } }

    /// When it was made, as ffprobe would write it.
    var createdAt: String? {
        let secondsFrom1904To1970: UInt64 = 2_082_844_800
        let seconds = creation >= secondsFrom1904To1970 ? creation - secondsFrom1904To1970 : creation
        guard creation > 0, let seconds = Int(exactly: seconds) else { return nil }
        return RecordingDate(secondsSince1970: seconds)?.text
    }
}

/// The descriptor of a stream in an `esds` box.
struct ElementaryStream {
    private(set) var isAAC = false

    init(_ body: [UInt8]) {
        var offset = 4
        /// Moves into a descriptor of this tag: behind its tag and its size of one to four bytes.
        func enter(_ tag: UInt8) -> Bool {
            guard offset < body.count, body[offset] == tag else { return false }
            offset += 1
            for _ in 0..<4 where offset < body.count {
                offset += 1
                if body[offset - 1] & 0x80 == 0 { return true }
            }
            return false
        }
        guard enter(3), offset + 3 <= body.count, body[offset + 2] & 0xE0 == 0 else { return }
        offset += 3
        guard enter(4), offset + 13 <= body.count, body[offset] == 0x40 else { return }
        offset += 13
        guard enter(5), offset < body.count else { return }
        // AAC-LC, and with it the two that add high frequencies and a second channel.
        isAAC = [2, 5, 29].contains(body[offset] >> 3)
    }
}
