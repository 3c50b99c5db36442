// ContainerCheck: what must hold of every answer of the chunk parser, whatever the bytes were.

import Files

@testable import Capture

/// Parses bytes as a file and as a pipe, and traps where an answer cannot be right or took too much reading.
struct ContainerCheck {
    private let bytes: [UInt8]

    init(_ bytes: [UInt8]) { self.bytes = bytes }

    func all() throws(CaptureError) {
        let source = CountedBytes(bytes)
        if case .success(let layout) = try telling(SampleLayout.parse(source)) {
            check(layout, of: source)
            TagParser.check(layout.tags)
            try checkCleanHeader(of: layout)
        }
        let endless = CountedBytes(bytes, tellsLength: false)
        if case .success(let layout) = try telling(SampleLayout.parse(endless)) { checkStream(layout) }
        try readAsPipe()
    }

    private func check(_ layout: SampleLayout, of source: CountedBytes) {
        precondition(layout.frameBytes > 0, "a frame has bytes")
        precondition(layout.channels >= 0 && layout.sampleRate >= 0, "no count is below zero")
        precondition((layout.claimedBytes ?? 0) >= 0, "a header claims no less than nothing")
        precondition(!layout.ranges.isEmpty, "a layout says where samples lie, or would")
        var end: Int64 = 0
        for range in layout.ranges {
            precondition(range.lowerBound >= end, "ranges ascend and do not overlap")
            end = range.upperBound
        }
        precondition(end <= source.length ?? 0, "samples lie inside of the file")
        precondition(
            layout.sampleBytes >= 0 && (layout.salvage?.secondsRecovered ?? 0) >= 0, "sound is not less than none")
        precondition(layout.salvage?.detail.isEmpty != true, "what was repaired is told")
    }

    /// A header that was written for libsndfile is one that needs no repair.
    private func checkCleanHeader(of layout: SampleLayout) throws(CaptureError) {
        guard case .wave(let format, let fact, let isBigEndian) = layout.decoding else { return }
        let header = CleanHeader.wave(
            format: format, fact: fact, isBigEndian: isBigEndian, sampleBytes: layout.sampleBytes)
        let samples = layout.ranges.flatMap { bytes[Int($0.lowerBound)..<Int($0.upperBound)] }
        guard case .success(let clean) = try telling(SampleLayout.parse(MemoryBytes(header + samples))) else {
            preconditionFailure("a clean header is read")
        }
        precondition(clean.frameBytes == layout.frameBytes && clean.channels == layout.channels, "it keeps the format")
        precondition(clean.sampleBytes == layout.sampleBytes, "it keeps every sample")
    }

    private func checkStream(_ layout: SampleLayout) {
        precondition(layout.frameBytes > 0 && (layout.claimedBytes ?? 0) >= 0, "no count is below zero")
        precondition(layout.ranges.count == 1 && layout.ranges[0].lowerBound >= 0, "a pipe has one piece of samples")
    }

    /// The bytes through the reader of pipes, to their end.
    private func readAsPipe() throws(CaptureError) {
        let stream: PCMStream
        do {
            stream = try PCMStream(path: "-", input: BytesInput(bytes), isLive: true)
        } catch {
            precondition(error.code == .notAudio || error.code == .emptyFile, "a pipe that is none is refused")
            return
        }
        var block = AudioBlock(capacity: 256, channels: stream.format.channels)
        var frames = 0
        while try stream.read(into: &block) > 0 { frames += block.frames }
        precondition(frames <= bytes.count, "no sample comes from nowhere")
    }
}

/// Bytes in memory that trap when they are read far more than a parser that is bounded needs.
final class CountedBytes: ByteSource {
    /// In proportion to the input: what takes the square of it is small here, and a hang in a file of a megabyte.
    private let mostCalls: Int
    private let mostBytes: Int

    private let memory: MemoryBytes
    private let tellsLength: Bool
    private var calls = 0
    private var given = 0

    init(_ bytes: [UInt8], tellsLength: Bool = true) {
        mostCalls = 1000 + 4 * bytes.count
        mostBytes = (1 << 16) + 100 * bytes.count
        memory = MemoryBytes(bytes)
        self.tellsLength = tellsLength
    }

    var length: Int64? { tellsLength ? memory.length : nil }

    func bytes(at offset: Int64, count: Int) -> [UInt8] {
        precondition(offset >= 0 && count >= 0 && count <= 2 << 20, "no read is out of proportion")
        let piece = memory.bytes(at: offset, count: count)
        calls += 1
        given += piece.count
        precondition(calls <= mostCalls && given <= mostBytes, "the parser is bounded")
        return piece
    }
}

/// Bytes that come through a pipe, a few at a time.
private final class BytesInput: StreamInput {
    private let bytes: [UInt8]
    private var position = 0

    init(_ bytes: [UInt8]) { self.bytes = bytes }

    func read(
        into buffer: inout [UInt8], at offset: Int, upTo count: Int, until isEnding: () -> Bool
    ) -> Int {
        let got = min(count, buffer.count - offset, bytes.count - position, 1000)
        for index in 0..<got { buffer[offset + index] = bytes[position + index] }
        position += got
        return got
    }
}
