// FFprobe: what ffmpeg's sister says about a file: container, codec, length, tags.

import FoundationEssentials

/// An ffprobe at work. It is asked when its answer is needed, so that it can work beside ffmpeg.
final class FFprobe {
    /// What it found, in Sonora's words.
    struct Findings {
        var container: String
        var encoding: String
        /// Seconds, `nil` where the file does not say.
        var duration: Double?
        var tags: SourceTags
    }

    private static let mostBytes = 1 << 20
    private let child: ChildProcess

    /// `nil` where it is not installed.
    init?(path: String) throws(CaptureError) {
        let asking = [
            "-select_streams", "a:0", "-show_entries",
            "format=format_name,duration:format_tags:stream=codec_name:stream_tags", "-of", "json",
        ]
        guard let child = try FFmpeg.start("ffprobe", asking, path: path) else { return nil }
        self.child = child
    }

    /// - Throws: `interrupted`.
    func findings() throws(CaptureError) -> Findings? {
        let json = try child.bytes(Self.mostBytes)
        _ = child.end()
        // Repaired first: one tag that is not UTF-8 must not cost the rest.
        let text = Data(String(decoding: json, as: UTF8.self).utf8)
        guard let document = try? JSONDecoder().decode(Document.self, from: text) else { return nil }
        let container = document.format?.name?.split(separator: ",").first.map(String.init)
        return Findings(
            container: Self.word(container.map(Self.containerName)),
            encoding: Self.word(document.streams?.first?.codec),
            duration: document.format?.duration.flatMap(Double.init), tags: SourceTags(ffprobe: json))
    }

    /// ffmpeg names a demuxer by all that it reads; a person names one thing.
    private static func containerName(_ name: String) -> String {
        switch name {
        case "mov": "mp4"
        case "matroska": "webm"
        case "mp3": "mpeg"
        default: name
        }
    }

    /// Names go into results, where programs expect one short word.
    private static func word(_ name: String?) -> String {
        guard let name, (1...32).contains(name.utf8.count),
            name.utf8.allSatisfy({ (0x30...0x39).contains($0) || (0x61...0x7A).contains($0) || $0 == 0x5F })
        else { return "other" }
        return name
    }

    private struct Document: Decodable {
        struct Format: Decodable {
            var name: String?
            var duration: String?

            enum CodingKeys: String, CodingKey {
                case name = "format_name"
                case duration
            }
        }

        struct Stream: Decodable {
            var codec: String?

            enum CodingKeys: String, CodingKey { case codec = "codec_name" }
        }

        var format: Format?
        var streams: [Stream]?
    }
}
