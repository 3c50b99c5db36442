// MPEGLength: how long an MP3 says that it is, where its first frame says so.
// Layout: the "Xing" and "Info" frames of LAME and all who write as it does; "VBRI" of Fraunhofer's encoder.

import Files

package enum MPEGLength {
    private static let searched = 1 << 16

    /// Seconds that the file declares; `nil` where it declares nothing, which is no fault.
    package static func seconds(_ source: some ByteSource) throws(FileError) -> Double? {
        let start = try tagBytes(source)
        let bytes = try source.bytes(at: start, count: searched)
        guard bytes.count >= 4 else { return nil }
        for offset in 0..<bytes.count - 3 {
            if let frame = Frame(bytes, at: offset) { return frame.declaredSeconds(bytes, at: offset) }
        }
        return nil
    }

    /// Bytes of the ID3 tag in front.
    private static func tagBytes(_ source: some ByteSource) throws(FileError) -> Int64 {
        let head = try source.bytes(at: 0, count: 10)
        guard head.count == 10, head.starts(with: "ID3".utf8) else { return 0 }
        return head[6..<10].reduce(0) { $0 << 7 | Int64($1 & 0x7F) } + 10
    }

    /// The header of a frame of layer III.
    private struct Frame {
        var sampleRate: Int
        var samples: Int
        var sideBytes: Int

        init?(_ bytes: [UInt8], at offset: Int) {
            let version = bytes[offset + 1] >> 3 & 3
            let rate = Int(bytes[offset + 2] >> 2 & 3)
            guard bytes[offset] == 0xFF, bytes[offset + 1] & 0xE6 == 0xE2, version != 1, rate < 3,
                !(bytes[offset + 2] >> 4 == 0 || bytes[offset + 2] >> 4 == 15)
            else { return nil }
            let isFirst = version == 3
            sampleRate = [44_100, 48_000, 32_000][rate] / (isFirst ? 1 : version == 2 ? 2 : 4)
            samples = isFirst ? 1152 : 576
            let isMono = bytes[offset + 3] >> 6 == 3
            sideBytes = isFirst ? (isMono ? 17 : 32) : (isMono ? 9 : 17)
        }

        func declaredSeconds(_ bytes: [UInt8], at offset: Int) -> Double? {
            func seconds(countAt place: Int) -> Double? {
                guard place + 4 <= bytes.count else { return nil }
                return Double(bytes.bigUInt32(at: place)) * Double(samples) / Double(sampleRate)
            }
            let xing = offset + 4 + sideBytes
            if xing + 12 <= bytes.count, bytes.tag(at: xing) == "Xing" || bytes.tag(at: xing) == "Info" {
                return bytes[xing + 7] & 1 == 1 ? seconds(countAt: xing + 8) : nil
            }
            let vbri = offset + 4 + 32
            guard vbri + 4 <= bytes.count, bytes.tag(at: vbri) == "VBRI" else { return nil }
            return seconds(countAt: vbri + 14)
        }
    }
}
