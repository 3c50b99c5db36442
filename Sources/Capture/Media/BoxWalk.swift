// BoxWalk: a bounded walk over the boxes of an MP4 or QuickTime file.
// Layout: ISO/IEC 14496-12; Apple's "QuickTime File Format" where that says it otherwise.

import Files

/// A box: its name, and where its body lies.
struct MediaBox: Equatable {
    var name: ChunkTag
    var body: Range<Int64>

    var bytes: Int64 { body.upperBound - body.lowerBound }
}

/// Lists boxes inside of one another. All lists together take a bounded number of steps, whatever the sizes claim.
struct BoxWalk<Source: ByteSource> {
    let source: Source
    private var stepsLeft = 4096

    init(_ source: Source) { self.source = source }

    /// Bodies that are read as a whole are no longer than this.
    static var mostBytes: Int64 { 1 << 16 }

    /// The boxes in a part of the file; `nil` where their sizes make no sense.
    /// - Parameters:
    ///   - isFile: whether the part is the file itself, which may have been cut, and whose last box may have no size.
    ///   - name: stops behind the first box of this name.
    mutating func boxes(
        in part: Range<Int64>, isFile: Bool = false, through name: ChunkTag? = nil
    ) throws(FileError) -> [MediaBox]? {
        var found: [MediaBox] = []
        var offset = part.lowerBound
        while part.upperBound - offset >= 8 {
            stepsLeft -= 1
            guard stepsLeft >= 0 else { return nil }
            let header = try source.bytes(at: offset, count: 16)
            guard header.count >= 8 else { return isFile ? found : nil }
            var headerBytes: Int64 = 8
            var size = Int64(header.bigUInt32(at: 0))
            if size == 1 {
                guard header.count == 16 else { return nil }
                headerBytes = 16
                size = Int64(clamping: header.bigUInt64(at: 8))
            } else if size == 0 {
                guard isFile else { return nil }
                size = part.upperBound - offset
            }
            guard size >= headerBytes else { return nil }
            let room = part.upperBound - offset
            guard isFile || size <= room else { return nil }
            let end = offset + min(size, room)
            found.append(MediaBox(name: header.tag(at: 4), body: min(offset + headerBytes, end)..<end))
            if found.last?.name == name { return found }
            offset = end
        }
        return found
    }

    /// The whole body of a box; `nil` where it is longer than anything of interest, or not all there.
    func body(_ box: MediaBox) throws(FileError) -> [UInt8]? {
        guard box.bytes <= Self.mostBytes else { return nil }
        let bytes = try source.bytes(at: box.body.lowerBound, count: Int(box.bytes))
        return bytes.count == Int(box.bytes) ? bytes : nil
    }
}
