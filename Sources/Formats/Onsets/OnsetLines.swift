// OnsetLines: when something begins, as soon as it is known.

import Analysis
import Pipeline

/// Hands out the onsets of a memo once each.
package struct OnsetLines {
    package enum View { case onsets, words, kinds }

    package let view: View
    /// Weaker ones, and those without a strength, are left out.
    package var threshold: Double?
    /// So are those that come sooner after the one before, in seconds.
    package var minimumGap = 0.0
    private var taken = 0
    private var words = WordStartCursor()
    private var places = OnsetPlaceCursor()
    private var last: Double?

    package init(view: View) { self.view = view }

    /// What became known since the last call.
    package mutating func take(from analyzer: Analyzer) -> [OnsetRow] {
        switch view {
        case .onsets: rows(of: analyzer.onsets)
        case .words: rows(of: words.take(from: analyzer))
        case .kinds: rows(of: places.take(from: analyzer))
        }
    }

    /// And what is left when the memo has ended.
    package mutating func take(from measurements: Measurements) -> [OnsetRow] {
        switch view {
        case .onsets: rows(of: measurements.onsets)
        case .words: rows(of: words.take(from: measurements))
        case .kinds: rows(of: places.take(from: measurements))
        }
    }

    private mutating func rows(of onsets: [Onset]) -> [OnsetRow] {
        defer { taken = onsets.count }
        return chosen(onsets[taken...].map { OnsetRow(time: $0.time, strength: $0.strength) })
    }

    private mutating func rows(of words: [WordStart]) -> [OnsetRow] {
        chosen(words.map { OnsetRow(time: $0.time, strength: $0.strength) })
    }

    private mutating func rows(of onsets: [(onset: Onset, place: OnsetPlace)]) -> [OnsetRow] {
        chosen(onsets.map { OnsetRow(time: $0.onset.time, strength: $0.onset.strength, kind: $0.place) })
    }

    private mutating func chosen(_ rows: [OnsetRow]) -> [OnsetRow] {
        rows.filter { row in
            if let threshold, row.strength.map({ $0 < threshold }) ?? true { return false }
            if let last, row.time - last < minimumGap { return false }
            last = row.time
            return true
        }
    }
}
