// SampleLayout: where the samples of a container lie and how they are stored, with what had to be put right to know it.

import Files

/// All that a decoder needs to know of a container. Nothing in it is believed that the file does not hold.
package struct SampleLayout {
    /// How libsndfile is shown the samples.
    enum Decoding: Equatable {
        /// Behind a clean RIFF header with this body of its `fmt ` chunk, and of `fact` if there is one.
        case wave(format: [UInt8], fact: [UInt8]?, isBigEndian: Bool)
        /// Without a header, as what it calls raw.
        case raw(PlainEncoding)
        /// As the file is: only its own decoder understands it.
        case asItIs
    }

    package var container: String
    package var channels: Int
    package var sampleRate: Int
    /// Bytes of one sample of all channels, or of one block where the samples are coded.
    package var frameBytes: Int
    /// Whether libsndfile has nothing to parse and nothing to decode but numbers.
    package var isPlain: Bool
    /// Sample bytes in the file, in order. Open at the end for a pipe.
    package var ranges: [Range<Int64>] = []
    /// What the header promised, `nil` where it did not know.
    package var claimedBytes: Int64?
    /// Frames that the header counts besides, where that is fewer than it promises in bytes.
    var fewerFrames: Int64?
    package var salvage: Salvage?
    var decoding: Decoding
    /// What a pipe can be decoded with.
    package var pcm: PCMEncoding?
    var notes: [ChunkTag: [UInt8]]

    package var sampleBytes: Int64 { ranges.reduce(0) { $0 + $1.upperBound - $1.lowerBound } }

    package enum Failure: Error, Equatable {
        case noContainer, noFormat, noSamples
        /// A pipe gives its samples before it says what they are.
        case samplesBeforeFormat
    }

    /// Parses a container.
    package static func parse(
        _ source: some ByteSource
    ) throws(FileError) -> Result<SampleLayout, Failure> {
        guard let kind = ContainerKind(try source.bytes(at: 0, count: 40)) else { return .failure(.noContainer) }
        var walk = ChunkWalk(source, kind: kind)
        let found = try walk.walk()
        guard !found.format.isEmpty else {
            let isLate = source.length == nil && !found.data.isEmpty
            return .failure(isLate ? .samplesBeforeFormat : .noFormat)
        }
        guard !found.data.isEmpty else { return .failure(.noSamples) }
        return .success(SampleLayout(kind, found))
    }

    private init(_ kind: ContainerKind, _ found: FoundChunks) {
        container = kind.name
        notes = found.notes
        switch kind.framing {
        case .riff, .wave64, .bigEndianRIFF:
            let isBigEndian = kind.framing == .bigEndianRIFF
            let format = WaveFormat(found.format, isBigEndian: isBigEndian)
            (channels, sampleRate, frameBytes) = (format.channels, format.sampleRate, format.frameBytes)
            isPlain = format.isPlain
            pcm = isBigEndian ? nil : format.pcm
            decoding = .wave(format: found.format, fact: found.notes["fact"], isBigEndian: isBigEndian)
        case .iff, .caf:
            let isAIFF = kind.framing == .iff
            let format = isAIFF ? PlainFormat(aiff: found.format) : PlainFormat(caf: found.format)
            (channels, sampleRate) = (format.channels, format.sampleRate)
            frameBytes = max(1, (format.encoding?.bytesPerSample ?? 1) * format.channels)
            isPlain = format.encoding != nil
            decoding = format.encoding.map { .raw($0) } ?? .asItIs
        }
        for chunk in found.data {
            var end = chunk.extent?.end ?? Int64.max
            let isLast = chunk.start == found.data.last?.start
            if isLast, isPlain, let extent = chunk.extent, extent.completesFrame(ofBytes: frameBytes, from: chunk.start)
            {
                end = extent.room
            }
            // A piece in the middle ends with a whole frame, or what follows would be read askew.
            let bytes = isLast ? end - chunk.start : (end - chunk.start) / Int64(frameBytes) * Int64(frameBytes)
            if bytes > 0 { ranges.append(chunk.start..<chunk.start + bytes) }
        }
        if ranges.isEmpty { ranges = [found.data[0].start..<found.data[0].start] }
        if found.data.count == 1 { claimedBytes = Self.honest(found.data[0], kind.framing) }
        fewerFrames = fewer(found.countedFrames)
        salvage = RepairNote(layout: self, found: found).salvage
    }

    /// A count is a note about the samples, which are there or not: it is told where it is wrong, never followed.
    private func fewer(_ counted: UInt64?) -> Int64? {
        guard isPlain, let counted = counted.map({ Int64(clamping: $0) }) else { return nil }
        let bytes = ranges.last?.upperBound == Int64.max ? claimedBytes ?? 0 : sampleBytes
        return counted < bytes / Int64(frameBytes) ? counted : nil
    }

    /// Headerless samples of a known format.
    init(raw: RawFormat, bytes: Int64) {
        container = "raw"
        (channels, sampleRate) = (raw.channels, raw.sampleRate)
        let encoding: PlainEncoding =
            switch raw.encoding {
            case .u8: .unsigned8
            case .s16le, .s24le, .s32le: .signed(bytes: raw.encoding.bytesPerSample, isBigEndian: false)
            case .f32le, .f64le: .float(bytes: raw.encoding.bytesPerSample, isBigEndian: false)
            }
        frameBytes = raw.encoding.bytesPerSample * raw.channels
        isPlain = true
        ranges = [0..<bytes]
        decoding = .raw(encoding)
        notes = [:]
    }

    private static func honest(
        _ chunk: (start: Int64, claimed: UInt64?, extent: SampleExtent?), _ framing: ChunkFraming
    ) -> Int64? {
        guard let claimed = chunk.claimed, claimed < 1 << 50 else { return nil }
        if chunk.extent == nil && framing.isPlaceholder(claimed) { return nil }
        return chunk.extent?.finding == .unknownLength ? nil : Int64(claimed)
    }
}

extension SampleLayout {
    /// Whether an MP3 lies in a WAV.
    var isMPEG: Bool {
        guard case .wave(let format, _, let isBigEndian) = decoding else { return false }
        return [0x50, 0x55].contains(WaveFormat(format, isBigEndian: isBigEndian).code)
    }

    /// The layout of a regular file; `nil` when it is no container that Sonora parses.
    /// - Throws: `notAudio` when it is one, but without a format; `noSamples` when it ends before them.
    static func of(_ descriptor: Descriptor, path: String) throws(CaptureError) -> SampleLayout? {
        switch try telling(parse(FileBytes(descriptor))) {
        case .success(let layout): return layout
        case .failure(.noContainer): return nil
        case .failure(.noSamples):
            throw CaptureError(
                .noSamples, path: path, problem: "no samples were found behind its header",
                advice: "it was cut off, or its recorder stopped before the first one; look for a backup")
        case .failure:
            throw CaptureError(
                .notAudio, path: path, problem: "its header does not tell how the samples are stored",
                advice: "if you know it, cut the header off and read the rest with --raw RATE:CHANNELS:s16le")
        }
    }
}

/// Uncompressed samples as libsndfile reads them without a header.
enum PlainEncoding: Equatable {
    case signed(bytes: Int, isBigEndian: Bool)
    case unsigned8
    case float(bytes: Int, isBigEndian: Bool)
    case muLaw, aLaw

    var bytesPerSample: Int {
        switch self {
        case .signed(let bytes, _), .float(let bytes, _): bytes
        case .unsigned8, .muLaw, .aLaw: 1
        }
    }
}
