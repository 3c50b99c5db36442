// WordStart: the instant where somebody begins to speak, a word or a phrase of several that run together.

/// Activity knows that somebody speaks, on a grid of 20 ms and late where a word begins softly; onsets know the instant, but not
/// whether it is speech. A start is the onset that its stretch of activity begins with, else the stretch's own beginning.
public struct WordStart: Sendable, Equatable {
    /// Seconds from the start of the memo.
    public var time: Double
    /// That of the onset, in dB; `nil` where none is near and the time is that of the activity.
    public var strength: Double?
}

/// Which onset a stretch of activity begins with.
private enum Beginning {
    /// Seconds before the stretch within which any onset is taken for its beginning, …
    static let near = 0.06
    /// …and a clear one: plosives and fricatives come well before the voice. Further off, in a busy room, it would mostly be the room.
    static let far = 0.12
    /// dB that make an onset clear.
    static let clear = 1.0
    /// Seconds into the stretch. Later there is the vowel of a word whose consonant was heard.
    static let behind = 0.01

    /// - Parameter end: where the stretch before ended.
    static func of(_ start: Double, after end: Double, is onset: Onset) -> Bool {
        let lead = start - onset.time
        guard onset.time > end, lead >= -behind else { return false }
        return lead <= near || (lead <= far && onset.strength >= clear)
    }
}

/// Gives each start once, in order, as activity becomes final: at most 0.98 s after its sound.
public struct WordStartCursor: Sendable {
    private var stretch = 0
    private var onset = 0

    public init() {}

    /// Starts that became known since the last call.
    public mutating func take(from analyzer: Analyzer) -> [WordStart] {
        take(analyzer.activity, open: analyzer.openActivity, onsets: analyzer.onsets)
    }

    /// And what is left when the memo has ended.
    public mutating func take(from measurements: Measurements) -> [WordStart] {
        take(measurements.activity, open: nil, onsets: measurements.onsets)
    }

    private mutating func take(_ activity: [TimeSpan], open: TimeSpan?, onsets: [Onset]) -> [WordStart] {
        var found: [WordStart] = []
        while let span = stretch < activity.count ? activity[stretch] : stretch == activity.count ? open : nil {
            let before = stretch > 0 ? activity[stretch - 1].end : -.infinity
            found.append(start(of: span, after: before, onsets: onsets))
            stretch += 1
        }
        return found
    }

    private mutating func start(of span: TimeSpan, after end: Double, onsets: [Onset]) -> WordStart {
        while onset < onsets.count, onsets[onset].time < span.start + Beginning.behind {
            if Beginning.of(span.start, after: end, is: onsets[onset]) {
                return WordStart(time: onsets[onset].time, strength: onsets[onset].strength)
            }
            onset += 1
        }
        return WordStart(time: span.start, strength: nil)
    }
}

extension Measurements {
    /// Where words, or phrases of them, begin.
    public var wordStarts: [WordStart] {
        var cursor = WordStartCursor()
        return cursor.take(from: self)
    }
}

/// Where an onset lies.
public enum OnsetPlace: String, Sendable, CaseIterable {
    /// A word or phrase begins with it.
    case word
    /// Within speech, or singing.
    case speech
    /// Anything else that sounds.
    case sound
}

/// Tells where onsets lie, each once, in order, as activity becomes final.
public struct OnsetPlaceCursor: Sendable {
    private var onset = 0
    private var stretch = 0
    /// Stretches up to this have the onset that they begin with.
    private var begun = 0

    public init() {}

    /// Onsets whose place became known since the last call.
    public mutating func take(from analyzer: Analyzer) -> [(onset: Onset, place: OnsetPlace)] {
        let activity = analyzer.activity + (analyzer.openActivity.map { [$0] } ?? [])
        return take(analyzer.onsets, activity, settled: analyzer.settledSeconds - Beginning.far)
    }

    /// And what is left when the memo has ended.
    public mutating func take(from measurements: Measurements) -> [(onset: Onset, place: OnsetPlace)] {
        take(measurements.onsets, measurements.activity, settled: .infinity)
    }

    private mutating func take(
        _ onsets: [Onset], _ activity: [TimeSpan], settled: Double
    ) -> [(onset: Onset, place: OnsetPlace)] {
        var found: [(onset: Onset, place: OnsetPlace)] = []
        while onset < onsets.count, onsets[onset].time < settled {
            found.append((onsets[onset], place(of: onsets[onset], activity)))
            onset += 1
        }
        return found
    }

    private mutating func place(of onset: Onset, _ activity: [TimeSpan]) -> OnsetPlace {
        while stretch < activity.count, activity[stretch].end <= onset.time { stretch += 1 }
        guard stretch < activity.count else { return .sound }
        let span = activity[stretch]
        let before = stretch > 0 ? activity[stretch - 1].end : -.infinity
        if begun <= stretch, Beginning.of(span.start, after: before, is: onset) {
            begun = stretch + 1
            return .word
        }
        return span.start <= onset.time ? .speech : .sound
    }
}
