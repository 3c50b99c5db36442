// InfoList: title, artist and date in the `LIST` chunk of a RIFF file.
// Layout: Microsoft "Multimedia Programming Interface and Data Specifications 1.0".

extension SourceTags {
    /// Reads the body of a `LIST` chunk, its type (`INFO`) included. Lists of other types hold nothing of interest.
    public init(list body: [UInt8]) {
        self.init()
        guard body.starts(with: "INFO".utf8) else { return }
        var offset = 4
        while offset + 8 <= body.count {
            let tag = body.tag(at: offset)
            let start = offset + 8
            // A size that lies ends with the list.
            let end = min(start + Int(body.uint32(at: offset + 4)), body.count)
            note(tag, body[start..<end])
            offset = end
            // Not every writer fills up odd sizes; no name begins with the byte that does.
            if (end - start) % 2 == 1 && offset < body.count && body[offset] == 0 { offset += 1 }
        }
    }

    /// The first of each kind counts.
    private mutating func note(_ tag: ChunkTag, _ value: ArraySlice<UInt8>) {
        switch tag {
        case "INAM": title = title ?? TagText.clean(value)
        case "IART": artist = artist ?? TagText.clean(value)
        case "ICRD":
            recordedAt = recordedAt ?? RecordingDate(tag: Array(value)).map { RecordedAt(date: $0, source: .info) }
        default: break
        }
    }
}
