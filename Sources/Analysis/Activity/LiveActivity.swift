// LiveActivity: what is known of activity while a memo is still being recorded.

/// Activity of a part of a memo.
public struct HeardPart: Sendable, Equatable {
    /// The part.
    public var span: TimeSpan
    /// Where somebody speaks in it; elsewhere in it, nobody does.
    public var active: [TimeSpan]
}

/// What was added since the last time somebody looked. Settled parts follow each other without gap or overlap; provisional ones
/// do not overlap, and leave out what is settled already when it is first told of.
public struct LiveActivity: Sendable, Equatable {
    /// Final.
    public var settled: HeardPart
    /// Newer sound, whose answer may change once: when it is settled, at most 0.98 s after it was heard, and is told with the next answer.
    public var provisional: HeardPart
}

/// Tells, each time it is asked, what became known of the activity of a live memo.
public struct LiveActivityCursor: Sendable {
    private var settledFrames = 0
    private var shownFrames = 0

    public init() {}

    /// Costs some 0.04 ms, as the detector is run to an end on a copy: for screens, not for every block.
    public mutating func take(from analyzer: Analyzer) -> LiveActivity {
        let from = TimeBase.seconds(frames: settledFrames)
        settledFrames = analyzer.settledFrames
        let settled = TimeSpan(start: from, end: TimeBase.seconds(frames: settledFrames))
        let stretches = analyzer.activity.suffix(while: { $0.end > from }) + (analyzer.openActivity.map { [$0] } ?? [])

        let answers = analyzer.provisionalActivity()
        let first = max(settledFrames, shownFrames)
        shownFrames = max(first, settledFrames + answers.count)
        var builder = IntervalBuilder(frame: first)
        var active: [TimeSpan] = []
        for isActive in answers.dropFirst(first - settledFrames) { builder.push(isActive: isActive, into: &active) }
        builder.finish(duration: .infinity, into: &active)
        let provisional = TimeSpan(start: TimeBase.seconds(frames: first), end: TimeBase.seconds(frames: shownFrames))
        return LiveActivity(
            settled: HeardPart(span: settled, active: stretches.clipped(to: settled)),
            provisional: HeardPart(span: provisional, active: active))
    }

    /// What was left when the memo ended.
    public mutating func take(from measurements: Measurements) -> LiveActivity {
        let from = TimeBase.seconds(frames: settledFrames)
        let rest = TimeSpan(start: min(from, measurements.duration), end: measurements.duration)
        let nothing = TimeSpan(start: rest.end, end: rest.end)
        return LiveActivity(
            settled: HeardPart(
                span: rest, active: measurements.activity.suffix(while: { $0.end > from }).clipped(to: rest)),
            provisional: HeardPart(span: nothing, active: []))
    }
}

extension [TimeSpan] {
    /// The last ones that satisfy a condition.
    fileprivate func suffix(while isWanted: (TimeSpan) -> Bool) -> [TimeSpan] {
        Array(self[(lastIndex { !isWanted($0) }.map { $0 + 1 } ?? 0)...])
    }

    /// What of them lies in a part.
    fileprivate func clipped(to part: TimeSpan) -> [TimeSpan] {
        compactMap { span in
            let inside = TimeSpan(start: Swift.max(span.start, part.start), end: Swift.min(span.end, part.end))
            return inside.duration > 0 ? inside : nil
        }
    }
}
