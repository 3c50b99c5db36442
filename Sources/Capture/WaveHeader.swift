// WaveHeader: a bounded walk over the chunks in front of the samples of a RIFF/WAVE stream.
// Layout: Microsoft "Multimedia Programming Interface and Data Specifications 1.0"; EBU Tech 3306 for RF64.

/// What is needed to decode the samples that follow a WAVE header.
package struct WaveHeader: Equatable {
    package var encoding: PCMEncoding
    package var sampleRate: Int
    package var channels: Int
    /// Bytes of the `data` chunk as claimed, `nil` where the writer did not know (streams write 0, 2³¹ − 1 or 2³² − 1).
    package var dataBytes: Int64?
    /// Offset of the first sample byte.
    package var dataOffset: Int
    /// Whether the container is RF64, whose true sizes stand in `ds64`.
    package var isRF64: Bool

    var frameBytes: Int64 { Int64(encoding.bytesPerSample * channels) }

    package enum Outcome: Equatable {
        case header(WaveHeader)
        /// More bytes are needed: at least as many as named.
        case needsMore(Int)
        case notWave(String)
    }

    /// A stream whose samples have not begun after this many bytes is not one that Sonora reads from a pipe.
    package static let limit = 4 << 20
    /// A petabyte: more is not a size but damage.
    private static let mostDataBytes: UInt64 = 1 << 50

    /// Reads the header at the start of `bytes`. Never reads outside of them, whatever they say.
    package static func parse(_ bytes: [UInt8]) -> Outcome {
        guard bytes.count >= 12 else { return .needsMore(12) }
        let isRF64 = bytes.tag(at: 0) == "RF64"
        guard isRF64 || bytes.tag(at: 0) == "RIFF", bytes.tag(at: 8) == "WAVE" else {
            return .notWave("the stream does not start with a WAV header")
        }
        var offset = 12
        var format: (encoding: PCMEncoding, rate: Int, channels: Int)?
        var longDataBytes: Int64?
        while true {
            guard offset + 8 <= bytes.count else { return ask(for: offset + 8) }
            let tag = bytes.tag(at: offset)
            let size = Int(bytes.uint32(at: offset + 4))
            let body = offset + 8
            if tag == "data" {
                guard let format else { return .notWave("its samples come before their format") }
                let isEmpty = size == 0 && isChunk(bytes, at: body)
                let claimed: Int64? = isUnknown(size) && !isEmpty ? nil : Int64(size)
                return .header(
                    WaveHeader(
                        encoding: format.encoding, sampleRate: format.rate, channels: format.channels,
                        dataBytes: longDataBytes ?? claimed, dataOffset: body, isRF64: isRF64))
            }
            guard body + size + size % 2 <= limit else { return .notWave("its header is longer than 4 MiB") }
            guard body + size <= bytes.count else { return ask(for: body + size) }
            if tag == "fmt " {
                guard size >= 16, let parsed = parseFormat(bytes, at: body, size: size) else {
                    return .notWave("its sample format is not plain PCM or float")
                }
                format = parsed
            } else if tag == "ds64" && size >= 16 {
                let wide = bytes.uint64(at: body + 8)
                longDataBytes = wide > 0 && wide < mostDataBytes ? Int64(wide) : nil
            }
            offset = body + size + size % 2
        }
    }

    private static func ask(for count: Int) -> Outcome {
        count <= limit ? .needsMore(count) : .notWave("its header is longer than 4 MiB")
    }

    /// Whether a chunk begins here that recorders write behind the samples: then there are none, rather than unknown ones.
    private static func isChunk(_ bytes: [UInt8], at offset: Int) -> Bool {
        guard offset + 4 <= bytes.count else { return false }
        return ["LIST", "id3 ", "ID3 ", "bext", "cue ", "fact", "PEAK", "JUNK", "iXML"].contains(bytes.tag(at: offset))
    }

    private static func isUnknown(_ size: Int) -> Bool { size == 0 || size >= 0x7FFF_0000 }

    private static func parseFormat(
        _ bytes: [UInt8], at offset: Int, size: Int
    ) -> (PCMEncoding, Int, Int)? {
        var tag = Int(bytes.uint16(at: offset))
        let channels = Int(bytes.uint16(at: offset + 2))
        let rate = Int(bytes.uint32(at: offset + 4))
        let bits = Int(bytes.uint16(at: offset + 14))
        // WAVE_FORMAT_EXTENSIBLE: the true tag is the start of the sub-format GUID.
        if tag == 0xFFFE && size >= 26 { tag = Int(bytes.uint16(at: offset + 24)) }
        guard (1...1024).contains(channels), (1...1_000_000).contains(rate) else { return nil }
        switch (tag, bits) {
        case (1, 8): return (.u8, rate, channels)
        case (1, 16): return (.s16le, rate, channels)
        case (1, 24): return (.s24le, rate, channels)
        case (1, 32): return (.s32le, rate, channels)
        case (3, 32): return (.f32le, rate, channels)
        case (3, 64): return (.f64le, rate, channels)
        default: return nil
        }
    }
}

extension WaveHeader {
    /// The header at the start of a regular file, if it has one that can be parsed.
    init?(_ descriptor: Descriptor) {
        var count = 1 << 12
        while true {
            let bytes = descriptor.head(count)
            switch Self.parse(bytes) {
            case .header(let header):
                self = header
                return
            case .needsMore(let more) where bytes.count == count: count = max(more, 2 * count)
            default: return nil
            }
        }
    }
}

extension [UInt8] {
    func uint16(at offset: Int) -> UInt16 { UInt16(self[offset]) | UInt16(self[offset + 1]) << 8 }

    func uint32(at offset: Int) -> UInt32 {
        UInt32(uint16(at: offset)) | UInt32(uint16(at: offset + 2)) << 16
    }

    func uint64(at offset: Int) -> UInt64 {
        UInt64(uint32(at: offset)) | UInt64(uint32(at: offset + 4)) << 32
    }

    func tag(at offset: Int) -> String { String(decoding: self[offset..<offset + 4], as: UTF8.self) }
}
