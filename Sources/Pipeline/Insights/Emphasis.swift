// Emphasis: the moments that stand out from the speaker's own level.

import Analysis
import Capture

enum Emphasis {
    /// Syllables before and after that a syllable is compared with: about half a minute of talk.
    private static let reach = 60
    /// dB above the median of those; ordinary stress within words stays below.
    private static let excess = 7.0
    /// Syllables closer together than this are one moment, in seconds.
    private static let apart = 1.0
    private static let most = 3
    private static let fewestSyllables = 20

    private struct Moment {
        var span: TimeSpan
        var excess: Double
    }

    static func insights(for memo: Measurements) -> [Insight] {
        guard memo.nuclei.count >= fewestSyllables else { return [] }
        let strongest = moments(memo.nuclei).sorted { $0.excess > $1.excess }.prefix(most)
            .sorted { $0.span.start < $1.span.start }
        return strongest.enumerated().map { number, moment in
            Insight(
                .emphasis, "\(number + 1)", moment.excess >= excess + 3 ? .significant : .minor, title: "Emphasis",
                detail: "At \(Numbers.clock(whole: Int(moment.span.start))) the voice rises "
                    + "\(Numbers.said(moment.excess, 1)) dB above its own level around it.",
                span: moment.span, evidence: [Evidence("aboveOwnLevel", .number(moment.excess))])
        }
    }

    private static func moments(_ nuclei: [SyllableNucleus]) -> [Moment] {
        var moments: [Moment] = []
        var typical = 0.0
        for (index, nucleus) in nuclei.enumerated() {
            // The median moves slowly; every eighth syllable is often enough to take it anew.
            if index.isMultiple(of: 8) {
                let around = max(0, index - reach)..<min(nuclei.count, index + reach)
                typical = nuclei[around].map(\.level).percentile(0.5) ?? 0
            }
            let above = nucleus.level - typical
            guard above >= excess else { continue }
            if let last = moments.last, nucleus.time - last.span.end < apart {
                moments[moments.count - 1].span.end = nucleus.time + 0.1
                moments[moments.count - 1].excess = max(last.excess, above)
            } else {
                moments.append(
                    Moment(
                        span: TimeSpan(start: max(0, nucleus.time - 0.1), end: nucleus.time + 0.1), excess: above))
            }
        }
        return moments
    }
}
