// SoundFileNames: libsndfile's numbers in Sonora's words: containers, encodings, refusals.

import CSndfile

/// The names of libsndfile's subformats.
struct SampleEncoding {
    let name: String
    /// Bits of an integer encoding, else 0.
    let bits: Int

    init(subformat: Int32) {
        let known: [(Int, String, Int)] = [
            (SF_FORMAT_PCM_S8, "pcm8", 8), (SF_FORMAT_PCM_U8, "pcm8", 8),
            (SF_FORMAT_PCM_16, "pcm16", 16), (SF_FORMAT_PCM_24, "pcm24", 24),
            (SF_FORMAT_PCM_32, "pcm32", 32), (SF_FORMAT_FLOAT, "float32", 0),
            (SF_FORMAT_DOUBLE, "float64", 0), (SF_FORMAT_ULAW, "ulaw", 0),
            (SF_FORMAT_ALAW, "alaw", 0), (SF_FORMAT_IMA_ADPCM, "imaAdpcm", 0),
            (SF_FORMAT_MS_ADPCM, "msAdpcm", 0), (SF_FORMAT_GSM610, "gsm610", 0),
            (SF_FORMAT_VORBIS, "vorbis", 0), (SF_FORMAT_OPUS, "opus", 0),
            (SF_FORMAT_ALAC_16, "alac16", 16), (SF_FORMAT_ALAC_24, "alac24", 24),
            (SF_FORMAT_MPEG_LAYER_I, "mp1", 0), (SF_FORMAT_MPEG_LAYER_II, "mp2", 0),
            (SF_FORMAT_MPEG_LAYER_III, "mp3", 0),
        ]
        let match = known.first { Int32($0.0) == subformat }
        name = match?.1 ?? "other"
        bits = match?.2 ?? 0
    }
}

extension SoundFile {
    static func containerName(_ format: Int32) -> String {
        switch format & Int32(SF_FORMAT_TYPEMASK) {
        case Int32(SF_FORMAT_WAV), Int32(SF_FORMAT_WAVEX): "wav"
        case Int32(SF_FORMAT_RF64): "rf64"
        case Int32(SF_FORMAT_W64): "w64"
        case Int32(SF_FORMAT_AIFF): "aiff"
        case Int32(SF_FORMAT_CAF): "caf"
        case Int32(SF_FORMAT_FLAC): "flac"
        case Int32(SF_FORMAT_OGG): "ogg"
        case Int32(SF_FORMAT_MPEG): "mpeg"
        case Int32(SF_FORMAT_AU): "au"
        default: "other"
        }
    }

    static func text(_ error: Int32) -> String {
        var text = String(cString: sf_error_number(error)).lowercased()
        while let last = text.last, last == "." || last == "\n" { text.removeLast() }
        return text
    }

    static func refusal(_ path: String, error: Int32) -> CaptureError {
        let detail = text(error)
        if error == SF_ERR_UNSUPPORTED_ENCODING || detail.contains("channel") || detail.contains("sample rate") {
            return CaptureError(
                .unsupported, path: path, problem: "this kind of audio is not supported (\(detail))",
                advice: "convert it to WAV or FLAC")
        }
        // Inside of itself the library knows other reasons, whose texts are not about this file.
        let isTold = error == SF_ERR_UNRECOGNISED_FORMAT || error == SF_ERR_MALFORMED_FILE
        let reason = isTold ? detail : "its beginning makes no sense"
        return CaptureError(
            .notAudio, path: path, problem: "it is not audio that can be read here (\(reason))",
            advice: "see `sonora doctor` for the formats, or convert it to WAV")
    }
}

extension PlainEncoding {
    /// The same, as a subformat and a byte order.
    var libraryFormat: Int32 {
        func order(_ isBigEndian: Bool) -> Int { isBigEndian ? SF_ENDIAN_BIG : SF_ENDIAN_LITTLE }
        let format =
            switch self {
            case .signed(1, _): SF_FORMAT_PCM_S8
            case .signed(2, let isBigEndian): SF_FORMAT_PCM_16 | order(isBigEndian)
            case .signed(3, let isBigEndian): SF_FORMAT_PCM_24 | order(isBigEndian)
            case .signed(_, let isBigEndian): SF_FORMAT_PCM_32 | order(isBigEndian)
            case .unsigned8: SF_FORMAT_PCM_U8
            case .float(4, let isBigEndian): SF_FORMAT_FLOAT | order(isBigEndian)
            case .float(_, let isBigEndian): SF_FORMAT_DOUBLE | order(isBigEndian)
            case .muLaw: SF_FORMAT_ULAW
            case .aLaw: SF_FORMAT_ALAW
            }
        return Int32(format)
    }
}
