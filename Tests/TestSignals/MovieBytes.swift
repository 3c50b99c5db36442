// MovieBytes: MP4 and QuickTime files, box by box, honest or not.

/// A box with its size.
public func box(_ name: String, _ body: [UInt8], claimedSize: UInt32? = nil) -> [UInt8] {
    // Latin-1, as the copyright sign in names is one byte.
    big(claimedSize ?? UInt32(8 + body.count)) + name.unicodeScalars.map { UInt8(truncatingIfNeeded: $0.value) } + body
}

public enum MovieBytes {
    /// Seconds from 1904 to 1970.
    public static let epoch: UInt32 = 2_082_844_800

    /// `mvhd` or `mdhd`, as far as it says something.
    public static func header(_ name: String, creation: UInt32 = 0, rate: UInt32, duration: UInt32) -> [UInt8] {
        box(name, [0, 0, 0, 0] + big(creation) + big(creation) + big(rate) + big(duration) + [0x55, 0xC4, 0, 0])
    }

    /// An `stsd` of one entry.
    public static func descriptions(_ codec: String, _ children: [UInt8]) -> [UInt8] {
        box(
            "stsd",
            [0, 0, 0, 0, 0, 0, 0, 1]
                + box(codec, [0, 0, 0, 0, 0, 0, 0, 1] + [UInt8](repeating: 0, count: 20) + children))
    }

    /// An `esds` of AAC-LC.
    public static let aac: [UInt8] = box(
        "esds",
        [0, 0, 0, 0, 3, 0x19, 0, 1, 0, 4, 0x11, 0x40, 0x15] + [UInt8](repeating: 0, count: 11) + [5, 2, 0x14, 8])

    /// A track of sound of so many units of 1/1000 s, of which an edit list shows some.
    public static func track(
        duration: UInt32 = 4000, shown: UInt32? = nil, creation: UInt32 = 0, kind: String = "soun",
        description: [UInt8] = descriptions("mp4a", aac), others: [UInt8] = []
    ) -> [UInt8] {
        let edits = shown.map {
            box("edts", box("elst", [0, 0, 0, 0] + big(UInt32(1)) + big($0) + big(UInt32(1024)) + [0, 1, 0, 0]))
        }
        let media =
            header("mdhd", creation: creation, rate: 1000, duration: duration)
            + box("hdlr", [0, 0, 0, 0, 0, 0, 0, 0] + Array(kind.utf8) + [UInt8](repeating: 0, count: 13))
            + box("minf", box("stbl", description))
        return box("trak", (edits ?? []) + box("mdia", media) + others)
    }

    /// An item of iTunes' list, or one of QuickTime's under a number.
    public static func item(_ name: String, _ text: String, type: UInt32 = 1) -> [UInt8] {
        box(name, box("data", big(type) + big(UInt32(0)) + Array(text.utf8)))
    }

    /// A `meta` box of a kind of handler.
    public static func meta(_ handler: String, _ body: [UInt8], isFull: Bool = true) -> [UInt8] {
        let kind = box("hdlr", [0, 0, 0, 0, 0, 0, 0, 0] + Array(handler.utf8) + [UInt8](repeating: 0, count: 13))
        return box("meta", (isFull ? [0, 0, 0, 0] : []) + kind + body)
    }

    /// A file of these parts of its index.
    public static func file(_ parts: [[UInt8]], creation: UInt32 = 0, isLast: Bool = true) -> [UInt8] {
        let index = box("moov", header("mvhd", creation: creation, rate: 1000, duration: 4000) + parts.flatMap { $0 })
        let sound = box("mdat", [UInt8](repeating: 7, count: 100))
        return box("ftyp", Array("M4A \0\0\0\0".utf8)) + (isLast ? sound + index : index + sound)
    }
}
