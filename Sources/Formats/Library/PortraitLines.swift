// PortraitLines: all that a library knows of one memo, in lines: what it is, a tab, and its values.

import Capture
import Library

package struct PortraitLines {
    private let portrait: MemoPortrait
    /// Of the library.
    private let folder: String

    package init(_ portrait: MemoPortrait, folder: String) { (self.portrait, self.folder) = (portrait, folder) }

    package var text: String {
        lines.map { ([$0.name] + $0.values.map(\.printable)).joined(separator: "\t") + "\n" }.joined()
    }

    /// What a line is about, and its values.
    package var lines: [(name: String, values: [String])] {
        var lines: [(String, [String])] = [("memo", [portrait.path])]
        lines.append(("file", [portrait.source, Self.count(portrait.bytes, "byte")]))
        if let hash = portrait.contentHash { lines.append(("hash", [hash])) }
        if let time = portrait.recordedAt { lines.append(("recorded", [time, portrait.recordedAtSource ?? "–"])) }
        let names = [portrait.title, portrait.artist].compactMap { $0 }
        if !names.isEmpty { lines.append(("title", names)) }
        if let format = portrait.format {
            lines.append(
                (
                    "format",
                    [
                        format.duration.map(Numbers.clock) ?? "–", "\(format.container) \(format.encoding)",
                        "\(format.sampleRate) Hz", Self.count(format.channels, "channel"),
                    ]
                ))
        }
        if let salvage = portrait.salvage { lines.append(("salvage", [salvage.kind, salvage.detail])) }
        if let failure = portrait.failure { lines.append(("failed", [failure.code, failure.problem, failure.advice])) }
        if let figures = portrait.figures { lines += self.lines(figures) }
        lines.append(
            ("run", ["\(portrait.run.id)", "sonora \(portrait.run.toolVersion)", tries, portrait.run.settings]))
        if let document = portrait.document { lines.append(("document", ["\(folder)/\(document)"])) }
        return lines
    }

    private var tries: String { counted(portrait.run.attempts, "attempt") }

    private func lines(_ figures: MemoPortrait.Figures) -> [(String, [String])] {
        var lines = [
            (
                "levels",
                [
                    "peak \(Figures.level(figures.peak))", "rms \(Figures.level(figures.rms))",
                    "speech \(Figures.level(figures.activeLevel))", "room \(Figures.level(figures.noiseFloor))",
                    Self.count(figures.clippedSamples, "clipped sample"),
                ]
            ),
            (
                "speech",
                [
                    "\(Figures.fixed(figures.articulationRate, 2)) syllables/s",
                    Self.count(figures.syllables, "syllable"),
                    "about \(Self.count(figures.estimatedWords, "word"))",
                    "\(Figures.fixed(figures.activeSeconds, 1)) s active",
                    Self.count(figures.onsets, "onset"),
                ]
            ),
        ]
        let share = figures.pauseShare.map { "\(Numbers.fixed($0 * 100, 1)) % of the talk" } ?? "–"
        let longest = figures.longestPause.map { length in
            "longest \(Numbers.fixed(length, 2)) s at \(figures.longestPauseStart.map(Numbers.clock) ?? "–")"
        }
        lines.append(("pauses", [share] + (longest.map { [$0] } ?? [])))
        for segment in portrait.segments {
            let span = "\(Numbers.fixed(segment.span.start, 3)) to \(Numbers.fixed(segment.span.end, 3)) s"
            lines.append(
                ("segment", [span, "peak \(Figures.level(segment.peak))", segment.startReason, segment.endReason]))
        }
        for stage in portrait.stages {
            let budget = stage.budget.map { "of \(Figures.duration($0))" } ?? "no budget"
            lines.append(("stage", [stage.name, Figures.duration(stage.elapsed), budget, stage.verdict]))
        }
        lines.append(
            ("latency", ["queue \(Figures.duration(figures.queueWait))", "total \(Figures.duration(figures.total))"]))
        for card in portrait.insights {
            lines.append(
                (
                    "insight",
                    [card.id, card.importance, card.title, card.detail]
                        + (EvidenceWords.sentence(card.evidence).map { [$0] } ?? [])
                ))
        }
        return lines
    }

    private static func count(_ number: Int?, _ noun: String) -> String { counted(number ?? 0, noun) }
}
