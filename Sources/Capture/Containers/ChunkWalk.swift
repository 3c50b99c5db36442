// ChunkWalk: a bounded walk over the chunks of a container, which finds the format and the samples.

import Files

/// A kind of container, as far as walking over it goes.
struct ContainerKind: Equatable {
    /// The name in results.
    var name: String
    var framing: ChunkFraming
    /// Offset of the first chunk.
    var firstChunk: Int64
    var formatTag: ChunkTag = "fmt "
    var dataTag: ChunkTag = "data"
    /// Bytes inside of the data chunk in front of the first sample.
    var preamble: Int64 = 0

    /// A format shorter than this says nothing.
    var leastFormat: Int { framing == .iff ? 18 : framing == .caf ? 32 : 16 }

    /// The container that begins with these bytes (40 are enough), if Sonora parses it.
    init?(_ head: [UInt8]) {
        guard head.count >= 12 else { return nil }
        let form = head.tag(at: 8)
        switch head.tag(at: 0) {
        case "RIFF" where form == "WAVE": self.init(name: "wav", framing: .riff, firstChunk: 12)
        case "RIFX" where form == "WAVE": self.init(name: "wav", framing: .bigEndianRIFF, firstChunk: 12)
        case "RF64" where form == "WAVE": self.init(name: "rf64", framing: .riff, firstChunk: 12)
        case "BW64" where form == "WAVE": self.init(name: "bw64", framing: .riff, firstChunk: 12)
        case "riff" where head.count >= 40 && head.tag(at: 24) == "wave":
            self.init(name: "w64", framing: .wave64, firstChunk: 40)
        case "FORM" where form == "AIFF" || form == "AIFC":
            self.init(
                name: "aiff", framing: .iff, firstChunk: 12, formatTag: "COMM", dataTag: "SSND", preamble: 8)
        case "caff": self.init(name: "caf", framing: .caf, firstChunk: 8, formatTag: "desc", preamble: 4)
        default: return nil
        }
    }

    private init(
        name: String, framing: ChunkFraming, firstChunk: Int64, formatTag: ChunkTag = "fmt ",
        dataTag: ChunkTag = "data",
        preamble: Int64 = 0
    ) {
        self.name = name
        self.framing = framing
        self.firstChunk = firstChunk
        self.formatTag = formatTag
        self.dataTag = dataTag
        self.preamble = preamble
    }
}

/// What lies between the lines of a container that was not written as it should be.
enum LayoutFault: Equatable {
    case samplesBeforeFormat, severalDataChunks, severalFormats, missingPad, brokenChunk, namelessSamples,
        tooManyChunks
}

/// What a walk has found.
struct FoundChunks {
    /// The body of the first format chunk that says something.
    var format: [UInt8] = []
    var data: [(start: Int64, claimed: UInt64?, extent: SampleExtent?)] = []
    /// The bodies of small chunks that say something about the memo; the first of each name.
    var notes: [ChunkTag: [UInt8]] = [:]
    var faults: [LayoutFault] = []
    /// How many frames `ds64` counts, `nil` where it does not.
    var countedFrames: UInt64?

    mutating func note(_ fault: LayoutFault) {
        if !faults.contains(fault) { faults.append(fault) }
    }
}

/// Walks over a container. Bounded in bytes and steps, whatever the size fields say.
struct ChunkWalk<Source: ByteSource> {
    private let source: Source
    private let kind: ContainerKind
    private var found = FoundChunks()
    /// Sample bytes according to `ds64`, where the 32 bits do not suffice.
    private var longSize: UInt64?
    private var searched: Int64 = 0
    /// How many data chunks had a size that was no use.
    private var repaired = 0
    /// The largest chunk whose name says nothing, and how many bytes it may have.
    private var nameless: (chunk: Chunk, bytes: Int64)?

    private static var mostChunks: Int { 10_000 }
    private static var mostFormatBytes: Int { 1024 }
    /// How a `fmt ` of WAVE_FORMAT_EXTENSIBLE begins.
    private static var extensible: [UInt8] { [0xFE, 0xFF] }
    private static var mostNoteBytes: Int { 1 << 16 }
    /// How late samples may begin in a chunk whose size is not known.
    private static var mostSkipped: UInt64 { 1 << 16 }
    /// How far behind a broken chunk the next one is looked for, in all.
    private static var mostSearched: Int64 { 4 << 20 }
    /// Looking for the end of samples whose size lies takes a while: files made to do harm have thousands of them.
    private static var mostRepaired: Int { 8 }
    private static var searchStep: Int64 { 1 << 16 }

    init(_ source: Source, kind: ContainerKind) {
        self.source = source
        self.kind = kind
    }

    /// Walks to the end of a file, or to the samples of a pipe. What a file seems to lack is looked for once more.
    mutating func walk() throws(FileError) -> FoundChunks {
        try walk(from: kind.firstChunk)
        guard let length = source.length else { return found }
        // A size that lies, but inside of the file, hides the chunks behind it.
        if found.data.isEmpty {
            let offset = try search(from: kind.firstChunk)
            if let chunk = try chunk(at: offset), isPlausible(chunk, in: length) { try walk(from: offset) }
        }
        if found.format.isEmpty, let chunk = try chunk(at: search(from: kind.firstChunk)), chunk.tag == kind.formatTag {
            _ = try take(format: chunk)
        }
        // Most of a recording is its samples: what takes up half of the file, and has no name, is them.
        if found.data.isEmpty, !found.format.isEmpty, let nameless, nameless.bytes >= length / 2 {
            found.note(.namelessSamples)
            _ = try take(data: nameless.chunk)
        }
        return found
    }

    private mutating func walk(from start: Int64) throws(FileError) {
        var offset = start
        for _ in 0..<Self.mostChunks {
            guard let chunk = try chunk(at: offset) else { return }
            if chunk.tag == kind.dataTag {
                guard let end = try take(data: chunk) else { return }
                offset = kind.framing.next(after: end)
                // Chunks behind samples of odd length, without the byte that should make them even.
                if offset != end, try tag(at: offset)?.isKnown != true, try tag(at: end)?.isKnown == true {
                    offset = end
                }
            } else if chunk.tag == kind.formatTag {
                offset = try take(format: chunk)
            } else {
                offset = try pass(chunk)
            }
        }
        if try chunk(at: offset) != nil { found.note(.tooManyChunks) }
    }

    /// Whether these four letters are a chunk of this size, not a word in a text.
    private func isPlausible(_ chunk: Chunk, in length: Int64) -> Bool {
        guard chunk.tag == kind.dataTag, let claimed = chunk.claimed else { return true }
        return claimed <= UInt64(max(0, length - chunk.body)) || kind.framing.isPlaceholder(claimed)
    }

    private func chunk(at offset: Int64) throws(FileError) -> Chunk? {
        kind.framing.chunk(try source.bytes(at: offset, count: kind.framing.headerBytes), at: offset)
    }

    private func tag(at offset: Int64) throws(FileError) -> ChunkTag? { try chunk(at: offset)?.tag }

    // MARK: The three kinds of chunks

    /// - Returns: where the samples end; `nil` when the walk ends with them.
    private mutating func take(data chunk: Chunk) throws(FileError) -> Int64? {
        if found.format.isEmpty { found.note(.samplesBeforeFormat) }
        if !found.data.isEmpty { found.note(.severalDataChunks) }
        var preamble = kind.preamble
        if kind.framing == .iff, let skipped = try source.bytes(at: chunk.body, count: 4).first4Big {
            // AIFF may begin its samples later, to align them with the blocks of a disk.
            preamble += Int64(skipped)
            let room = chunk.claimed.flatMap { kind.framing.isPlaceholder($0) ? nil : $0 } ?? Self.mostSkipped
            if UInt64(preamble) > room { preamble = kind.preamble }
        }
        let start = chunk.body + preamble
        var claimed = chunk.claimed.map { $0 - min($0, UInt64(preamble)) }
        if kind.framing == .riff, let longSize, claimed == 0 || claimed == 0xFFFF_FFFF {
            claimed = longSize
            // It is that of the first data chunk.
            self.longSize = nil
        }
        guard let length = source.length else {
            found.data.append((start, claimed, nil))
            return nil
        }
        let finder = SampleExtentFinder(
            source: source, length: length, framing: kind.framing, looksForTail: repaired < Self.mostRepaired)
        let extent = try finder.extent(from: min(start, length), claimed: claimed)
        if extent.finding != .asClaimed { repaired += 1 }
        found.data.append((min(start, length), claimed, extent))
        return extent.end < length ? extent.end : nil
    }

    private mutating func take(format chunk: Chunk) throws(FileError) -> Int64 {
        let claimed = chunk.claimed ?? 0
        let isHonest = claimed >= UInt64(kind.leastFormat) && claimed <= UInt64(Self.mostFormatBytes)
        var count = isHonest ? Int(claimed) : kind.leastFormat
        var body = try source.bytes(at: chunk.body, count: count)
        if !isHonest && body.starts(with: Self.extensible) && kind.framing != .bigEndianRIFF {
            // The rest of its 40 bytes says what the samples are.
            count = 40
            body = try source.bytes(at: chunk.body, count: count)
        }
        if !found.format.isEmpty {
            found.note(.severalFormats)
        } else if body.count == count && body.contains(where: { $0 != 0 }) {
            found.format = body
        }
        if isHonest { return try pass(chunk) }
        found.note(.brokenChunk)
        return try search(from: chunk.body + Int64(count))
    }

    /// Passes over a chunk, keeping what it says about the memo.
    private mutating func pass(_ chunk: Chunk) throws(FileError) -> Int64 {
        consider(chunk)
        guard chunk.tag.isPrintable, let claimed = chunk.claimed, claimed < 1 << 62,
            source.length.map({ claimed <= UInt64(max(0, $0 - chunk.body)) }) ?? true
        else { return try search(from: chunk.body) }
        if chunk.tag == "ds64" && claimed >= 16 {
            let bytes = try source.bytes(at: chunk.body, count: claimed >= 24 ? 24 : 16)
            let size = bytes.count >= 16 ? bytes.uint64(at: 8) : 0
            longSize = size > 0 && size < 1 << 50 ? size : nil
            let frames = bytes.count >= 24 ? bytes.uint64(at: 16) : 0
            found.countedFrames = frames > 0 && frames < 1 << 50 ? frames : nil
        } else if Self.isNote(chunk.tag) && found.notes[chunk.tag] == nil {
            let body = try source.bytes(at: chunk.body, count: Int(min(claimed, UInt64(Self.mostNoteBytes))))
            if chunk.tag != "LIST" || body.starts(with: "INFO".utf8) { found.notes[chunk.tag] = body }
        }
        let end = chunk.body + Int64(claimed)
        let next = kind.framing.next(after: end)
        guard next != end, source.length.map({ end < $0 }) ?? true else { return next }
        // A chunk of odd length whose pad is missing: the next name stands one byte earlier.
        if try tag(at: next)?.isKnown != true, try tag(at: end)?.isKnown == true {
            found.note(.missingPad)
            return end
        }
        return next
    }

    /// Keeps a chunk in mind whose name nobody knows: it may be that of the samples, damaged.
    private mutating func consider(_ chunk: Chunk) {
        guard !chunk.tag.isKnown, let length = source.length else { return }
        let bytes = Int64(clamping: min(chunk.claimed ?? .max, UInt64(max(0, length - chunk.body))))
        if bytes > nameless?.bytes ?? 0 { nameless = (chunk, bytes) }
    }

    private static func isNote(_ tag: ChunkTag) -> Bool {
        ["bext", "LIST", "fact", "NAME", "AUTH", "info"].contains(tag)
    }

    /// Looks for the next format or data chunk behind something that is none.
    private mutating func search(from start: Int64) throws(FileError) -> Int64 {
        let far = Int64.max / 2
        // Behind the samples there is nothing left to look for.
        if !found.format.isEmpty && !found.data.isEmpty { return far }
        guard let length = source.length, start < length else { return far }
        found.note(.brokenChunk)
        var offset = start
        while offset < length && searched < Self.mostSearched {
            searched += Self.searchStep
            let window = try source.bytes(at: offset, count: Int(Self.searchStep) + 3)
            guard window.count >= 4 else { return far }
            for index in 0...window.count - 4 {
                let tag = ChunkTag(code: window.bigUInt32(at: index))
                guard tag == kind.dataTag && found.data.isEmpty || tag == kind.formatTag && found.format.isEmpty
                else { continue }
                // W64 names have twelve more bytes that must fit.
                if try self.tag(at: offset + Int64(index)) == tag { return offset + Int64(index) }
            }
            offset += Self.searchStep
        }
        return far
    }
}

extension [UInt8] {
    fileprivate var first4Big: UInt32? { count >= 4 ? bigUInt32(at: 0) : nil }
}
