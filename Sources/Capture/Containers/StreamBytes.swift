// StreamBytes: the beginning of a pipe, kept while its header is parsed.

import Files

/// Reads on only as far as somebody asks, so that a live header is understood as soon as it is there.
final class StreamBytes: ByteSource {
    private let input: any StreamInput
    /// Everything that was taken from the pipe so far.
    private(set) var taken: [UInt8] = []
    private(set) var hasEnded = false
    /// Whether somebody asked for more than a header may have.
    private(set) var isTooLong = false

    /// A pipe whose samples have not begun after this many bytes is not one that Sonora reads.
    static let limit: Int64 = 4 << 20

    init(_ input: any StreamInput) { self.input = input }

    var length: Int64? { nil }

    func bytes(at offset: Int64, count: Int) throws(FileError) -> [UInt8] {
        guard offset >= 0, offset <= Self.limit - Int64(count) else {
            isTooLong = true
            return []
        }
        let start = Int(offset)
        var piece = [UInt8](repeating: 0, count: 1 << 12)
        while taken.count < start + count && !hasEnded {
            let got = try input.read(into: &piece, at: 0, upTo: piece.count, until: { false })
            hasEnded = got == 0
            taken.append(contentsOf: piece[..<got])
        }
        return start < taken.count ? Array(taken[start..<min(taken.count, start + count)]) : []
    }
}
