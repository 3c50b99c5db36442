// Memo: a recording before it is read: where it lies, when it was made, what its bytes hash to.

import Crypto

/// One recording to process.
public struct Memo: Sendable {
    /// The file as the user named it; `-` is standard input. A name that may be no UTF-8 comes through `FileName.text(_:)`.
    public var path: String
    /// The format of headerless samples.
    public var raw: RawFormat?
    /// Ends a live recording.
    public var end: RecordingSwitch?

    public init(path: String, raw: RawFormat? = nil, until end: RecordingSwitch? = nil) {
        self.path = path
        self.raw = raw
        self.end = end
    }

    /// Opens the memo: files through libsndfile; pipes, and raw samples, as a stream.
    public func open() throws(CaptureError) -> any BlockSource {
        if path == "-" || raw != nil { return try PCMStream(path: path, raw: raw, until: end) }
        let descriptor = try Descriptor.reading(path)
        if descriptor.status().kind == .stream {
            return try PCMStream(path: path, descriptor: descriptor, raw: nil, until: end)
        }
        let file: SoundFile
        do {
            file = try SoundFile(path: path, descriptor: descriptor)
        } catch {
            // What libsndfile refuses for its sizes may still be plain samples behind a header that can be read.
            guard error.code == .notAudio, WaveHeader(descriptor) != nil else { throw error }
            return try PCMStream(path: path, descriptor: Descriptor.reading(path), raw: nil)
        }
        if file.format.declaredFrames == 0, let header = file.waveHeader, header.dataBytes == nil {
            // A recorder that crashed left the size at 0, and libsndfile believes it: read to the end instead.
            return try PCMStream(path: path, descriptor: Descriptor.reading(path), raw: nil)
        }
        return file
    }

    public var exists: Bool { path == "-" || Descriptor.status(of: path) != nil }

    /// Whether the memo can be read more than once.
    public var isRegularFile: Bool { path != "-" && Descriptor.status(of: path)?.kind == .regular }

    /// When the file was last written, in seconds since 1970. Copying changes it, which is why results name the source.
    public func modificationTime() -> Double? {
        guard path != "-", let status = Descriptor.status(of: path), status.kind == .regular else { return nil }
        return status.modified
    }

    /// `sha256:` and the hash of the file's bytes, read in pieces; `nil` for a pipe.
    public func contentHash() throws(CaptureError) -> String? {
        guard path != "-", Descriptor.status(of: path)?.kind != .stream else { return nil }
        let descriptor = try Descriptor.reading(path)
        guard descriptor.status().kind == .regular else { return nil }
        var hash = SHA256()
        var piece = [UInt8](repeating: 0, count: 1 << 18)
        while true {
            let got = try descriptor.read(into: &piece, upTo: piece.count, path: path)
            if got == 0 { break }
            piece.withUnsafeBytes { hash.update(bufferPointer: .init(rebasing: $0[..<got])) }
        }
        let digits = hash.finalize().map { byte in
            let text = String(byte, radix: 16)
            return byte < 16 ? "0" + text : text
        }
        return "sha256:" + digits.joined()
    }
}
