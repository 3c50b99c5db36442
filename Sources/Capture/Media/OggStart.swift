// OggStart: where the clock of an Ogg stream begins. What was taken from a running broadcast begins anywhere.
// Layout: RFC 3533.

import Files

package enum OggStart {
    private static let searched = 1 << 17
    /// No page of sound is longer.
    private static let longestPageSeconds = 10.0

    /// Whether the first page of sound counts from the beginning, so that the last one tells how long the whole is.
    package static func isAtZero(_ source: some ByteSource, sampleRate: Int) throws(FileError) -> Bool {
        let bytes = try source.bytes(at: 0, count: searched)
        var offset = 0
        while offset + 27 <= bytes.count, bytes.tag(at: offset) == "OggS" {
            // The sample behind the page: none in headers, and -1 where no packet ends.
            let position = Int64(bitPattern: bytes.uint64(at: offset + 6))
            if position > 0 { return Double(position) / Double(sampleRate) <= longestPageSeconds }
            let segments = Int(bytes[offset + 26])
            guard offset + 27 + segments <= bytes.count else { return false }
            offset += 27 + segments + bytes[offset + 27..<offset + 27 + segments].reduce(0) { $0 + Int($1) }
        }
        return false
    }
}
