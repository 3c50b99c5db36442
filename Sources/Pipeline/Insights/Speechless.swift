// Speechless: what is said of a memo in which nobody speaks.

import Analysis
import Capture

enum Speechless {
    /// dBFS; a memo whose loudest sample is below it holds next to nothing.
    private static let hardlyAnything = -60.0

    /// Digital silence, or sound without speech; `nil` where somebody speaks.
    static func insight(for memo: Measurements) -> Insight? {
        guard memo.activity.isEmpty else { return nil }
        let whole = TimeSpan(start: 0, end: memo.duration)
        guard let peak = memo.levels.peak else {
            // What could not be read was taken for zeros, and has its own card.
            guard memo.levels.nonFiniteSamples == 0 else { return nil }
            return Insight(
                .recordingQuality, "silence", .significant, title: "Nothing but digital silence",
                detail: "Every sample is zero: the microphone was muted or not connected.", span: whole,
                evidence: [Evidence("peak", .number(nil))])
        }
        let level = memo.levels.rms ?? peak
        let detail =
            peak < hardlyAnything
            ? "Nobody is heard speaking, and the loudest moment is at \(Numbers.said(peak, 1)) dBFS; was the microphone covered?"
            : "Nobody is heard speaking; the sound is at \(Numbers.said(level, 1)) dBFS."
        return Insight(
            .recordingQuality, "noSpeech", .significant, title: peak < hardlyAnything ? "Hardly a sound" : "No speech",
            detail: detail, span: whole,
            evidence: [
                Evidence("peak", .number(peak)), Evidence("rms", .number(memo.levels.rms)),
                Evidence("noiseFloor", .number(memo.levels.noiseFloor)),
            ])
    }
}
