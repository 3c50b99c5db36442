// FFprobe: what ffmpeg's sister says about a file: container, codec, length, tags.

import Files
import FoundationEssentials

/// An ffprobe at work. It is asked when its answer is needed, so that it can work beside ffmpeg.
final class FFprobe {
    private static let mostBytes = 1 << 20
    private let child: ChildProcess

    /// `nil` where it is not installed.
    init?(path: String) throws(CaptureError) {
        let asking = [
            "-select_streams", "a:0", "-show_entries",
            "format=format_name,duration,nb_streams:format_tags:stream=codec_name,duration:stream_tags", "-of", "json",
        ]
        // It warns where a length is a guess.
        guard let child = try FFmpeg.start("ffprobe", ["-v", "repeat+warning"], then: asking, path: path) else {
            return nil
        }
        self.child = child
    }

    /// - Throws: `interrupted`.
    func facts() throws(CaptureError) -> MediaFacts? {
        let json = try telling(child.bytes(Self.mostBytes))
        // One that says more than that is not waited for.
        if json.count == Self.mostBytes { child.stop() }
        _ = child.end()
        // Repaired first: one tag that is not UTF-8 must not cost the rest.
        let text = Data(String(decoding: json, as: UTF8.self).utf8)
        guard let document = try? JSONDecoder().decode(Document.self, from: text) else { return nil }
        let container = document.format?.name?.split(separator: ",").first.map(String.init)
        let sound = document.streams?.first?.duration.flatMap(Double.init)
        let whole = document.format?.duration.flatMap(Double.init)
        // Where pictures are, too, the length of the whole says nothing about the sound.
        let isOfSound = sound != nil || document.format?.streams == 1
        let isGuess = try telling(child.complaints()).contains { $0.contains("Estimating duration") }
        let duration = (sound ?? whole).flatMap { $0.isFinite && $0 >= 0 ? $0 : nil }
        return MediaFacts(
            container: Self.word(container.map(Self.containerName)),
            encoding: Self.word(document.streams?.first?.codec), duration: duration,
            isDurationDeclared: duration != nil && isOfSound && !isGuess, tags: SourceTags(ffprobe: json))
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
            var streams: Int?

            enum CodingKeys: String, CodingKey {
                case name = "format_name"
                case duration
                case streams = "nb_streams"
            }
        }

        struct Stream: Decodable {
            var codec: String?
            var duration: String?

            enum CodingKeys: String, CodingKey {
                case codec = "codec_name"
                case duration
            }
        }

        var format: Format?
        var streams: [Stream]?
    }
}
