// SoundFile: libsndfile for reading and writing. The only file that holds its pointers.
// API: https://libsndfile.github.io/libsndfile/api.html

import CSndfile

/// An audio file that is read in blocks. What libsndfile knows, this reads.
public final class SoundFile: BlockSource {
    public let path: String
    public let format: AudioFormat
    private let handle: OpaquePointer
    private let descriptor: Descriptor
    /// The file's own header where it is a WAV that Sonora can parse: libsndfile does not say what it corrected.
    let waveHeader: WaveHeader?
    private var framesRead: Int64 = 0
    private var shortfall: Salvage?

    /// Opens an audio file.
    /// - Throws: `notFound`, `notPermitted`, `isFolder`, `emptyFile`, `notAudio`, `unsupported`.
    public convenience init(path: String) throws(CaptureError) {
        try self.init(path: path, descriptor: Descriptor.reading(path))
    }

    init(path: String, descriptor: Descriptor) throws(CaptureError) {
        let status = descriptor.status()
        if status.kind == .folder { throw .isFolder(path) }
        if status.kind == .regular && status.bytes == 0 {
            throw CaptureError(
                .emptyFile, path: path, problem: "the file is empty (0 bytes)",
                advice: "nothing was recorded; delete it or copy it again")
        }
        let head = status.kind == .regular ? descriptor.head(12) : []
        var info = SF_INFO()
        // The library gets a number of its own to close: refusing a file, it closes even what it was told not to, and a
        // second close here would hit whatever file another task has opened under that number meanwhile.
        guard let handle = sf_open_fd(descriptor.duplicate(), Int32(SFM_READ), &info, Int32(SF_TRUE)) else {
            throw Self.refusal(path, head: head)
        }
        self.path = path
        self.descriptor = descriptor
        self.handle = handle
        let encoding = SampleEncoding(subformat: info.format & Int32(SF_FORMAT_SUBMASK))
        // A length nobody can know is reported as SF_COUNT_MAX or as 2^31 − 1.
        let known = info.frames >= 0 && info.frames < Int64(Int32.max) * 1024 && info.seekable != 0
        format = AudioFormat(
            container: Self.containerName(info.format), encoding: encoding.name, sampleRate: Int(info.samplerate),
            channels: Int(info.channels), declaredFrames: known ? info.frames : nil,
            isInteger: encoding.bits > 0, bitsPerSample: encoding.bits)
        let isWave = format.container == "wav" || format.container == "rf64"
        waveHeader = isWave && status.kind == .regular ? WaveHeader(descriptor) : nil
        if let header = waveHeader, header.dataBytes == nil, format.declaredFrames ?? 0 > 0 {
            shortfall = .unknownLength
        }
        if let header = waveHeader, let claimed = header.dataBytes {
            let present = status.bytes - Int64(header.dataOffset)
            if claimed - claimed % header.frameBytes > present && format.declaredFrames ?? 0 > 0 {
                shortfall = .truncated(
                    frames: present / header.frameBytes, of: claimed / header.frameBytes,
                    sampleRate: format.sampleRate)
            }
        }
    }

    deinit { sf_close(handle) }

    public var salvage: Salvage? { shortfall }
    public var tags: SourceTags {
        SourceTags(title: string(SF_STR_TITLE), artist: string(SF_STR_ARTIST), date: string(SF_STR_DATE))
    }
    /// The length of these is the library's guess.
    private var hasExactLength: Bool {
        !["mpeg", "ogg"].contains(format.container) && !["mp1", "mp2", "mp3"].contains(format.encoding)
    }
    /// Whether a look around is cheap and harmless: in MPEG it costs a search and upsets the decoder.
    public var seeksWell: Bool { hasExactLength && format.declaredFrames != nil }
    public var isLive: Bool { false }

    public func read(into block: inout AudioBlock) throws(CaptureError) -> Int {
        precondition(block.channels == format.channels, "the block has another channel count than the file")
        let got = block.samples.withUnsafeMutableBufferPointer {
            sf_readf_float(handle, $0.baseAddress, sf_count_t(block.capacity))
        }
        let failure = sf_error(handle)
        block.frames = Int(max(0, got))
        block.nonFiniteSamples = 0
        if !format.isInteger { block.scrub() }
        framesRead += Int64(block.frames)
        if block.frames == 0 {
            if let declared = format.declaredFrames, hasExactLength, framesRead < declared, framesRead > 0 {
                shortfall = Salvage.truncated(frames: framesRead, of: declared, sampleRate: format.sampleRate)
            } else if failure != SF_ERR_NO_ERROR && framesRead == 0 {
                throw CaptureError(
                    .readFailed, path: path, problem: "decoding failed (\(Self.text(failure)))",
                    advice: "the file is damaged; copy it again from its source")
            }
        }
        return block.frames
    }

    /// Moves to a frame. Only for looking around: after a seek a lossy decoder may give other bits.
    public func seek(toFrame frame: Int64) -> Bool {
        sf_seek(handle, frame, Int32(SEEK_SET)) == frame
    }

    /// Copies frames into a writer, sample for sample where both are integers (libsndfile scales floats by 32767 on
    /// the way out but by 32768 on the way in, so floats would not come back the same).
    public func copy(frames: Range<Int64>, to writer: SoundFileWriter) throws(CaptureError) {
        guard seek(toFrame: frames.lowerBound) else {
            throw CaptureError(
                .readFailed, path: path, problem: "it cannot be read from \(frames.lowerBound) on",
                advice: "convert it to WAV or FLAC first")
        }
        let channels = format.channels
        let piece = max(64, 65_536 / channels)
        var integers = [Int32](repeating: 0, count: format.isInteger ? piece * channels : 0)
        var block = AudioBlock(capacity: format.isInteger ? 1 : piece, channels: channels)
        var left = frames.upperBound - frames.lowerBound
        while left > 0 {
            let wanted = min(Int64(piece), left)
            let got: Int64
            if format.isInteger {
                got = integers.withUnsafeMutableBufferPointer { sf_readf_int(handle, $0.baseAddress, wanted) }
                try writer.write(integers: integers, frames: got)
            } else {
                got = block.samples.withUnsafeMutableBufferPointer { sf_readf_float(handle, $0.baseAddress, wanted) }
                block.frames = Int(got)
                block.scrub()
                try writer.write(block)
            }
            guard got > 0 else {
                throw CaptureError(
                    .readFailed, path: path, problem: "it ends before the piece that was asked for",
                    advice: "convert it to WAV or FLAC first")
            }
            left -= got
        }
    }

    /// The bytes of one of the file's strings: the library does not care for their encoding.
    private func string(_ kind: Int) -> [UInt8]? {
        sf_get_string(handle, Int32(kind)).map { text in
            Array((0...).lazy.map { UInt8(bitPattern: text[$0]) }.prefix { $0 != 0 })
        }
    }

    private static func text(_ error: Int32) -> String {
        var text = String(cString: sf_error_number(error)).lowercased()
        while let last = text.last, last == "." || last == "\n" { text.removeLast() }
        return text
    }

    /// Formats that phones record and libsndfile refuses, by their first bytes.
    private static func phoneFormat(_ head: [UInt8]) -> String? {
        if head.count >= 8 && head.tag(at: 4) == "ftyp" { return "MP4 (m4a, mov, 3gp)" }
        if head.starts(with: "#!AMR".utf8) { return "AMR" }
        if head.starts(with: [0x1A, 0x45, 0xDF, 0xA3]) { return "WebM or Matroska" }
        if head.count >= 2 && head[0] == 0xFF && head[1] & 0xF6 == 0xF0 { return "AAC" }
        return nil
    }

    private static func refusal(_ path: String, head: [UInt8]) -> CaptureError {
        let error = sf_error(nil)
        let detail = text(error)
        if let format = phoneFormat(head) {
            return CaptureError(
                .unsupported, path: path, problem: "it is \(format), which is not read here yet",
                advice: "convert it first: ffmpeg -i FILE memo.wav")
        }
        if error == SF_ERR_UNSUPPORTED_ENCODING || detail.contains("channel") || detail.contains("sample rate") {
            return CaptureError(
                .unsupported, path: path, problem: "this kind of audio is not supported (\(detail))",
                advice: "convert it to WAV or FLAC")
        }
        return CaptureError(
            .notAudio, path: path, problem: "it is not audio that can be read here (\(detail))",
            advice: "see `sonora doctor` for the formats, or convert it to WAV")
    }

    private static func containerName(_ format: Int32) -> String {
        switch format & Int32(SF_FORMAT_TYPEMASK) {
        case Int32(SF_FORMAT_WAV), Int32(SF_FORMAT_WAVEX): "wav"
        case Int32(SF_FORMAT_RF64): "rf64"
        case Int32(SF_FORMAT_W64): "w64"
        case Int32(SF_FORMAT_AIFF): "aiff"
        case Int32(SF_FORMAT_CAF): "caf"
        case Int32(SF_FORMAT_FLAC): "flac"
        case Int32(SF_FORMAT_OGG): "ogg"
        case Int32(SF_FORMAT_MPEG): "mpeg"
        case Int32(SF_FORMAT_AU): "au"
        default: "other"
        }
    }

    /// The version of the library, as `1.2.0`.
    public static let libraryVersion: String = {
        let text = String(cString: sf_version_string())
        return text.split(separator: "-").last.map(String.init) ?? text
    }()

    /// Every container that the library on this machine reads, with its usual file extension.
    public static func readableFormats() -> [(name: String, fileExtension: String)] {
        var count: Int32 = 0
        sf_command(nil, Int32(SFC_GET_FORMAT_MAJOR_COUNT), &count, Int32(MemoryLayout<Int32>.size))
        return (0..<count).compactMap { number in
            var info = SF_FORMAT_INFO()
            info.format = number
            guard sf_command(nil, Int32(SFC_GET_FORMAT_MAJOR), &info, Int32(MemoryLayout<SF_FORMAT_INFO>.size)) == 0,
                let name = info.name, let ending = info.extension
            else { return nil }
            return (String(cString: name), String(cString: ending))
        }
    }
}

/// The names of libsndfile's subformats.
private struct SampleEncoding {
    let name: String
    /// Bits of an integer encoding, else 0.
    let bits: Int

    init(subformat: Int32) {
        let known: [(Int, String, Int)] = [
            (SF_FORMAT_PCM_S8, "pcm8", 8), (SF_FORMAT_PCM_U8, "pcm8", 8),
            (SF_FORMAT_PCM_16, "pcm16", 16), (SF_FORMAT_PCM_24, "pcm24", 24),
            (SF_FORMAT_PCM_32, "pcm32", 32), (SF_FORMAT_FLOAT, "float32", 0),
            (SF_FORMAT_DOUBLE, "float64", 0), (SF_FORMAT_ULAW, "ulaw", 0),
            (SF_FORMAT_ALAW, "alaw", 0), (SF_FORMAT_IMA_ADPCM, "imaAdpcm", 0),
            (SF_FORMAT_MS_ADPCM, "msAdpcm", 0), (SF_FORMAT_GSM610, "gsm610", 0),
            (SF_FORMAT_VORBIS, "vorbis", 0), (SF_FORMAT_OPUS, "opus", 0),
            (SF_FORMAT_ALAC_16, "alac16", 16), (SF_FORMAT_ALAC_24, "alac24", 24),
            (SF_FORMAT_MPEG_LAYER_I, "mp1", 0), (SF_FORMAT_MPEG_LAYER_II, "mp2", 0),
            (SF_FORMAT_MPEG_LAYER_III, "mp3", 0),
        ]
        let match = known.first { Int32($0.0) == subformat }
        name = match?.1 ?? "other"
        bits = match?.2 ?? 0
    }
}

/// An audio file that is written beside its place and appears when it is whole.
public final class SoundFileWriter {
    public enum Container: String, Sendable, CaseIterable { case wav, flac }

    private let staged: StagedFile
    private var handle: OpaquePointer?

    /// - Parameters:
    ///   - path: the file that appears on `commit()`.
    ///   - source: the format to keep as far as the container can: rate, channels and bits.
    /// - Throws: `cannotWrite`, `diskFull`; `unsupported` when the container cannot hold the format.
    public init(path: String, container: Container, like source: AudioFormat) throws(CaptureError) {
        staged = try StagedFile(path: path)
        var info = SF_INFO()
        info.samplerate = Int32(clamping: source.sampleRate)
        info.channels = Int32(clamping: source.channels)
        info.format = Self.libraryFormat(container, source)
        guard let handle = sf_open_fd(staged.descriptor.duplicate(), Int32(SFM_WRITE), &info, Int32(SF_TRUE)) else {
            throw CaptureError(
                .unsupported, path: path,
                problem: "\(container.rawValue) cannot hold \(source.channels) channels at \(source.sampleRate) Hz",
                advice: "choose the other format of --split-format")
        }
        // Without it, values beyond full scale wrap around.
        sf_command(handle, Int32(SFC_SET_CLIPPING), nil, Int32(SF_TRUE))
        self.handle = handle
    }

    deinit { if let handle { sf_close(handle) } }

    public func write(_ block: AudioBlock) throws(CaptureError) {
        let wrote = block.samples.withUnsafeBufferPointer {
            sf_writef_float(handle, $0.baseAddress, sf_count_t(block.frames))
        }
        try check(wrote, block.frames)
    }

    func write(integers: [Int32], frames: Int64) throws(CaptureError) {
        guard frames > 0 else { return }
        let wrote = integers.withUnsafeBufferPointer { sf_writef_int(handle, $0.baseAddress, frames) }
        try check(wrote, Int(frames))
    }

    public func commit() throws(CaptureError) {
        if let handle {
            sf_write_sync(handle)
            let status = sf_close(handle)
            self.handle = nil
            if status != 0 { throw .writing(staged.path, errno: Errno.noSpace) }
        }
        try staged.commit()
    }

    private func check(_ wrote: Int64, _ wanted: Int) throws(CaptureError) {
        if wrote != Int64(wanted) { throw .writing(staged.path, errno: Errno.noSpace) }
    }

    private static func libraryFormat(_ container: Container, _ source: AudioFormat) -> Int32 {
        switch container {
        case .wav:
            let encoding: Int =
                switch (source.bitsPerSample, source.encoding) {
                case (8, _): SF_FORMAT_PCM_U8
                case (24, _): SF_FORMAT_PCM_24
                case (32, _): SF_FORMAT_PCM_32
                case (_, "float32"), (_, "float64"): SF_FORMAT_FLOAT
                default: SF_FORMAT_PCM_16
                }
            return Int32(SF_FORMAT_WAV | encoding)
        case .flac:
            let wide = source.bitsPerSample > 16 || source.encoding.hasPrefix("float")
            let encoding = wide ? SF_FORMAT_PCM_24 : SF_FORMAT_PCM_16
            return Int32(SF_FORMAT_FLAC | encoding)
        }
    }
}
