// Pace: how fast was spoken, in syllables.

import Analysis
import Capture

enum Pace {
    /// Articulation rates of conversation lie mostly between these (syllables per second without pauses; Jacewicz et
    /// al., Language Variation and Change 21, 2009, and the corpora cited there).
    static let usual = 3.6...5.6

    static func insight(for speech: SpeechFigures) -> Insight? {
        let (syllables, talk) = (speech.syllables, speech.talk)
        guard let articulation = speech.articulationRate, talk.duration > 0 else { return nil }
        let overall = Double(syllables) / talk.duration
        let title =
            articulation < usual.lowerBound
            ? "Unhurried pace" : articulation > usual.upperBound ? "Brisk pace" : "Even pace"
        // A rate over a word or two says little about the speaker.
        let isTelling = syllables >= 20 && !usual.contains(articulation)
        return Insight(
            .pace, nil, isTelling ? .significant : .minor, title: title,
            detail:
                "About \(syllables) \(syllables == 1 ? "syllable" : "syllables"): \(Numbers.said(articulation, 1)) a second while speaking, "
                + "\(Numbers.said(overall, 1)) with the pauses.",
            span: talk,
            evidence: [
                Evidence("syllables", .count(syllables)), Evidence("syllablesPerSecond", .number(overall)),
                Evidence("articulationRate", .number(articulation)),
                Evidence("activeSeconds", .number(speech.activeSeconds)),
            ])
    }
}
