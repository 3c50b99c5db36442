// Pace: how fast was spoken, in syllables.

import Analysis

enum Pace {
    /// Articulation rates of conversation lie mostly between these (syllables per second without pauses; Jacewicz et
    /// al., Language Variation and Change 21, 2009, and the corpora cited there).
    static let usual = 3.6...5.6

    static func insight(for memo: Measurements, talk: TimeSpan) -> Insight? {
        let syllables = memo.nuclei.count
        let active = memo.activity.reduce(0) { $0 + $1.duration }
        guard syllables > 0, active > 0, talk.duration > 0 else { return nil }
        let articulation = Double(syllables) / active
        let overall = Double(syllables) / talk.duration
        let title =
            articulation < usual.lowerBound
            ? "Unhurried pace" : articulation > usual.upperBound ? "Brisk pace" : "Even pace"
        // A rate over a word or two says little about the speaker.
        let isTelling = syllables >= 20 && !usual.contains(articulation)
        return Insight(
            .pace, nil, isTelling ? .significant : .minor, title: title,
            detail: "About \(syllables) syllables: \(Say.oneDecimal(articulation)) a second while speaking, "
                + "\(Say.oneDecimal(overall)) with the pauses.",
            span: talk,
            evidence: [
                Evidence("syllables", .count(syllables)), Evidence("syllablesPerSecond", .number(overall)),
                Evidence("articulationRate", .number(articulation)), Evidence("activeSeconds", .number(active)),
            ])
    }
}
