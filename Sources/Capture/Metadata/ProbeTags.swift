// ProbeTags: title, artist and date in what ffprobe says of a file, or what Sonora finds by the same names.

import FoundationEssentials

extension SourceTags {
    /// More than ffprobe ever says about a recording.
    private static let mostProbeBytes = 1 << 20

    /// Reads what `ffprobe -print_format json -show_format -show_streams` prints: the tags of the file, then those of its
    /// streams. What is not JSON of that form has no tags.
    public init(ffprobe json: [UInt8]) {
        self.init()
        guard json.count <= Self.mostProbeBytes else { return }
        // Repaired first: one tag that is not UTF-8 must not cost the others.
        let text = Data(String(decoding: json, as: UTF8.self).utf8)
        guard let probe = try? JSONDecoder().decode(Probe.self, from: text) else { return }
        self = SourceTags(probed: ([probe.format] + (probe.streams ?? [])).compactMap { $0?.tags?.values })
    }

    /// - Parameter tags: those of the file, then those of its streams, by ffprobe's names in small letters.
    init(probed tags: [[String: String]]) {
        self.init()
        func first<Value>(_ key: String, _ value: (String) -> Value?) -> Value? {
            for tags in tags {
                if let found = tags[key].flatMap(value) { return found }
            }
            return nil
        }
        // The phone's own date has the zone it was in; creation_time may be that of a later copy.
        for key in ["com.apple.quicktime.creationdate", "creation_time", "date"] where recordedAt == nil {
            recordedAt = first(key) { RecordingDate(tag: Array($0.utf8)) }.map {
                RecordedAt(date: $0, source: .quicktime)
            }
        }
        title = first("title") { TagText.clean($0.utf8) }
        artist = first("artist") { TagText.clean($0.utf8) }
    }
}

/// As much of ffprobe's document as is needed.
private struct Probe: Decodable {
    struct Part: Decodable {
        var tags: Tags?
    }

    /// Tags by their names in small letters; whatever is no text is left out.
    struct Tags: Decodable {
        var values: [String: String] = [:]

        init(from decoder: any Decoder) throws {
            let container = try decoder.container(keyedBy: Name.self)
            // Sorted, as the same name in two spellings must not be a matter of luck.
            for name in container.allKeys.sorted(by: { $0.stringValue < $1.stringValue }) {
                guard let value = try? container.decode(String.self, forKey: name) else { continue }
                values[name.stringValue.lowercased()] = values[name.stringValue.lowercased()] ?? value
            }
        }
    }

    struct Name: CodingKey {
        let stringValue: String
        let intValue: Int? = nil

        init?(stringValue: String) { self.stringValue = stringValue }
        init?(intValue: Int) { nil }
    }

    var format: Part?
    var streams: [Part?]?
}
