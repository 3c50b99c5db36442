// LayoutTags: what the small chunks around the samples say about a memo.

extension SampleLayout {
    /// Date, title and artist from `bext` and `LIST` (RIFF), `NAME` and `AUTH` (AIFF), `info` (CAF).
    var tags: SourceTags {
        var tags = SourceTags()
        if let body = notes["bext"] { tags = SourceTags(bext: body) }
        if let body = notes["LIST"] { tags = tags.merging(SourceTags(list: body)) }
        tags = tags.merging(SourceTags(title: notes["NAME"], artist: notes["AUTH"], date: nil))
        if let body = notes["info"] {
            let strings = Self.strings(body)
            tags = tags.merging(
                SourceTags(title: strings["title"], artist: strings["artist"], date: strings["recorded date"]))
        }
        return tags
    }

    /// The keys and values of CAF: a count, then texts that each end with a zero.
    private static func strings(_ body: [UInt8]) -> [String: [UInt8]] {
        let texts = body.dropFirst(4).split(separator: 0, omittingEmptySubsequences: false)
        var found: [String: [UInt8]] = [:]
        for index in stride(from: 0, to: texts.count - 1, by: 2) {
            found[String(decoding: texts[texts.startIndex + index], as: UTF8.self)] = Array(
                texts[texts.startIndex + index + 1])
        }
        return found
    }
}
