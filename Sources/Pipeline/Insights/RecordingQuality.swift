// RecordingQuality: what is wrong with the recording itself: one card per fault, or one that says it is clean.

import Analysis
import Capture
import Foundation

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
        if let speechless = Speechless.insight(for: memo) { return faults + [speechless] }
        return faults.isEmpty ? [clean(memo)] : faults
    }

    private static func whole(_ memo: Measurements) -> TimeSpan { TimeSpan(start: 0, end: memo.duration) }

    /// A level without the converter's offset, which nobody hears, in dBFS; `nil` where nothing else is there.
    private static func heard(_ level: Double?, _ memo: Measurements) -> Double? {
        let offset = memo.levels.dcOffset
        return level.flatMap { level in
            decibels(power: 1 - offset * offset / pow(10, level / 10)).map { level + $0 }
        }
    }

    /// Level of the voice, in dBFS.
    private static func voice(_ memo: Measurements) -> Double? { heard(memo.activeLevel, memo) }

    /// Talk over room, in dB.
    private static func signalToNoise(_ memo: Measurements) -> Double? {
        guard let voice = voice(memo), let room = heard(memo.levels.noiseFloor, memo) else { return nil }
        return voice - room
    }

    private static func clean(_ memo: Measurements) -> Insight {
        let ratio = signalToNoise(memo)
        let detail =
            ratio.map { "The voice is \(Numbers.said($0, 1)) dB above the room; nothing clips, hums or drops out." }
            ?? "Nothing clips, hums or drops out."
        return Insight(
            .recordingQuality, "clean", .minor, title: "A clean recording", detail: detail, span: whole(memo),
            evidence: [
                Evidence("peak", .number(memo.levels.peak)), Evidence("noiseFloor", .number(memo.levels.noiseFloor)),
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
        guard let level = voice(memo), level < quietTalk else { return nil }
        return Insight(
            .recordingQuality, "tooQuiet", .significant, title: "Very quiet",
            detail: "The voice is at \(Numbers.said(level, 1)) dBFS; move closer to the microphone.", span: whole(memo),
            evidence: [
                Evidence("activeLevel", .number(level)), Evidence("peak", .number(memo.levels.peak)),
            ])
    }

    private static func noise(_ memo: Measurements) -> Insight? {
        guard let ratio = signalToNoise(memo), ratio < comfortableRatio else { return nil }
        return Insight(
            .recordingQuality, "noise", .significant, title: "A noisy place",
            detail: ratio < 0
                ? "The voice is \(Numbers.said(-ratio, 1)) dB below the room."
                : "The voice is only \(Numbers.said(ratio, 1)) dB above the room.", span: whole(memo),
            evidence: [
                Evidence("signalToNoise", .number(ratio)), Evidence("noiseFloor", .number(memo.levels.noiseFloor)),
            ])
    }

    /// What nobody can hear is no fault: the error of rounding a tone has a spectrum, too. And of hum one hears its lowest
    /// harmonics, or several: one further up may be a tone that somebody plays.
    private static func hum(_ memo: Measurements) -> Insight? {
        guard let hum = memo.hum, let sound = voice(memo) ?? heard(memo.levels.rms, memo) else { return nil }
        let heard = zip(hum.harmonics, hum.harmonicLevels).filter { harmonic, level in
            Audibility.isHeard(Double(hum.mainsHz * harmonic), level: level, beside: sound)
        }
        guard let lowest = heard.first?.0, lowest <= 2 || heard.count > 1 else { return nil }
        let what =
            hum.harmonics.contains(1)
            ? "A tone of \(hum.mainsHz) Hz and its harmonics runs" : "Harmonics of \(hum.mainsHz) Hz run"
        return Insight(
            .recordingQuality, "hum", .significant, title: "Mains hum",
            detail: "\(what) through the memo at \(Numbers.said(hum.level, 1)) dBFS; check cable and charger.",
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
            detail: "The waveform sits \(Numbers.said(offset * 100, 1)) % off centre.", span: whole(memo),
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
                + "at \(Numbers.clock(whole: Int(first.start))).",
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
