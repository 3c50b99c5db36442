// WordStart: the instant where somebody begins to speak, a word or a phrase of several that run together.

/// Activity knows that somebody speaks, on a grid of 20 ms and late where a word begins softly; onsets know the instant, but not
/// whether it is speech. A start is the onset that its stretch of activity begins with, else the stretch's own beginning.
public struct WordStart: Sendable, Equatable {
    /// Seconds from the start of the memo.
    public var time: Double
    /// That of the onset, in dB; `nil` where none is near and the time is that of the activity.
    public var strength: Double?

    public init(time: Double, strength: Double?) {
        self.time = time
        self.strength = strength
    }
}

/// Which onset a stretch of activity begins with.
private enum Beginning {
    /// Seconds before the stretch within which any onset is taken for its beginning, …
    static let near = 0.06
    /// …and a clear one: plosives and fricatives come well before the voice. Further off, it would mostly be noise.
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

/// Stretches of activity, the one under way included.
private struct Stretches {
    let closed: [TimeSpan]
    var open: TimeSpan?

    /// A stretch, if it is known, and where the one before ended.
    func stretch(_ number: Int) -> (span: TimeSpan, before: Double)? {
        guard let span = number < closed.count ? closed[number] : number == closed.count ? open : nil else {
            return nil
        }
        return (span, number > 0 ? closed[number - 1].end : -.infinity)
    }
}

/// Gives each start once, in order, as activity becomes final: at most 0.98 s after its sound.
public struct WordStartCursor: Sendable {
    private var stretch = 0
    private var onset = 0

    public init() {}

    /// Starts that became known since the last call.
    public mutating func take(from analyzer: Analyzer) -> [WordStart] {
        take(Stretches(closed: analyzer.activity, open: analyzer.openActivity), analyzer.onsets)
    }

    /// And what is left when the memo has ended.
    public mutating func take(from measurements: Measurements) -> [WordStart] {
        take(Stretches(closed: measurements.activity), measurements.onsets)
    }

    private mutating func take(_ stretches: Stretches, _ onsets: [Onset]) -> [WordStart] {
        var found: [WordStart] = []
        while let (span, before) = stretches.stretch(stretch) {
            found.append(start(of: span, after: before, onsets: onsets))
            stretch += 1
        }
        return found
    }

    private mutating func start(of span: TimeSpan, after end: Double, onsets: [Onset]) -> WordStart {
        while onset < onsets.count, onsets[onset].time <= span.start + Beginning.behind {
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
        take(
            analyzer.onsets, Stretches(closed: analyzer.activity, open: analyzer.openActivity),
            settled: analyzer.settledSeconds - Beginning.far)
    }

    /// And what is left when the memo has ended.
    public mutating func take(from measurements: Measurements) -> [(onset: Onset, place: OnsetPlace)] {
        take(measurements.onsets, Stretches(closed: measurements.activity), settled: .infinity)
    }

    private mutating func take(
        _ onsets: [Onset], _ stretches: Stretches, settled: Double
    ) -> [(onset: Onset, place: OnsetPlace)] {
        var found: [(onset: Onset, place: OnsetPlace)] = []
        while onset < onsets.count, onsets[onset].time < settled {
            found.append((onsets[onset], place(of: onsets[onset], stretches)))
            onset += 1
        }
        return found
    }

    private mutating func place(of onset: Onset, _ stretches: Stretches) -> OnsetPlace {
        while let (span, _) = stretches.stretch(stretch), span.end <= onset.time { stretch += 1 }
        guard let (span, before) = stretches.stretch(stretch) else { return .sound }
        if begun <= stretch, Beginning.of(span.start, after: before, is: onset) {
            begun = stretch + 1
            return .word
        }
        return span.start <= onset.time ? .speech : .sound
    }
}
