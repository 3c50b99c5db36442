// Pauses: how much silence there is between the words, and where the longest one is.

import Analysis
import Capture

enum Pauses {
    /// Shorter gaps belong to articulation (stops, geminates), not to pausing (Campione & Véronis, Speech Prosody 2002).
    static let shortest = 0.25
    private static let striking = 3.0

    /// The gaps between stretches of activity that count as pauses.
    static func all(in memo: Measurements) -> [TimeSpan] {
        zip(memo.activity, memo.activity.dropFirst())
            .map { TimeSpan(start: $0.end, end: $1.start) }
            .filter { $0.duration >= shortest }
    }

    static func insight(for speech: SpeechFigures) -> Insight? {
        let pauses = speech.pauses
        guard let longest = speech.longestPause, let share = speech.pauseShare else { return nil }
        return Insight(
            .pauses, nil, longest.duration >= striking ? .significant : .minor,
            title: longest.duration >= striking ? "A long pause" : pauses.count == 1 ? "A short pause" : "Short pauses",
            detail: "\(counted(pauses.count, "pause")), \(Numbers.fixed(share * 100, 0)) % of the talk; "
                + "the longest is \(Numbers.said(longest.duration, 1)) s at \(Numbers.clock(whole: Int(longest.start))).",
            span: longest,
            evidence: [
                Evidence("count", .count(pauses.count)), Evidence("longest", .number(longest.duration)),
                Evidence("longestStart", .number(longest.start)), Evidence("total", .number(speech.pauseSeconds)),
                Evidence("share", .number(share)),
            ])
    }
}
