// CleanView: a file as it should have been written: a clean header, and behind it the samples alone.

import Files

/// The bytes that libsndfile is shown in place of a container that Sonora has parsed: whatever else the file holds, the
/// library never sees it. Used by one task at a time.
final class CleanView {
    private let descriptor: Descriptor
    private let header: [UInt8]
    private let ranges: [Range<Int64>]
    private var position: Int64 = 0
    let length: Int64
    /// Whether nobody is told where the view ends, other than by coming there. From a length libmpg123 guesses how many
    /// frames a memo has, and libsndfile then reads no further; without one they read to the end.
    let hidesEnd: Bool

    /// Why reading failed. Whoever asked through the library has to look here: to it a failure is an end.
    private(set) var failure: FileError?

    /// A whole file; `nil` for what is none, as there is no moving in it.
    init?(whole descriptor: Descriptor, hidesEnd: Bool = false) throws(FileError) {
        let status = try descriptor.status()
        guard status.kind == .regular else { return nil }
        self.descriptor = descriptor
        header = []
        length = status.bytes
        ranges = [0..<length]
        self.hidesEnd = hidesEnd
    }

    /// `nil` where the file can only be read as it is.
    init?(of layout: SampleLayout, in descriptor: Descriptor) {
        switch layout.decoding {
        case .asItIs: return nil
        case .raw: header = []
        case .wave(let format, let fact, let isBigEndian):
            header =
                !layout.isPlain && !isBigEndian && layout.sampleBytes % 2 == 1
                ? CleanHeader.wave64(format: format, sampleBytes: layout.sampleBytes)
                : CleanHeader.wave(
                    format: format, fact: layout.salvage == nil ? fact : nil, isBigEndian: isBigEndian,
                    sampleBytes: layout.sampleBytes)
        }
        self.descriptor = descriptor
        hidesEnd = layout.isMPEG
        ranges = layout.ranges
        length = Int64(header.count) + layout.sampleBytes
    }

    /// Moves to a place and tells it; a place outside of the view is the nearest one inside.
    func seek(to place: Int64) -> Int64 {
        position = min(max(0, place), length)
        return position
    }

    var here: Int64 { position }

    /// Fills the buffer from here on. Returns how many bytes there were, fewer than asked for only at the end, and where
    /// reading failed.
    func read(into buffer: UnsafeMutableRawBufferPointer) -> Int {
        var done = 0
        while done < buffer.count {
            let got: Int
            do throws(FileError) {
                got = try readPiece(into: UnsafeMutableRawBufferPointer(rebasing: buffer[done...]))
            } catch {
                failure = error
                break
            }
            if got == 0 { break }
            done += got
            position += Int64(got)
        }
        return done
    }

    /// Reads from the one part of the view that lies here.
    private func readPiece(into buffer: UnsafeMutableRawBufferPointer) throws(FileError) -> Int {
        if position < header.count {
            let part = header[Int(position)...].prefix(buffer.count)
            buffer.copyBytes(from: part)
            return part.count
        }
        var inside = position - Int64(header.count)
        for range in ranges {
            let bytes = range.upperBound - range.lowerBound
            if inside < bytes {
                let count = Int(min(Int64(buffer.count), bytes - inside))
                return try descriptor.read(
                    at: range.lowerBound + inside, into: UnsafeMutableRawBufferPointer(rebasing: buffer[..<count]))
            }
            inside -= bytes
        }
        return 0
    }
}
