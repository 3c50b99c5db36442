// OnsetLines: when something begins, a row for each, as soon as it is known.

import Analysis
import Capture
import Pipeline

struct OnsetRow {
    var time: Double
    /// In dB; a word that fades in has none.
    var strength: Double?
    /// `nil` where nobody asked what begins there.
    var kind: OnsetPlace?
}

/// Hands out the onsets of a memo once each.
struct OnsetLines {
    enum View { case onsets, words, kinds }

    let view: View
    /// Weaker ones, and those without a strength, are left out.
    var threshold: Double?
    /// So are those that come sooner after the one before, in seconds.
    var minimumGap = 0.0
    private var taken = 0
    private var words = WordStartCursor()
    private var places = OnsetPlaceCursor()
    private var last: Double?

    init(view: View) { self.view = view }

    /// What became known since the last call.
    mutating func take(from analyzer: Analyzer) -> [OnsetRow] {
        switch view {
        case .onsets: rows(of: analyzer.onsets)
        case .words: rows(of: words.take(from: analyzer))
        case .kinds: rows(of: places.take(from: analyzer))
        }
    }

    /// And what is left when the memo has ended.
    mutating func take(from measurements: Measurements) -> [OnsetRow] {
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

extension OnsetRow {
    /// Columns with tabs.
    func line(hasStrength: Bool) -> String {
        let figures = hasStrength ? [strength.map { Numbers.fixed($0, 3) } ?? "–"] : []
        return ([Numbers.fixed(time, 6)] + figures + (kind.map { [$0.rawValue] } ?? [])).joined(separator: "\t") + "\n"
    }

    /// The columns of CSV; `kind` only where it was asked for.
    var cells: [String] {
        [Numbers.fixed(time, 6), strength.map { Numbers.fixed($0, 3) } ?? ""] + (kind.map { [$0.rawValue] } ?? [])
    }

    func write(to json: inout JSONWriter) {
        json.object { json in
            json.field("time", time, decimals: 6)
            json.field("strength", strength, decimals: 3)
            if let kind { json.field("kind", kind.rawValue) }
        }
    }
}
