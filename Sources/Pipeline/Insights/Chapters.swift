// Chapters: where a memo can be divided: at pauses that are long for this speaker.

import Analysis
import Capture

enum Chapters {
    /// A pause shorter than this never begins a chapter, in seconds.
    private static let shortestPause = 2.0
    /// How many times the speaker's median pause a dividing pause lasts.
    private static let ratio = 3.0
    private static let shortestChapter = 5.0

    static func insight(for memo: Measurements, talk: TimeSpan) -> Insight? {
        let pauses = Pauses.all(in: memo)
        guard let median = pauses.map(\.duration).percentile(0.5) else { return nil }
        let needed = max(shortestPause, ratio * median)
        var starts = [talk.start]
        for pause in pauses where pause.duration >= needed {
            if pause.end - (starts.last ?? 0) >= shortestChapter && talk.end - pause.end >= shortestChapter {
                starts.append(pause.end)
            }
        }
        guard starts.count > 1 else { return nil }
        let places = starts.dropFirst().prefix(5).map { Numbers.clock(whole: Int($0)) }.joined(separator: ", ")
        return Insight(
            .chapters, nil, .significant, title: "\(starts.count) chapters",
            detail: "Pauses of \(Numbers.said(needed, 1)) s and more divide the memo at \(places)"
                + "\(starts.count > 6 ? " and further on" : "").",
            span: talk,
            evidence: [
                Evidence("count", .count(starts.count)), Evidence("starts", .numbers(starts)),
                Evidence("shortestPause", .number(needed)),
            ])
    }
}
