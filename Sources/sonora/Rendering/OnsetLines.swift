// OnsetLines: when something begins, a line for each, as soon as it is known.

import Analysis

struct OnsetLines {
    enum View { case onsets, words, kinds }

    let view: View
    let hasStrength: Bool
    private var printed = 0
    private var words = WordStartCursor()
    private var places = OnsetPlaceCursor()

    init(view: View, hasStrength: Bool) { (self.view, self.hasStrength) = (view, hasStrength) }

    /// Lines that became known since the last call.
    mutating func take(from analyzer: Analyzer) -> String {
        switch view {
        case .onsets: lines(of: analyzer.onsets)
        case .words: lines(of: words.take(from: analyzer))
        case .kinds: lines(of: places.take(from: analyzer))
        }
    }

    /// And those that are left when the memo has ended.
    mutating func take(from measurements: Measurements) -> String {
        switch view {
        case .onsets: lines(of: measurements.onsets)
        case .words: lines(of: words.take(from: measurements))
        case .kinds: lines(of: places.take(from: measurements))
        }
    }

    private mutating func lines(of onsets: [Onset]) -> String {
        defer { printed = onsets.count }
        return onsets[printed...].map { line($0.time, $0.strength) }.joined()
    }

    private func lines(of words: [WordStart]) -> String { words.map { line($0.time, $0.strength) }.joined() }

    private func lines(of onsets: [(onset: Onset, place: OnsetPlace)]) -> String {
        onsets.map { line($0.onset.time, $0.onset.strength, $0.place.rawValue) }.joined()
    }

    private func line(_ time: Double, _ strength: Double?, _ further: String...) -> String {
        let figures = hasStrength ? [strength.map { Numbers.fixed($0, 3) } ?? "–"] : []
        return ([Numbers.fixed(time, 6)] + figures + further).joined(separator: "\t") + "\n"
    }
}
