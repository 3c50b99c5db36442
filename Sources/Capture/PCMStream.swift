// PCMStream: sound that comes through a pipe: a WAV stream, or raw samples whose format is told.

import Files

/// A live memo. Blocks are handed on as they arrive, not when they are full, so that a bloom can follow the voice.
public final class PCMStream: BlockSource {
    public let path: String
    public let format: AudioFormat
    /// A live block should not wait for a large piece; half a second of 16 kHz is plenty.
    private static let mostPerRead = 1 << 14

    /// What a pipe holds when a recording is ended, and a little more.
    private static let mostReadsAfterEnd = 32

    private let encoding: PCMEncoding
    private let input: any StreamInput
    private let end: RecordingSwitch?
    private let isRaw: Bool
    private var bytes: [UInt8]
    private var filled = 0
    /// Sample bytes still to come according to the header, `nil` where it did not say.
    private var remaining: Int64?
    private var bytesRead: Int64 = 0
    private var readAfterEnd = 0
    private var ending: Salvage?

    public var salvage: Salvage? { ending }
    public let isLive: Bool

    /// Standard input (`-`), or a file of raw samples.
    /// - Parameter raw: the format of headerless samples; `nil` reads a WAV header first.
    /// - Throws: `emptyFile`, `notAudio`, `readFailed`, `interrupted`.
    public convenience init(
        path: String, raw: RawFormat?, until end: RecordingSwitch? = nil
    ) throws(CaptureError) {
        let descriptor = path == "-" ? Descriptor.standardInput() : try telling(Descriptor.reading(path))
        try self.init(path: path, descriptor: descriptor, raw: raw, until: end)
    }

    convenience init(
        path: String, descriptor: Descriptor, raw: RawFormat?, until end: RecordingSwitch? = nil
    ) throws(CaptureError) {
        let kind = try telling(descriptor.status()).kind
        if kind == .folder { throw .isFolder(path) }
        try self.init(path: path, input: descriptor, isLive: kind == .stream, raw: raw, until: end)
    }

    /// - Parameter isLive: whether the sound may still be coming in.
    init(
        path: String, input: any StreamInput, isLive: Bool, raw: RawFormat? = nil, until end: RecordingSwitch? = nil
    ) throws(CaptureError) {
        self.path = path
        self.input = input
        self.end = end
        self.isLive = isLive
        isRaw = raw != nil
        bytes = [UInt8](repeating: 0, count: 1 << 16)
        var channels = 0
        var rate = 0
        var container = "raw"
        if let raw {
            (encoding, channels, rate) = (raw.encoding, raw.channels, raw.sampleRate)
        } else {
            let head = StreamBytes(input)
            let layout = try Self.layout(head, path: path)
            (encoding, channels, rate) = (layout.encoding, layout.channels, layout.sampleRate)
            container = layout.container
            remaining = layout.claimedBytes
            let rest = head.taken[layout.start...]
            if rest.count > bytes.count { bytes = [UInt8](repeating: 0, count: rest.count) }
            bytes.replaceSubrange(0..<rest.count, with: rest)
            filled = rest.count
            ending = layout.oddity
        }
        let frameBytes = Int64(encoding.bytesPerSample * channels)
        format = AudioFormat(
            container: container, encoding: encoding.name, sampleRate: rate, channels: channels,
            declaredFrames: remaining.map { $0 / frameBytes }, isInteger: encoding.isInteger,
            bitsPerSample: encoding.isInteger ? encoding.bytesPerSample * 8 : 0)
    }

    /// What the header of a stream says, as far as samples that follow it are concerned.
    private struct Header {
        var encoding: PCMEncoding
        var channels: Int
        var sampleRate: Int
        var container: String
        var claimedBytes: Int64?
        var start: Int
        /// What is wrong with it, as far as that can be known before the samples.
        var oddity: Salvage?
    }

    private static func layout(_ head: StreamBytes, path: String) throws(CaptureError) -> Header {
        func refusal(_ reason: String) -> CaptureError {
            CaptureError(
                .notAudio, path: path, problem: "it is not a WAV stream (\(reason))",
                advice: "pipe WAV, or name the format of raw samples with --raw RATE:CHANNELS:s16le")
        }
        switch try telling(SampleLayout.parse(head)) {
        case .success(let layout):
            guard let pcm = layout.pcm, (1...1024).contains(layout.channels),
                (1...1_000_000).contains(layout.sampleRate)
            else { throw refusal("its sample format is not plain PCM or float") }
            return Header(
                encoding: pcm, channels: layout.channels, sampleRate: layout.sampleRate, container: layout.container,
                claimedBytes: layout.claimedBytes, start: Int(layout.ranges[0].lowerBound),
                oddity: layout.claimedBytes == nil
                    ? .unknownLength
                    : layout.fewerFrames.map { Salvage.wrongCount($0, sampleRate: layout.sampleRate) })
        case .failure(let failure):
            if head.taken.isEmpty {
                throw CaptureError(
                    .emptyFile, path: path, problem: "nothing came in", advice: "check what writes to the pipe")
            }
            if head.isTooLong { throw refusal("its header is longer than 4 MiB") }
            if failure == .samplesBeforeFormat { throw refusal("its samples come before their format") }
            if failure == .noContainer && ContainerKind(head.taken) == nil && head.taken.count >= 12 {
                throw refusal("the stream does not start with a WAV header")
            }
            throw CaptureError(
                .notAudio, path: path, problem: "it ends inside its header (\(head.taken.count) bytes)",
                advice: "check what writes to the pipe")
        }
    }

    public func decode(into block: inout AudioBlock) throws(CaptureError) -> Int {
        precondition(block.channels == format.channels, "the block has another channel count than the stream")
        let frameBytes = encoding.bytesPerSample * format.channels
        block.frames = 0
        while filled < frameBytes && remaining != 0 {
            if bytes.count - filled < frameBytes {
                bytes.append(contentsOf: [UInt8](repeating: 0, count: frameBytes))
            }
            let got = try fill()
            if got == 0 {
                noteEnd(leftOver: filled)
                return 0
            }
        }
        var usable = filled
        if let remaining { usable = Int(min(Int64(usable), remaining)) }
        let frames = min(usable / frameBytes, block.capacity)
        guard frames > 0 else {
            if remaining != 0 { noteEnd(leftOver: usable) }
            return 0
        }
        encoding.decode(bytes, count: frames * format.channels, into: &block.samples)
        block.frames = frames
        let used = frames * frameBytes
        // By hand: a slice of the array would make it copy itself.
        for index in 0..<filled - used { bytes[index] = bytes[used + index] }
        filled -= used
        bytesRead += Int64(used)
        if let left = remaining { remaining = left - Int64(used) }
        return frames
    }

    private func fill() throws(CaptureError) -> Int {
        if end?.isOff == true {
            readAfterEnd += 1
            if readAfterEnd > Self.mostReadsAfterEnd { return 0 }
        }
        let wanted = min(bytes.count - filled, Self.mostPerRead)
        let got = try telling(input.read(into: &bytes, at: filled, upTo: wanted, until: { end?.isOff == true }))
        filled += got
        if isRaw && bytesRead == 0 && filled >= 12 && ContainerKind(bytes) != nil {
            ending = Salvage(
                kind: "headerAsSound", detail: "these raw samples begin with a WAV header; leave out --raw")
        }
        return got
    }

    private func noteEnd(leftOver: Int) {
        let frameBytes = Int64(encoding.bytesPerSample * format.channels)
        if let left = remaining, left >= frameBytes {
            let read = bytesRead / frameBytes
            ending = Salvage.truncated(frames: read, of: read + left / frameBytes, sampleRate: format.sampleRate)
        } else if leftOver > 0 && remaining == nil {
            ending = Salvage(
                kind: "truncated",
                detail:
                    "the memo ends inside a sample frame; \(leftOver) \(leftOver == 1 ? "byte was" : "bytes were") left out"
            )
        }
    }
}
