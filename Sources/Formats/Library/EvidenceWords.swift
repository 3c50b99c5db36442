// EvidenceWords: the measurements behind an insight as a sentence. In an index they are JSON.

import Capture
import Foundation

package enum EvidenceWords {
    /// `Measured: clipped samples 12, share 0.003.`; `nil` where there is nothing that can be told.
    package static func sentence(_ json: String) -> String? {
        guard let fields = object(json) else { return nil }
        // A dictionary has no order; the text has.
        let known = fields.compactMap { name, value in
            json.range(of: "\"\(name)\":").map { (name: name, value: value, place: $0.lowerBound) }
        }
        let parts = known.sorted { $0.place < $1.place }.compactMap { field in
            text(field.value).map { "\(words(field.name)) \($0)" }
        }
        return parts.isEmpty ? nil : "Measured: \(parts.joined(separator: ", "))."
    }

    /// Whether a text is one JSON object, so that it can stand in another.
    static func isObject(_ json: String) -> Bool { object(json) != nil }

    private static func object(_ json: String) -> [String: Any]? {
        (try? JSONSerialization.jsonObject(with: Data(json.utf8))) as? [String: Any]
    }

    /// `aboveOwnLevel` is “above own level”, `mainsHz` is “mains Hz”.
    private static func words(_ name: String) -> String {
        var words = ""
        for character in name {
            if character.isUppercase { words += " " }
            words.append(character)
        }
        return words.split(separator: " ").map { $0 == "Hz" ? "Hz" : $0.lowercased() }.joined(separator: " ")
    }

    private static func text(_ value: Any) -> String? {
        switch value {
        case let text as String: text
        case let number as NSNumber: Numbers.short(number.doubleValue, 9)
        case let list as [Any]:
            list.isEmpty ? nil : list.compactMap(text).joined(separator: " and ")
        default: nil
        }
    }
}
