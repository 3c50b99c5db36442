// SoundFile: libsndfile for reading and writing. The only file that holds its pointers.
// API: https://libsndfile.github.io/libsndfile/api.html

import CSndfile
import Files
import Synchronization

/// An audio file that is read in blocks. What libsndfile knows, this reads.
public final class SoundFile: BlockSource {
    public let path: String
    public let format: AudioFormat
    private let handle: OpaquePointer
    private let descriptor: Descriptor
    private let layout: SampleLayout?
    /// What libsndfile reads from, unless that is a pipe. It must live as long as the handle.
    private let view: CleanView?
    private let isMPEG: Bool
    private var framesRead: Int64 = 0
    private var shortfall: Salvage?

    /// Opens an audio file.
    /// - Throws: `notFound`, `notPermitted`, `isFolder`, `emptyFile`, `notAudio`, `unsupported`.
    public convenience init(path: String) throws(CaptureError) {
        try self.init(path: path, descriptor: telling(Descriptor.reading(path)))
    }

    convenience init(path: String, descriptor: Descriptor) throws(CaptureError) {
        let layout = try Self.layout(of: descriptor, path: path)
        try self.init(path: path, descriptor: descriptor, layout: layout)
    }

    /// Where the samples lie in a file that Sonora parses itself.
    /// - Throws: `isFolder`, `emptyFile`, `notAudio`, `noSamples`.
    static func layout(of descriptor: Descriptor, path: String) throws(CaptureError) -> SampleLayout? {
        let status = try telling(descriptor.status())
        if status.kind == .folder { throw .isFolder(path) }
        if status.kind == .regular && status.bytes == 0 { throw .empty(path) }
        return status.kind == .regular ? try SampleLayout.of(descriptor, path: path) : nil
    }

    /// - Parameter layout: where the samples lie, for containers that Sonora parses itself.
    init(path: String, descriptor: Descriptor, layout: SampleLayout?) throws(CaptureError) {
        var info = SF_INFO()
        let clean = layout.flatMap { CleanView(of: $0, in: descriptor) }
        // All reading goes through a view, which knows a failing disk from the end of the file.
        var view = if let clean { clean } else { try telling(CleanView(whole: descriptor)) }
        if case .raw(let encoding)? = layout?.decoding, let layout {
            info.samplerate = Int32(clamping: layout.sampleRate)
            info.channels = Int32(clamping: layout.channels)
            info.format = Int32(SF_FORMAT_RAW) | encoding.libraryFormat
        }
        var opened = Self.open(view, or: descriptor, &info)
        var guessedFrames: Int64?
        if clean == nil, let handle = opened.handle, Self.containerName(info.format) == "mpeg" {
            // Once more, without the length that the guess comes from.
            guessedFrames = info.frames
            sf_close(handle)
            view = try telling(CleanView(whole: descriptor, hidesEnd: true))
            info = SF_INFO()
            opened = Self.open(view, or: descriptor, &info)
        }
        if let failure = view?.failure {
            if let handle = opened.handle { sf_close(handle) }
            throw CaptureError(failure)
        }
        guard let handle = opened.handle else { throw Self.refusal(path, error: opened.error) }
        self.path = path
        self.descriptor = descriptor
        self.handle = handle
        self.layout = layout
        self.view = view
        let encoding = SampleEncoding(subformat: info.format & Int32(SF_FORMAT_SUBMASK))
        // A length nobody can know is reported as SF_COUNT_MAX or as 2^31 − 1.
        let frames = guessedFrames ?? info.frames
        let known = frames >= 0 && frames < Int64(Int32.max) * 1024 && info.seekable != 0
        format = AudioFormat(
            container: layout?.container ?? SoundFile.containerName(info.format), encoding: encoding.name,
            sampleRate: Int(info.samplerate),
            channels: Int(info.channels), declaredFrames: known ? frames : nil,
            isInteger: encoding.bits > 0, bitsPerSample: encoding.bits)
        isMPEG = format.container == "mpeg" || ["mp1", "mp2", "mp3"].contains(format.encoding)
        shortfall = layout?.salvage
    }

    /// Held while a file is opened, to read or to write it: why one was refused, the library keeps in one place for all.
    package static let opening = Mutex(())

    /// - Returns: the handle, or the library's number for why there is none.
    private static func open(
        _ view: CleanView?, or descriptor: Descriptor, _ info: inout SF_INFO
    ) -> (handle: OpaquePointer?, error: Int32) {
        let (bits, error) = opening.withLock { _ -> (UInt, Int32) in
            let handle: OpaquePointer?
            if let view {
                var calls = CleanView.calls
                handle = sf_open_virtual(&calls, Int32(SFM_READ), &info, Unmanaged.passUnretained(view).toOpaque())
            } else {
                // The library gets a number of its own to close: refusing a file, it closes even what it was told not
                // to, and a second close here would hit whatever file another task has opened under that number.
                handle = sf_open_fd(descriptor.duplicate(), Int32(SFM_READ), &info, Int32(SF_TRUE))
            }
            return (UInt(bitPattern: handle), handle == nil ? sf_error(nil) : 0)
        }
        return (OpaquePointer(bitPattern: bits), error)
    }

    deinit { sf_close(handle) }

    public var salvage: Salvage? { shortfall }
    public var tags: SourceTags {
        let own = SourceTags(title: string(SF_STR_TITLE), artist: string(SF_STR_ARTIST), date: string(SF_STR_DATE))
        return layout.map { $0.tags.merging(own) } ?? own
    }
    /// Where an MP3 was cut the library throws away all that it was reading then: better a little.
    private var mostAtOnce: Int { isMPEG ? 576 : .max }
    /// The length of these is the library's guess.
    private var hasExactLength: Bool {
        !isMPEG && format.container != "ogg"
    }
    /// Whether a look around is cheap and harmless: in MPEG it costs a search and upsets the decoder.
    public var canLookAround: Bool { hasExactLength && format.declaredFrames != nil }
    public var isLive: Bool { false }

    public func decode(into block: inout AudioBlock) throws(CaptureError) -> Int {
        try decode(into: &block, upTo: block.capacity)
    }

    /// - Parameter most: frames at most, no more than the block holds.
    func decode(into block: inout AudioBlock, upTo most: Int) throws(CaptureError) -> Int {
        precondition(block.channels == format.channels, "the block has another channel count than the file")
        let got = block.samples.withUnsafeMutableBufferPointer {
            sf_readf_float(handle, $0.baseAddress, sf_count_t(min(most, block.capacity, mostAtOnce)))
        }
        let failure = sf_error(handle)
        block.frames = Int(max(0, got))
        try checkReading(failure)
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

    /// A disk that fails is no end of the memo.
    private func checkReading(_ error: Int32) throws(CaptureError) {
        if let failure = view?.failure { throw CaptureError(failure) }
        if view == nil && error == SF_ERR_SYSTEM { throw CaptureError(.brokenReading(path)) }
    }

    public func stretches(at starts: [Int64], frames: Int) throws(CaptureError) -> (any StretchSource)? {
        guard canLookAround else { return nil }
        return SoundFileStretches(
            try SoundFile(path: path, descriptor: telling(Descriptor.reading(path)), layout: layout), starts: starts)
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
                try checkReading(sf_error(handle))
                try writer.write(integers: integers, frames: got)
            } else {
                got = block.samples.withUnsafeMutableBufferPointer { sf_readf_float(handle, $0.baseAddress, wanted) }
                try checkReading(sf_error(handle))
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

/// A file of its own to look around in: seeking may change what a decoder gives afterwards.
private final class SoundFileStretches: StretchSource {
    private let file: SoundFile
    private var starts: ArraySlice<Int64>

    init(_ file: SoundFile, starts: [Int64]) {
        self.file = file
        self.starts = starts[...]
    }

    func decodeNext(into block: inout AudioBlock) throws(CaptureError) -> Bool {
        guard let start = starts.popFirst() else { return false }
        block.frames = 0
        if file.seek(toFrame: start) { _ = try file.decode(into: &block) }
        return true
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
        staged = try telling(StagedFile(path: path))
        var info = SF_INFO()
        info.samplerate = Int32(clamping: source.sampleRate)
        info.channels = Int32(clamping: source.channels)
        info.format = Self.libraryFormat(container, source)
        let bits = SoundFile.opening.withLock { _ in
            UInt(bitPattern: sf_open_fd(staged.descriptor.duplicate(), Int32(SFM_WRITE), &info, Int32(SF_TRUE)))
        }
        guard let handle = OpaquePointer(bitPattern: bits) else {
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
            if status != 0 { throw CaptureError(.full(staged.path)) }
        }
        try telling(staged.commit())
    }

    private func check(_ wrote: Int64, _ wanted: Int) throws(CaptureError) {
        if wrote != Int64(wanted) { throw CaptureError(.full(staged.path)) }
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

extension CleanView {
    /// What libsndfile calls in place of the system's own functions. Its context is the view.
    static let calls = SF_VIRTUAL_IO(
        get_filelen: { view(of: $0).length },
        seek: { offset, whence, context in
            let view = view(of: context)
            if whence == SEEK_END && view.hidesEnd { return -1 }
            let base = whence == SEEK_CUR ? view.here : whence == SEEK_END ? view.length : 0
            let (place, overflow) = base.addingReportingOverflow(offset)
            return overflow ? -1 : view.seek(to: place)
        },
        read: { buffer, count, context in
            sf_count_t(
                view(of: context).read(into: UnsafeMutableRawBufferPointer(start: buffer, count: max(0, Int(count)))))
        },
        write: { _, _, _ in 0 },
        tell: { view(of: $0).here })

    private static func view(of context: UnsafeMutableRawPointer?) -> CleanView {
        Unmanaged<CleanView>.fromOpaque(context!).takeUnretainedValue()
    }
}
