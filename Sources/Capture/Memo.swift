// Memo: a recording before it is read: where it lies, when it was made, what its bytes hash to.

import Files

/// One recording to process.
public struct Memo: Sendable {
    /// The file as the user named it; `-` is standard input. A name that may be no UTF-8 comes through `FileName.text(_:)`.
    public var path: String
    /// The format of headerless samples.
    public var raw: RawFormat?
    /// Ends a live recording.
    public var end: RecordingSwitch?
    /// Decodes apart what has to be parsed by a codec; `nil` decodes everything in this process.
    public var decoder: DecoderHost?

    /// Reads a file while it is written, until nothing has come for so many seconds; `nil` reads what is there.
    public var followIdleSeconds: Double?

    /// Samples (frames × channels) that are read at most; what lies behind them is told as salvage.
    public var maximumSamples = Self.usualMaximumSamples

    /// Ten hours of stereo at 48 kHz, and more than a day at 16 kHz.
    public static let usualMaximumSamples: Int64 = 4_000_000_000

    public init(
        path: String, raw: RawFormat? = nil, until end: RecordingSwitch? = nil, decoder: DecoderHost? = nil
    ) {
        self.path = path
        self.raw = raw
        self.end = end
        self.decoder = decoder
    }

    /// Sound that is pushed, in place of a file.
    private var recording: PushedRecording?

    /// A memo that a program pushes while it is processed.
    public init(_ recording: PushedRecording) {
        path = recording.name
        self.recording = recording
    }

    /// No file of fewer bytes holds a header and sound.
    private static let leastSound = 64

    /// Nobody will read it (any more): who pushes it is told.
    package func abandon() { recording?.abandon() }

    /// Opens the memo: pipes, and raw samples, as a stream; files whose samples are plain numbers here; all others in a
    /// process of their own.
    public func open() throws(CaptureError) -> any BlockSource {
        BoundedSource(try openWhole(), maximumSamples: maximumSamples)
    }

    private func openWhole() throws(CaptureError) -> any BlockSource {
        if let recording { return recording.source() }
        if let followIdleSeconds {
            return try FollowedFile(path: path, raw: raw, idleSeconds: followIdleSeconds, until: end)
        }
        if path == "-" || raw != nil { return try PCMStream(path: path, raw: raw, until: end) }
        let descriptor = try telling(Descriptor.reading(path))
        if try telling(descriptor.status()).kind == .stream {
            return try PCMStream(path: path, descriptor: descriptor, raw: nil, until: end)
        }
        let layout = try SoundFile.layout(of: descriptor, path: path)
        if let layout, layout.isPlain { return try SoundFile(path: path, descriptor: descriptor, layout: layout) }
        if let name = PhoneFormat.name(try telling(descriptor.bytes(at: 0, count: 16))) {
            return try FFmpegSource(path: path, descriptor: descriptor, named: name)
        }
        do {
            if let decoder { return RescuedSource.watching(try DecoderProcess(path: path, host: decoder)) }
            return try SoundFile(path: path, descriptor: descriptor, layout: layout)
        } catch {
            // What libsndfile does not know, ffmpeg may; when it does not either, the first answer counts.
            let head = try telling(descriptor.bytes(at: 0, count: 256))
            guard error.code == .notAudio || error.code == .unsupported, !PhoneFormat.isForeign(head),
                head.count >= Self.leastSound, FFmpeg.find("ffmpeg") != nil
            else { throw error }
            do {
                return try FFmpegSource(path: path, descriptor: descriptor, named: nil)
            } catch let second {
                throw second.code == .interrupted || second.code == .noSamples ? second : error
            }
        }
    }

    public var exists: Bool { path == "-" || FileStatus(of: path) != nil }

    /// Whether the memo can be read more than once.
    public var isRegularFile: Bool { path != "-" && FileStatus(of: path)?.kind == .regular }

    /// Whether anybody has the file open for writing; `nil` where the system does not tell.
    public var hasWriter: Bool? { (try? Descriptor.reading(path))?.hasWriter }

    /// When the file was last written, in seconds since 1970. Copying changes it, which is why results name the source.
    public func modificationTime() -> Double? {
        guard path != "-", recording == nil, let status = FileStatus(of: path), status.kind == .regular else {
            return nil
        }
        return status.modified
    }

    /// `sha256:` and the hash of the file's bytes, read in pieces; `nil` for a pipe.
    public func contentHash() throws(CaptureError) -> String? {
        guard path != "-", recording == nil, FileStatus(of: path)?.kind != .stream else { return nil }
        let descriptor = try telling(Descriptor.reading(path))
        guard try telling(descriptor.status()).kind == .regular else { return nil }
        var hash = ContentHash()
        var piece = [UInt8](repeating: 0, count: 1 << 16)
        while true {
            let got = try telling(descriptor.read(into: &piece, upTo: piece.count))
            if got == 0 { break }
            hash.update(piece[..<got])
        }
        return hash.text
    }
}
