// InsightFinder: all insights of a memo, in the order a screen shows them.

import Analysis

/// Turns measurements into cards.
public enum InsightFinder {
    /// A memo without activity has insights about its recording only.
    public static func insights(for memo: Measurements) -> [Insight] {
        let quality = RecordingQuality.insights(for: memo)
        guard let speech = SpeechFigures(of: memo) else { return quality }
        let talk = speech.talk
        return [Pace.insight(for: speech), Pauses.insight(for: speech)].compactMap { $0 } + Emphasis.insights(for: memo)
            + [
                Dynamics.insight(for: memo, talk: talk),
                Chapters.insight(for: memo, talk: talk),
            ].compactMap { $0 } + quality + [Trim.insight(for: memo, talk: talk)].compactMap { $0 }
    }
}

extension [Double] {
    /// The value that a share (0…1) of the elements stays under, interpolated; `nil` when empty.
    package func percentile(_ share: Double) -> Double? { sorted().percentile(ofSorted: share) }

    /// The same of elements that rise.
    package func percentile(ofSorted share: Double) -> Double? {
        guard !isEmpty else { return nil }
        let position = share * Double(count - 1)
        let index = Int(position)
        guard index + 1 < count else { return self[index] }
        return self[index] + (self[index + 1] - self[index]) * (position - Double(index))
    }
}
