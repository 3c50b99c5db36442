// PortraitText: all that a library knows of one memo, in lines: what it is, and a tab or spaces, and its value.

import Capture
import Library

struct PortraitText {
    let portrait: MemoPortrait
    /// Of the library.
    let folder: String
    let terminal: Terminal

    func write(to output: StandardOutput) throws(CaptureError) {
        for (name, values) in lines {
            if terminal.isInteractive {
                let shown = values.map(\.printable).joined(separator: " · ")
                let value =
                    name == "failed" ? terminal.style.red(shown) : name == "memo" ? terminal.style.bold(shown) : shown
                try output.write("\(terminal.style.dim(Numbers.left(name, 11))) \(value)\n")
            } else {
                try output.write(([name] + values.map(\.printable)).joined(separator: "\t") + "\n")
            }
        }
    }

    private var lines: [(String, [String])] {
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

    private var tries: String { portrait.run.attempts == 1 ? "1 attempt" : "\(portrait.run.attempts) attempts" }

    private func lines(_ figures: MemoPortrait.Figures) -> [(String, [String])] {
        var lines = [
            (
                "levels",
                [
                    "peak \(Numbers.level(figures.peak))", "rms \(Numbers.level(figures.rms))",
                    "speech \(Numbers.level(figures.activeLevel))", "room \(Numbers.level(figures.noiseFloor))",
                    Self.count(figures.clippedSamples, "clipped sample"),
                ]
            ),
            (
                "speech",
                [
                    "\(number(figures.articulationRate, 2)) syllables/s", Self.count(figures.syllables, "syllable"),
                    "about \(Self.count(figures.estimatedWords, "word"))",
                    "\(number(figures.activeSeconds, 1)) s active",
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
                ("segment", [span, "peak \(Numbers.level(segment.peak))", segment.startReason, segment.endReason]))
        }
        for stage in portrait.stages {
            let budget = stage.budget.map { "of \(duration($0))" } ?? "no budget"
            lines.append(("stage", [stage.name, duration(stage.elapsed), budget, stage.verdict]))
        }
        lines.append(
            ("latency", ["queue \(duration(figures.queueWait))", "total \(duration(figures.total))"]))
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

    private static func count(_ number: Int?, _ noun: String) -> String {
        "\(number ?? 0) \(noun)\(number == 1 ? "" : "s")"
    }

    private func number(_ value: Double?, _ decimals: Int) -> String {
        value.map { Numbers.fixed($0, decimals) } ?? "–"
    }

    private func duration(_ seconds: Double?) -> String { seconds.map { Numbers.duration(.seconds($0)) } ?? "–" }
}
