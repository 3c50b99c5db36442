// Trim: what lies before and behind all speech, where it is worth cutting.

import Analysis
import Capture

enum Trim {
    /// Less than this is not worth a card, in seconds.
    private static let shortest = 1.0
    /// Kept around the talk.
    private static let padding = 0.2

    static func insight(for memo: Measurements, talk: TimeSpan) -> Insight? {
        let leading = talk.start - padding
        let trailing = memo.duration - talk.end - padding
        guard max(leading, trailing) >= shortest else { return nil }
        let kept = TimeSpan(
            start: leading >= shortest ? leading : 0,
            end: trailing >= shortest ? talk.end + padding : memo.duration)
        return Insight(
            .trim, nil, .minor, title: "Ends to trim",
            detail: "Keeping \(Numbers.clock(whole: Int(kept.start))) to \(Numbers.clock(whole: Int(kept.end))) drops "
                + "\(Numbers.said(memo.duration - kept.duration, 1)) s in which nobody speaks.",
            span: kept,
            evidence: [
                Evidence("leading", .number(max(0, talk.start))),
                Evidence("trailing", .number(max(0, memo.duration - talk.end))),
                Evidence("removed", .number(memo.duration - kept.duration)),
            ])
    }
}
