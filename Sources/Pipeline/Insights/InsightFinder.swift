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

/// Numbers as a sentence shows them.
enum Say {
    static func oneDecimal(_ value: Double) -> String {
        let tenths = Int((min(abs(value), 1e9) * 10).rounded())
        return "\(value < 0 && tenths > 0 ? "−" : "")\(tenths / 10).\(tenths % 10)"
    }

    static func percent(_ share: Double) -> String { "\(Int((share * 100).rounded())) %" }

    /// `1:05` or `1:02:03`.
    static func clock(_ seconds: Double) -> String {
        let whole = Int(seconds)
        func two(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }
        return whole < 3600
            ? "\(whole / 60):\(two(whole % 60))"
            : "\(whole / 3600):\(two(whole / 60 % 60)):\(two(whole % 60))"
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
