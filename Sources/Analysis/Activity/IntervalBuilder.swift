// IntervalBuilder: a stream of yes and no becomes stretches of time.

/// Collects active frames into intervals; the last one is closed at the end of the memo.
struct IntervalBuilder {
    private var start: Int?
    /// Frames so far, those before the first one that was pushed included.
    private(set) var frame = 0

    init(frame: Int = 0) { self.frame = frame }

    mutating func push(isActive: Bool, into intervals: inout [TimeSpan]) {
        if isActive && start == nil { start = frame }
        if !isActive, let first = start {
            intervals.append(span(first..<frame, limit: .infinity))
            start = nil
        }
        frame += 1
    }

    mutating func finish(duration: Double, into intervals: inout [TimeSpan]) {
        guard let first = start else { return }
        intervals.append(span(first..<frame, limit: duration))
        start = nil
    }

    /// Start of the interval that is under way, in seconds.
    var openStart: Double? { start.map { TimeBase.seconds(frames: $0) } }

    private func span(_ frames: Range<Int>, limit: Double) -> TimeSpan {
        TimeSpan(
            start: TimeBase.seconds(frames: frames.lowerBound),
            end: min(TimeBase.seconds(frames: frames.upperBound), limit))
    }
}

extension [TimeSpan] {
    /// Activity as turns of talk: gaps of up to `gap` seconds closed, then `padding` seconds added at both ends, within
    /// a memo of `duration` seconds; neither is negative. Meeting transcripts are labelled like this; fine activity follows every gap.
    public func joinedIntoTurns(gap: Double = 0.7, padding: Double = 0.1, duration: Double) -> [TimeSpan] {
        precondition(gap >= 0 && padding >= 0, "turns are joined and padded by 0 seconds or more")
        var turns: [TimeSpan] = []
        for span in self {
            if let last = turns.last, span.start - last.end <= gap {
                turns[turns.count - 1].end = span.end
            } else {
                turns.append(span)
            }
        }
        return turns.map {
            TimeSpan(start: Swift.max(0, $0.start - padding), end: Swift.min(duration, $0.end + padding))
        }
    }
}
