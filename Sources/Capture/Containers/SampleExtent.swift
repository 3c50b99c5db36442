// SampleExtent: where the samples of a data chunk end, whatever its size field says.

import Files

/// The sample bytes of one data chunk, and what was wrong with the size it claimed.
struct SampleExtent: Equatable {
    enum Finding: Equatable {
        /// The size was true.
        case asClaimed
        /// The writer never came to write a size.
        case unknownLength
        /// More was promised than is there.
        case truncated
        /// The samples go on behind their claimed end.
        case tooSmall
    }

    var end: Int64
    var finding: Finding
    /// The end with the byte that makes it even, if there is one and it is not zero, as padding is.
    var room: Int64

    /// Whether what was taken for padding is the end of the last frame: the size was a byte too small.
    func completesFrame(ofBytes frameBytes: Int, from start: Int64) -> Bool {
        (end - start) % Int64(frameBytes) != 0 && (room - start) % Int64(frameBytes) == 0
    }
}

/// Finds the end of samples in a file of known length. It reads a bounded number of bytes.
struct SampleExtentFinder<Source: ByteSource> {
    let source: Source
    let length: Int64
    let framing: ChunkFraming
    /// Whether chunks behind samples without an end are looked for.
    let looksForTail: Bool

    /// Chunks behind samples whose size is wrong are looked for in the last bytes of the file.
    private static var tailBytes: Int64 { 1 << 20 }
    /// A size field of 32 bits is tried with this many multiples of 4 GiB added.
    private static var mostWraps: Int64 { 4096 }
    /// A trailer of zeros up to this long is a recorder's padding, not silence.
    private static var mostPadding: Int64 { 1 << 16 }

    /// - Parameters:
    ///   - start: offset of the first sample byte.
    ///   - claimed: sample bytes according to the size field, `nil` where it says that nobody knew.
    func extent(from start: Int64, claimed: UInt64?) throws(FileError) -> SampleExtent {
        let available = max(0, length - start)
        guard let claimed else { return try unfinished(start, .unknownLength) }
        if claimed <= UInt64(available) {
            let end = start + Int64(claimed)
            if claimed > 0 || available == 0 {
                if try isEnd(end) { return try found(end, .asClaimed) }
            } else if try isChunkChain(at: start) {
                return try found(start, .asClaimed)
            }
            if framing.isPlaceholder(claimed) { return try unfinished(start, .unknownLength) }
            if let wrapped = try wrappedEnd(end) { return try found(wrapped, .tooSmall) }
            return try unfinished(start, .tooSmall)
        }
        return try unfinished(start, framing.isPlaceholder(claimed) ? .unknownLength : .truncated)
    }

    private func found(_ end: Int64, _ finding: SampleExtent.Finding) throws(FileError) -> SampleExtent {
        let next = max(end, min(framing.next(after: end), length))
        let pad = next > end ? try source.bytes(at: end, count: Int(next - end)) : []
        return SampleExtent(end: end, finding: finding, room: pad.allSatisfy { $0 == 0 } ? end : next)
    }

    /// The samples go to the end of the file, or to the chunks that stand there.
    private func unfinished(_ start: Int64, _ finding: SampleExtent.Finding) throws(FileError) -> SampleExtent {
        let end = looksForTail ? try tail(after: start) : nil
        return try found(max(start, end ?? length), finding)
    }

    /// Whether samples may well end here: the file does, or chunks follow, or what other programs append.
    private func isEnd(_ end: Int64) throws(FileError) -> Bool {
        let next = framing.next(after: end)
        if end == length || next >= length { return true }
        if try isChunkChain(at: next) { return true }
        if try isChunkChain(at: end) { return true }
        return try isTrailer(at: end)
    }

    /// A size of 32 bits that passed 4 GiB has lost its upper half.
    private func wrappedEnd(_ end: Int64) throws(FileError) -> Int64? {
        guard framing == .riff || framing == .bigEndianRIFF || framing == .iff else { return nil }
        var candidate = end
        for _ in 0..<Self.mostWraps {
            candidate += 1 << 32
            guard candidate <= length else { return nil }
            if try isEnd(candidate) { return candidate }
        }
        return nil
    }

    /// Whether chunks stand here, one behind the other, up to the end of the file.
    func isChunkChain(at offset: Int64) throws(FileError) -> Bool {
        let first = offset
        var offset = offset
        for _ in 0..<64 {
            if length - offset < Int64(framing.headerBytes) { return offset > first }
            guard let chunk = try chunk(at: offset), chunk.tag.isPrintable else { return false }
            guard let claimed = chunk.claimed, claimed <= UInt64(length - chunk.body) else { return chunk.tag.isKnown }
            // A chunk that holds samples is believed by its name: its size is looked into in its turn.
            if chunk.tag == "data" || chunk.tag == "SSND" { return true }
            offset = framing.next(after: chunk.body + Int64(claimed))
        }
        return true
    }

    func chunk(at offset: Int64) throws(FileError) -> Chunk? {
        framing.chunk(try source.bytes(at: offset, count: framing.headerBytes), at: offset)
    }

    /// ID3 and APE tags and padding: they are no sound, and neither are they chunks.
    private func isTrailer(at offset: Int64) throws(FileError) -> Bool {
        let head = try source.bytes(at: offset, count: 8)
        if head.starts(with: "TAG".utf8) && length - offset == 128 { return true }
        if head.starts(with: "ID3".utf8) || head.starts(with: "APETAGEX".utf8) { return true }
        guard length - offset <= Self.mostPadding else { return false }
        return try source.bytes(at: offset, count: Int(length - offset)).allSatisfy { $0 == 0 }
    }

    /// Where the chunks at the end of the file begin, if there are any: the longest chain of known ones that ends
    /// exactly there. Linear: the chain is built from its end.
    private func tail(after start: Int64) throws(FileError) -> Int64? {
        let first = max(start, length - Self.tailBytes)
        let window = try source.bytes(at: first, count: Int(length - first))
        let header = framing.headerBytes
        guard window.count == length - first, window.count >= header else { return nil }
        var reaches = [Bool](repeating: false, count: window.count + 8)
        for index in window.count..<reaches.count { reaches[index] = true }
        var found: Int?
        for index in stride(from: window.count - header, through: 0, by: -1) {
            guard ChunkTag(code: window.bigUInt32(at: index)).isKnown,
                let chunk = framing.chunk(Array(window[index..<index + header]), at: first + Int64(index)),
                chunk.tag.isKnown, let claimed = chunk.claimed, claimed <= UInt64(length - chunk.body)
            else { continue }
            let end = chunk.body + Int64(claimed)
            let next = Int(framing.next(after: end) - first)
            if reaches[next] || reaches[Int(end - first)] {
                reaches[index] = true
                found = index
            }
        }
        return found.map { first + Int64($0) }
    }
}
