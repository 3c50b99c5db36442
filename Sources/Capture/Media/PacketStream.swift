// PacketStream: AAC and AMR without a container: packets one behind the other, and no word of how many.
// Layout: ISO/IEC 13818-7 (ADTS); RFC 4867, section 5 (AMR files).

import Files

/// The first packets tell how many seconds take how many bytes; the length is a guess from that.
enum PacketStream {
    private static let looked = 1 << 16
    /// By chance a few bytes look like a packet, but not so many in a row.
    private static let leastPackets = 3

    static func facts(_ source: some ByteSource, head: [UInt8]) throws(FileError) -> MediaFacts? {
        guard let length = source.length else { return nil }
        if head.starts(with: "#!AMR".utf8) { return try amr(source, length: length) }
        guard PhoneFormat.isADTS(head), try !hasTagsBehind(source, length: length) else { return nil }
        return adts(try source.bytes(at: 0, count: looked), length: length)
    }

    private static func adts(_ bytes: [UInt8], length: Int64) -> MediaFacts? {
        let rates = [
            96_000, 88_200, 64_000, 48_000, 44_100, 32_000, 24_000, 22_050, 16_000, 12_000, 11_025, 8000, 7350,
        ]
        var (offset, packets, blocks) = (0, 0, 0)
        let format = bytes.count > 3 ? bytes[2] & 0xFD : 0
        while offset + 7 <= bytes.count {
            // Each packet repeats the format.
            guard PhoneFormat.isADTS(Array(bytes[offset..<offset + 7])), bytes[offset + 2] & 0xFD == format else {
                return nil
            }
            let size =
                Int(bytes[offset + 3] & 3) << 11 | Int(bytes[offset + 4]) << 3 | Int(bytes[offset + 5]) >> 5
            guard size >= 7 else { return nil }
            packets += 1
            blocks += Int(bytes[offset + 6] & 3) + 1
            offset += size
        }
        let rate = Int(format >> 2 & 15)
        guard packets >= leastPackets, offset > 0, rate < rates.count else { return nil }
        let seconds = Double(blocks * 1024) / Double(rates[rate])
        return MediaFacts(
            container: "aac", encoding: "aac", duration: seconds * Double(length) / Double(offset),
            isDurationDeclared: false, tags: SourceTags())
    }

    /// Tags as MP3 files have them.
    private static func hasTagsBehind(_ source: some ByteSource, length: Int64) throws(FileError) -> Bool {
        let tail = try source.bytes(at: max(0, length - 160), count: 160)
        return tail.suffix(128).starts(with: "TAG".utf8) || tail.suffix(32).starts(with: "APETAGEX".utf8)
            || tail.suffix(160).starts(with: "APETAGEX".utf8)
    }

    private static func amr(_ source: some ByteSource, length: Int64) throws(FileError) -> MediaFacts? {
        let head = try source.bytes(at: 0, count: 10)
        let isWide = head.starts(with: "#!AMR-WB\n".utf8)
        guard isWide || head.starts(with: "#!AMR\n".utf8) else { return nil }
        // Bytes of a packet of 20 ms, by its mode.
        let sizes =
            isWide
            ? [18, 24, 33, 37, 41, 47, 51, 59, 61, 6, 1, 1, 1, 1, 1, 1]
            : [13, 14, 16, 18, 20, 21, 27, 32, 6, 1, 1, 1, 1, 1, 1, 1]
        let start = isWide ? 9 : 6
        guard head.count > start else { return nil }
        let size = sizes[Int(head[start] >> 3 & 15)]
        return MediaFacts(
            container: "amr", encoding: isWide ? "amr_wb" : "amr_nb",
            duration: Double(length - Int64(start)) / Double(size) * 0.02, isDurationDeclared: false,
            tags: SourceTags())
    }
}
