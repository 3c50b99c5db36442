// Dynamics: whether the voice stays level or varies, and where it goes.

import Analysis
import Capture

enum Dynamics {
    private static let fewestSyllables = 12
    /// dB between the 10th and the 90th percentile of the syllables' levels.
    private static let flat = 7.0
    private static let varied = 14.0
    /// dB from start to end along the regression line that are called a trend.
    private static let trend = 4.0

    static func insight(for memo: Measurements, talk: TimeSpan) -> Insight? {
        let nuclei = memo.nuclei
        // Sorted in place: days of talk hold a million syllables.
        var levels = nuclei.map(\.level)
        levels.sort()
        guard nuclei.count >= fewestSyllables, let low = levels.percentile(ofSorted: 0.1),
            let high = levels.percentile(ofSorted: 0.9)
        else { return nil }
        let spread = high - low
        let change = slope(nuclei) * talk.duration
        let direction = change >= trend ? "rising" : change <= -trend ? "falling" : "steady"
        let variety = spread < flat ? "flat" : spread > varied ? "varied" : "moderate"
        let title =
            switch (variety, direction) {
            case (_, "rising"): "Growing louder"
            case (_, "falling"): "Growing quieter"
            case ("flat", _): "A level voice"
            case ("varied", _): "A varied voice"
            default: "Balanced dynamics"
            }
        return Insight(
            .dynamics, nil, direction == "steady" ? .minor : .significant, title: title,
            detail: "Syllables span \(Numbers.said(spread, 1)) dB and change by \(Numbers.said(change, 1)) dB from "
                + "beginning to end.",
            span: talk,
            evidence: [
                Evidence("spread", .number(spread)), Evidence("change", .number(change)),
                Evidence("variety", .word(variety)), Evidence("direction", .word(direction)),
            ])
    }

    /// Least-squares slope of level over time, in dB per second.
    private static func slope(_ nuclei: [SyllableNucleus]) -> Double {
        let count = Double(nuclei.count)
        let meanTime = nuclei.reduce(0) { $0 + $1.time } / count
        let meanLevel = nuclei.reduce(0) { $0 + $1.level } / count
        var covariance = 0.0
        var variance = 0.0
        for nucleus in nuclei {
            covariance += (nucleus.time - meanTime) * (nucleus.level - meanLevel)
            variance += (nucleus.time - meanTime) * (nucleus.time - meanTime)
        }
        return variance > 0 ? covariance / variance : 0
    }
}
