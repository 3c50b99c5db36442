// WaveFormat: the body of a `fmt ` chunk.
// Layout: Microsoft WAVEFORMATEX and WAVEFORMATEXTENSIBLE.

/// How the samples of a WAV are stored.
struct WaveFormat: Equatable {
    /// 1 PCM, 3 float, 6 A-law, 7 µ-law; anything else is coded.
    var code: Int
    var channels: Int
    var sampleRate: Int
    /// Bytes of one block of a coded format.
    var blockBytes: Int
    var bits: Int

    /// - Parameter body: at least 16 bytes.
    init(_ body: [UInt8], isBigEndian: Bool) {
        func short(_ offset: Int) -> Int {
            Int(isBigEndian ? body.bigUInt16(at: offset) : body.uint16(at: offset))
        }
        code = short(0)
        channels = short(2)
        sampleRate = Int(isBigEndian ? body.bigUInt32(at: 4) : body.uint32(at: 4))
        blockBytes = short(12)
        bits = short(14)
        // WAVE_FORMAT_EXTENSIBLE: the true code is the start of the sub-format GUID.
        if code == 0xFFFE && body.count >= 26 { code = short(24) }
    }

    /// Whether every sample stands for itself, so that nothing but scaling is left to a decoder.
    var isPlain: Bool { [1, 3, 6, 7].contains(code) }

    /// Bytes of all channels of one instant; of one block where the format is coded.
    var frameBytes: Int {
        let sample =
            switch code {
            // 24 bits in 4 bytes: ALSA's, or Cool Edit's floats.
            case 1: bits == 24 && blockBytes == 4 * channels ? 4 : (bits + 7) / 8
            case 3: bits == 64 ? 8 : 4
            case 6, 7: 1
            default: 0
            }
        return max(1, sample > 0 ? sample * channels : blockBytes)
    }

    /// What a stream can be decoded with, which libsndfile cannot be asked for.
    var pcm: PCMEncoding? {
        switch (code, bits) {
        // 24 bits in 4 bytes are not these.
        case (1, 24) where blockBytes == 4 * channels: nil
        case (1, 1...8): .u8
        case (1, 9...16): .s16le
        case (1, 17...24): .s24le
        case (1, 25...32): .s32le
        case (3, 32): .f32le
        case (3, 64): .f64le
        default: nil
        }
    }
}
