// DecoderWire: what Sonora and its helper say to each other: one way, helper to Sonora, through a pipe.
//
//   words   the format of the memo, or why there is none
//   pieces  a count of frames (4 bytes), then count × channels floats; in a look around, one piece a stretch
//   end     the count −1, then words: why the memo ended early, if it did
//
// Words are a count of strings (4 bytes), then each as a count of bytes and UTF-8. Both ends are the same program on the
// same machine, so numbers are in its byte order.

import Files

/// One message of strings.
struct DecoderWords: Equatable {
    var words: [String]

    static let mostWords = 64
    static let mostBytes = 1 << 14

    var bytes: [UInt8] {
        var bytes = Self.number(UInt32(words.count))
        for word in words {
            let text = Array(word.utf8.prefix(Self.mostBytes))
            bytes += Self.number(UInt32(text.count)) + text
        }
        return bytes
    }

    static func number(_ number: UInt32) -> [UInt8] { (0..<4).map { UInt8(truncatingIfNeeded: number >> (8 * $0)) } }

    init(_ words: [String]) { self.words = words }

    /// Reads a message; `nil` when it is not one.
    init?(from child: ChildProcess) throws(FileError) {
        let head = try child.bytes(4)
        guard head.count == 4, head.uint32(at: 0) <= UInt32(Self.mostWords) else { return nil }
        words = []
        for _ in 0..<head.uint32(at: 0) {
            let size = try child.bytes(4)
            guard size.count == 4, size.uint32(at: 0) <= UInt32(Self.mostBytes) else { return nil }
            let text = try child.bytes(Int(size.uint32(at: 0)))
            guard text.count == Int(size.uint32(at: 0)) else { return nil }
            words.append(String(decoding: text, as: UTF8.self))
        }
    }
}

/// How a memo's decoding begins.
enum DecoderGreeting {
    case ready(AudioFormat, tags: SourceTags, canLookAround: Bool)
    case refused(code: CaptureError.Code, problem: String, advice: String)

    var words: DecoderWords {
        switch self {
        case .ready(let format, let tags, let canLookAround):
            DecoderWords([
                "ready", format.container, format.encoding, "\(format.sampleRate)", "\(format.channels)",
                format.declaredFrames.map { "\($0)" } ?? "", format.isInteger ? "integer" : "",
                "\(format.bitsPerSample)", canLookAround ? "look" : "",
                tags.recordedAt?.text ?? "", tags.recordedAt?.source.rawValue ?? "", tags.title ?? "",
                tags.artist ?? "",
            ])
        case .refused(let code, let problem, let advice): DecoderWords(["refused", code.rawValue, problem, advice])
        }
    }

    init?(_ message: DecoderWords) {
        let words = message.words
        if words.count >= 13, words[0] == "ready", let rate = Int(words[3]), let channels = Int(words[4]),
            let bits = Int(words[7]), rate > 0, (1...1024).contains(channels)
        {
            let format = AudioFormat(
                container: words[1], encoding: words[2], sampleRate: rate, channels: channels,
                declaredFrames: Int64(words[5]), isInteger: words[6] == "integer", bitsPerSample: bits)
            var tags = SourceTags()
            if let date = RecordingDate(tag: Array(words[9].utf8)), let source = DateSource(rawValue: words[10]) {
                tags.recordedAt = RecordedAt(date: date, source: source)
            }
            tags.title = words[11].isEmpty ? nil : words[11]
            tags.artist = words[12].isEmpty ? nil : words[12]
            self = .ready(format, tags: tags, canLookAround: words[8] == "look")
        } else if words.count >= 4, words[0] == "refused", let code = CaptureError.Code(rawValue: words[1]) {
            self = .refused(code: code, problem: words[2], advice: words[3])
        } else {
            return nil
        }
    }
}

/// How a memo's decoding ends: with a whole memo, with what was put right, or with an error.
enum DecoderFarewell {
    static let count = UInt32.max

    static func words(_ salvage: Salvage?) -> DecoderWords {
        DecoderWords(salvage.map { [$0.kind, $0.detail, $0.secondsRecovered.map { "\($0)" } ?? ""] } ?? [])
    }

    /// Why a memo cannot be read on: a disk that fails, say. What was given is not the memo.
    static func words(failure: CaptureError) -> DecoderWords {
        DecoderWords(["failed", failure.code.rawValue, failure.problem, failure.advice])
    }

    static func failure(_ message: DecoderWords, path: String) -> CaptureError? {
        let words = message.words
        guard words.count == 4, words[0] == "failed", let code = CaptureError.Code(rawValue: words[1]) else {
            return nil
        }
        return CaptureError(code, path: path, problem: words[2], advice: words[3])
    }

    static func salvage(_ message: DecoderWords) -> Salvage? {
        guard message.words.count == 3 else { return nil }
        return Salvage(
            kind: message.words[0], detail: message.words[1], secondsRecovered: Double(message.words[2]))
    }
}
