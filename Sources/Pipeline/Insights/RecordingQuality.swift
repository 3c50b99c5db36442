// RecordingQuality: what is wrong with the recording itself: one card per fault, or one that says it is clean.

import Analysis

enum RecordingQuality {
    /// dBFS; talk below it needs turning up before anybody can listen to it.
    private static let quietTalk = -42.0
    /// dB between talk and room that are comfortable to listen to.
    private static let comfortableRatio = 15.0
    /// A converter's offset beyond this eats headroom and clicks at cuts.
    private static let largeOffset = 0.01
    /// Holes this far below the talk, in dB, are in its pauses and do not hurt.
    private static let dropoutBelowTalk = 20.0

    static func insights(for memo: Measurements) -> [Insight] {
        let faults = [
            unreadable(memo), clipping(memo), tooQuiet(memo), noise(memo), hum(memo), offset(memo), dropouts(memo),
        ].compactMap { $0 }
        return faults.isEmpty ? [clean(memo)].compactMap { $0 } : faults
    }

    private static func whole(_ memo: Measurements) -> TimeSpan { TimeSpan(start: 0, end: memo.duration) }

    /// Talk over room, in dB.
    private static func signalToNoise(_ memo: Measurements) -> Double? {
        guard let active = memo.activeLevel, let floor = memo.levels.noiseFloor else { return nil }
        return active - floor
    }

    private static func clean(_ memo: Measurements) -> Insight? {
        guard let peak = memo.levels.peak else {
            return Insight(
                .recordingQuality, "silence", .significant, title: "Nothing but digital silence",
                detail: "Every sample is zero: the microphone was muted or not connected.", span: whole(memo),
                evidence: [Evidence("peak", .number(nil))])
        }
        let ratio = signalToNoise(memo)
        let detail =
            ratio.map { "The voice is \(Say.oneDecimal($0)) dB above the room; nothing clips, hums or drops out." }
            ?? "Nothing clips, hums or drops out."
        return Insight(
            .recordingQuality, "clean", .minor, title: "A clean recording", detail: detail, span: whole(memo),
            evidence: [
                Evidence("peak", .number(peak)), Evidence("noiseFloor", .number(memo.levels.noiseFloor)),
                Evidence("signalToNoise", .number(ratio)),
            ])
    }

    private static func clipping(_ memo: Measurements) -> Insight? {
        let clipped = memo.levels.clippedSamples
        guard clipped > 0 else { return nil }
        let share = Double(clipped) / Double(memo.frames * memo.channels)
        return Insight(
            .recordingQuality, "clipping", share > 1e-4 ? .significant : .minor, title: "Clipping",
            detail: "\(clipped) samples are cut off at full scale; record further away or with less gain.",
            span: whole(memo),
            evidence: [Evidence("clippedSamples", .count(clipped)), Evidence("share", .number(share))])
    }

    private static func tooQuiet(_ memo: Measurements) -> Insight? {
        guard let level = memo.activeLevel, level < quietTalk else { return nil }
        return Insight(
            .recordingQuality, "tooQuiet", .significant, title: "Very quiet",
            detail: "The voice is at \(Say.oneDecimal(level)) dBFS; move closer to the microphone.", span: whole(memo),
            evidence: [
                Evidence("activeLevel", .number(level)), Evidence("peak", .number(memo.levels.peak)),
            ])
    }

    private static func noise(_ memo: Measurements) -> Insight? {
        guard let ratio = signalToNoise(memo), ratio < comfortableRatio else { return nil }
        return Insight(
            .recordingQuality, "noise", .significant, title: "A noisy place",
            detail: "The voice is only \(Say.oneDecimal(ratio)) dB above the room.", span: whole(memo),
            evidence: [
                Evidence("signalToNoise", .number(ratio)), Evidence("noiseFloor", .number(memo.levels.noiseFloor)),
            ])
    }

    private static func hum(_ memo: Measurements) -> Insight? {
        guard let hum = memo.hum else { return nil }
        return Insight(
            .recordingQuality, "hum", .significant, title: "Mains hum",
            detail: "A tone of \(hum.mainsHz) Hz and its harmonics runs through the memo at "
                + "\(Say.oneDecimal(hum.level)) dBFS; check cable and charger.",
            span: whole(memo),
            evidence: [
                Evidence("mainsHz", .count(hum.mainsHz)), Evidence("level", .number(hum.level)),
                Evidence("harmonics", .numbers(hum.harmonics.map(Double.init))),
            ])
    }

    private static func offset(_ memo: Measurements) -> Insight? {
        let offset = memo.levels.dcOffset
        guard abs(offset) > largeOffset else { return nil }
        return Insight(
            .recordingQuality, "dcOffset", .minor, title: "DC offset",
            detail: "The waveform sits \(Say.oneDecimal(offset * 100)) % off centre.", span: whole(memo),
            evidence: [Evidence("dcOffset", .number(offset))])
    }

    private static func dropouts(_ memo: Measurements) -> Insight? {
        guard let level = memo.activeLevel ?? memo.levels.rms else { return nil }
        let holes = memo.dropouts.filter { $0.levelAround > level - dropoutBelowTalk }
        guard let first = holes.first else { return nil }
        let total = holes.reduce(0) { $0 + $1.duration }
        return Insight(
            .recordingQuality, "dropouts", .significant, title: "Dropouts",
            detail: "\(holes.count) \(holes.count == 1 ? "hole" : "holes") of exact zeros inside the sound, the first "
                + "at \(Say.clock(first.start)).",
            span: TimeSpan(start: first.start, end: first.start + first.duration),
            evidence: [
                Evidence("count", .count(holes.count)), Evidence("total", .number(total)),
                Evidence("starts", .numbers(holes.prefix(20).map(\.start))),
            ])
    }

    private static func unreadable(_ memo: Measurements) -> Insight? {
        let count = memo.levels.nonFiniteSamples
        guard count > 0 else { return nil }
        return Insight(
            .recordingQuality, "nonFinite", .significant, title: "Broken samples",
            detail: count == 1
                ? "One sample is not a number and was read as silence."
                : "\(count) samples are not numbers and were read as silence.", span: whole(memo),
            evidence: [Evidence("nonFiniteSamples", .count(count))])
    }
}
