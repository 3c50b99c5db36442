// SpeechFigures: how somebody spoke, in numbers that can be compared between memos.

import Analysis

/// Pace and pauses of one memo.
public struct SpeechFigures: Sendable, Equatable {
    /// From the first activity to the end of the last.
    public var talk: TimeSpan
    public var activeSeconds: Double
    public var syllables: Int
    /// The gaps between stretches of activity that count as pauses.
    public var pauses: [TimeSpan]

    /// `nil` for a memo without activity.
    public init?(of memo: Measurements) {
        guard let first = memo.activity.first, let last = memo.activity.last else { return nil }
        talk = TimeSpan(start: first.start, end: last.end)
        activeSeconds = memo.activity.reduce(0) { $0 + $1.duration }
        syllables = memo.nuclei.count
        pauses = Pauses.all(in: memo)
    }

    /// Syllables per second while speaking; `nil` where there are none.
    public var articulationRate: Double? {
        syllables > 0 && activeSeconds > 0 ? Double(syllables) / activeSeconds : nil
    }

    public var pauseSeconds: Double { pauses.reduce(0) { $0 + $1.duration } }

    /// Of the talk, 0…1.
    public var pauseShare: Double? { talk.duration > 0 ? pauseSeconds / talk.duration : nil }

    public var longestPause: TimeSpan? { pauses.max { $0.duration < $1.duration } }
}
