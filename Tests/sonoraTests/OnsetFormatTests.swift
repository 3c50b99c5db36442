// Onsets: one time per line, and the known clicks are among them.

import Foundation
import Testing

@Suite(.timeLimit(.minutes(10))) struct OnsetFormatTests {
    private static let clicks = Sonora.samples + "/clicks.flac"

    @Test func `times have six decimals and rise`() throws {
        let lines = try Sonora.run("onsets", Self.clicks).lines
        #expect(lines.count > 20)
        #expect(lines.allSatisfy { $0.wholeMatch(of: /[0-9]+\.[0-9]{6}/) != nil })
        let times = lines.compactMap(Double.init)
        #expect(zip(times, times.dropFirst()).allSatisfy { $0 < $1 })
    }

    @Test func `strengths come as a second column`() throws {
        let lines = try Sonora.run("onsets", "--strength", Self.clicks).lines
        #expect(lines.allSatisfy { $0.wholeMatch(of: /[0-9]+\.[0-9]{6}\t[0-9]+\.[0-9]{3}/) != nil })
        let plain = try Sonora.run("onsets", Self.clicks).lines
        #expect(lines.map { $0.split(separator: "\t").first.map(String.init) } == plain)
    }

    /// Clicks that stand alone. Of two that are closer together than an onset can be told from the next, the louder
    /// one is found.
    @Test func `every click that stands alone is found within 10 ms`() throws {
        let text = String(decoding: try bytes(of: Sonora.samples + "/clicks.txt"), as: UTF8.self)
        let clicks = text.split(separator: "\n").compactMap { Double($0) }
        let found = try Sonora.run("onsets", Self.clicks).lines.compactMap(Double.init)
        var checked = 0
        for (index, click) in clicks.enumerated() {
            let before = index > 0 ? clicks[index - 1] : -1
            let after = index + 1 < clicks.count ? clicks[index + 1] : .infinity
            guard click - before >= 0.07 && after - click >= 0.07 else { continue }
            checked += 1
            #expect(found.contains { abs($0 - click) <= 0.01 }, "the click at \(click)")
        }
        #expect(clicks.count == 24 && checked == 18)
    }

    @Test func `of two clicks too close together one is found`() throws {
        let found = try Sonora.run("onsets", Self.clicks).lines.compactMap(Double.init)
        for pair in [(1.037007, 1.091995), (2.204989, 2.262993), (4.366009, 4.417007)] {
            #expect(found.contains { abs($0 - pair.0) <= 0.01 || abs($0 - pair.1) <= 0.01 })
        }
    }

    @Test func `hardly anything else is taken for a click`() throws {
        let found = try Sonora.run("onsets", Self.clicks).lines
        #expect(found.count <= 25)
    }

    @Test func `words come with times, and strengths where they have any`() throws {
        let words = try Sonora.run("onsets", "--words", Sonora.note).lines
        #expect(words.count > 2 && words.allSatisfy { $0.wholeMatch(of: /[0-9]+\.[0-9]{6}/) != nil })
        let strengths = try Sonora.run("onsets", "--words", "--strength", Sonora.note).lines
        #expect(strengths.allSatisfy { $0.wholeMatch(of: /[0-9]+\.[0-9]{6}\t([0-9]+\.[0-9]{3}|–)/) != nil })
        #expect(strengths.map { $0.split(separator: "\t").first.map(String.init) } == words)
        let document = try Sonora.run("process", "--format", "json", Sonora.note).object()
        let starts = try #require(document["wordStarts"] as? [[String: Any]])
        #expect(starts.compactMap { $0["time"] as? Double } == words.compactMap(Double.init))
        #expect(starts.count == (document["activity"] as? [Any])?.count)
    }

    @Test func `kinds are the last column of all onsets`() throws {
        for memo in [Self.clicks, Sonora.note] {
            let plain = try Sonora.run("onsets", "--strength", memo).lines
            let kinds = try Sonora.run("onsets", "--strength", "--kind", memo).lines.map { $0.split(separator: "\t") }
            #expect(kinds.map { $0.dropLast().joined(separator: "\t") } == plain)
            let found = Set(kinds.compactMap(\.last))
            #expect(memo == Self.clicks ? found == ["sound"] : found.isSuperset(of: ["speech", "word"]))
        }
        let both = try Sonora.run("onsets", "--words", "--kind", Sonora.note)
        #expect(both.status == 64)
    }
}
