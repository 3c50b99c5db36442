// Golden result: the note in samples/ gives what it gave when the golden file was accepted, within small tolerances.

import Foundation
import Testing

@Suite(.timeLimit(.minutes(10))) struct GoldenTests {
    private static let path = Sonora.repository + "/Tests/sonoraTests/Golden/stand-up-note.json"

    /// A document without what differs between machines and runs, its long arrays thinned.
    private func trimmed(_ document: [String: Any]) throws -> [String: Any] {
        var result = document
        result["latency"] = nil
        result["tool"] = nil
        var memo = try #require(result["memo"] as? [String: Any])
        memo["path"] = nil
        memo["recordedAt"] = nil
        result["memo"] = memo
        var levels = try #require(result["levels"] as? [String: Any])
        for (name, arrays) in [("overview", ["min", "max"]), ("bloom", ["level", "scale"])] {
            var part = try #require(levels[name] as? [String: Any])
            for array in arrays {
                let values = try #require(part[array] as? [Any])
                part["\(array)Count"] = values.count
                part[array] = stride(from: 0, to: values.count, by: 4).map { values[$0] }
            }
            levels[name] = part
        }
        result["levels"] = levels
        return result
    }

    /// How far a number may be off, by the name it stands under.
    private func tolerance(_ key: String) -> Double {
        switch key {
        case "time", "start", "end", "rings", "longest", "longestStart", "total", "activeSeconds", "leading",
            "trailing", "removed", "starts", "duration":
            0.02
        case "peak", "rms", "noiseFloor", "spread", "change", "signalToNoise", "aboveOwnLevel", "strength": 0.1
        case "level", "scale", "min", "max", "skeleton", "dcOffset": 0.005
        case "syllablesPerSecond", "articulationRate", "share": 0.02
        default: 0
        }
    }

    private func compare(_ found: Any?, _ wanted: Any?, at path: String, key: String) {
        switch (found, wanted) {
        case (let found as [String: Any], let wanted as [String: Any]):
            #expect(Set(found.keys) == Set(wanted.keys), "keys of \(path)")
            for name in wanted.keys.sorted() {
                compare(found[name], wanted[name], at: "\(path).\(name)", key: name)
            }
        case (let found as [Any], let wanted as [Any]):
            #expect(found.count == wanted.count, "count of \(path)")
            for (index, pair) in zip(found, wanted).enumerated() {
                compare(pair.0, pair.1, at: "\(path)[\(index)]", key: key)
            }
        case (let found as NSNumber, let wanted as NSNumber):
            let distance = abs(found.doubleValue - wanted.doubleValue)
            #expect(distance <= tolerance(key) + 1e-9, "\(path) is \(found), was \(wanted)")
        case (let found as String, let wanted as String):
            // Sentences repeat figures that are compared by themselves.
            if key != "detail" { #expect(found == wanted, "\(path)") }
        case (is NSNull, is NSNull): break
        default: Issue.record("\(path) is \(found ?? "missing"), was \(wanted ?? "missing")")
        }
    }

    /// SONORA_ACCEPT=1 swift test … writes the golden file anew, to be read before it is committed.
    @Test func `the note gives its golden result`() throws {
        let found = try trimmed(try Sonora.run("process", "--format", "json", "--hash", Sonora.note).object())
        if ProcessInfo.processInfo.environment["SONORA_ACCEPT"] == "1" {
            let data = try JSONSerialization.data(withJSONObject: found, options: [.sortedKeys])
            let text = String(decoding: data, as: UTF8.self)
            let broken = text.replacingOccurrences(of: "},{", with: "},\n{")
                .replacingOccurrences(of: "],\"", with: "],\n\"")
            try Data((broken + "\n").utf8).write(to: URL(fileURLWithPath: Self.path))
        }
        let golden = try bytes(of: Self.path)
        #expect(golden.count < 60_000)
        compare(found, try jsonObject(golden), at: "note", key: "")
    }
}
