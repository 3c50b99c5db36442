// MemoScreen: a memo on a terminal: stages as they arrive, then the picture and the cards.

import Analysis
import Capture
import Formats
import Pipeline

final class MemoScreen: EventSink {
    private let output: StandardOutput
    private let terminal: Terminal
    private var memos = 0
    /// Levels of a live memo, one for each update.
    private var bloom: [Float] = []
    private static let bloomColumns = 50
    /// Estimated words of each segment that was told.
    private var words: [Int] = []

    init(output: StandardOutput, terminal: Terminal) {
        self.output = output
        self.terminal = terminal
    }

    func advance(_ progress: Progress) async { ProgressLine.show(progress) }

    private var style: Style { terminal.style }
    private var columns: Int { min(max(terminal.width - 4, 20), 120) }

    func receive(_ event: MemoEvent) async throws {
        StandardError.clearProgress()
        switch event.payload {
        case .accepted:
            if memos > 0 { try output.write("\n") }
            memos += 1
            try output.write("\(style.blue("●")) \(style.bold(event.memo.printable))\n")
        case .immediate(let result, let revision):
            if result.coverage == .live {
                if revision == 0 {
                    try immediate(result, event.timing)
                    try output.flush()
                }
                live(result)
            } else if revision == 0 || event.timing == nil {
                try immediate(result, event.timing)
            }
        case .transcript(let update, let revision): try transcript(update, revision, event)
        case .insights(let update, _): try stage(event.timing, counted(update.order.count, "card"))
        case .completed(let result): try picture(result)
        case .known, .failed: break
        }
        try output.flush()
    }

    private func immediate(_ result: ImmediateResult, _ timing: StageTiming?) throws {
        let levels = result.levels
        func figure(_ name: String, _ level: Double?) -> String {
            "\(name) \(Figures.fixed(level, 1))"
        }
        let summary =
            figure("peak", levels.peak) + " · " + figure("rms", levels.rms) + " · "
            + figure("room", levels.noiseFloor) + " dBFS"
        guard let timing else {
            try output.write("  \(style.dim("in full")) \(Aligned.left("", 27)) \(summary)\n")
            return
        }
        var facts = [
            result.duration.map(Numbers.clock), "\(result.format.container) \(result.format.encoding)",
            "\(Numbers.fixed(Double(result.format.sampleRate) / 1000, 1)) kHz",
            result.format.channels == 1
                ? "mono" : result.format.channels == 2 ? "stereo" : "\(result.format.channels) channels",
        ].compactMap { $0 }
        if let recordedAt = result.origin.recordedAt {
            facts.append("\(recordedAt.text.prefix(10)) (\(recordedAt.source.rawValue))")
        }
        let names = [result.origin.title, result.origin.artist].compactMap { $0 }
        for line in TextWrap.rows(names.joined(separator: " · "), width: columns) { try output.write("  \(line)\n") }
        try output.write("  \(style.dim(facts.joined(separator: " · ")))\n")
        try stage(timing, result.coverage == .sampled ? "≈ \(summary)" : summary)
    }

    private func transcript(_ update: TranscriptUpdate, _ revision: Int, _ event: MemoEvent) throws {
        if revision == 0 || update.startsOver { words = [] }
        for passage in update.transcript.passages {
            if words.indices.contains(passage.segment) {
                words[passage.segment] = passage.estimatedWords
            } else {
                words.append(passage.estimatedWords)
            }
        }
        let all = "\(counted(words.count, "segment")), about \(counted(words.reduce(0, +), "word"))"
        if event.timing != nil {
            try stage(event.timing, update.through == nil ? all : all + " so far")
        } else if update.through == nil, update.transcript.status == .placeholder {
            try output.write("  \(style.dim("in full")) \(Aligned.left("", 27)) \(all)\n")
        }
    }

    /// `immediate   2.1 ms of 100 ms ✓  …`
    private func stage(_ timing: StageTiming?, _ text: String) throws {
        guard let timing else { return }
        let budget = timing.budget.map { " of \(Figures.duration($0))" } ?? ""
        let mark =
            switch timing.verdict {
            case .within: style.green("✓")
            case .over: style.red("over")
            case .none: " "
            }
        try output.write(
            "  \(Aligned.left(timing.stage.rawValue, 11)) \(Aligned.right(Figures.duration(timing.elapsed), 8))"
                + "\(style.dim(Aligned.left(budget, 10))) \(mark)  \(text)\n")
    }

    private func picture(_ result: MemoResult) throws {
        let measurements = result.measurements
        try output.write("\n")
        for line in Picture.waveform(measurements.overview, duration: result.duration, columns: columns) {
            try output.write("  \(style.cyan(line))\n")
        }
        let segments = Picture.segments(measurements.segments, duration: result.duration, columns: columns)
        try output.write("  \(style.green(segments))\n")
        try output.write("  \(style.dim(Picture.axis(duration: result.duration, columns: columns)))\n\n")
        for insight in result.insights {
            let mark = insight.importance == .minor ? style.dim("◇") : style.yellow("◆")
            try output.write("  \(mark) \(style.bold(insight.title))\n")
            for line in TextWrap.rows(insight.detail, width: columns - 2) { try output.write("    \(line)\n") }
        }
    }

    /// A live memo is one line that moves: the time, a mark where something began, another while somebody speaks, as far as can
    /// be told so soon, and the bloom of the last seconds.
    private func live(_ result: ImmediateResult) {
        guard let duration = result.duration, let level = result.bloom.level.max() else { return }
        bloom.append(level)
        bloom.removeFirst(max(0, bloom.count - Self.bloomColumns))
        let mark = result.onsets.isEmpty ? " " : style.yellow("•")
        let voice = result.news?.speaksNow == true ? style.green("━") : " "
        StandardError.progress(
            "  \(Numbers.clock(duration)) \(mark)\(voice) \(style.blue(Picture.bloom(bloom[...])))")
    }
}

extension SpeechNews {
    /// Whether somebody seems to speak in the newest sound.
    fileprivate var speaksNow: Bool { activity.provisional.active.last?.end == activity.provisional.span.end }
}
