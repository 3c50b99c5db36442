// Segmenter: activity, frame by frame, becomes segments: joined over short pauses, padded, bounded.

/// Incremental: a segment comes out as soon as nothing that follows can change it.
package struct Segmenter {
    /// A dip is a spot at least this far, in dB, below the typical level of the stretch it would cut.
    private static let dipDepth: Float = 6
    /// Level is judged over this many frames on both sides, so that a single quiet frame is no dip.
    private static let dipReach = 3

    private let time: TimeBase
    private let join: Int
    private let padding: Int
    private let longest: Int
    private var history: FrameHistory
    /// First frame of the stretch that is under way.
    private var start: Int?
    private var startReason = Segment.Reason.pause
    /// Frame after the last active one.
    private var activeEnd = 0
    /// Frame at which the previous segment ended, padding included.
    private var previousEnd = 0
    private var decided = 0
    private var levels: [Float]

    /// - Parameter delay: by how many frames activity comes later than levels, at most.
    package init(time: TimeBase, parameters: SegmentParameters, delay: Int) {
        self.time = time
        join = TimeBase.frames(parameters.join)
        longest = max(TimeBase.frames(parameters.maximumLength), 4)
        // Two pads must leave room for what they pad.
        padding = min(TimeBase.frames(parameters.padding), longest / 4)
        let memory = longest + max(join, 2 * padding) + delay + 16
        history = FrameHistory(capacity: memory)
        levels = []
        levels.reserveCapacity(longest)
    }

    /// Level of the next frame.
    package mutating func push(meanSquare: Float, peak: Float) {
        history.push(meanSquare: meanSquare, peak: peak)
    }

    /// Activity of the next frame whose activity was not yet known.
    package mutating func push(isActive: Bool, into segments: inout [Segment]) {
        let frame = decided
        decided += 1
        history.mark(frame, isActive: isActive)
        if isActive {
            if start != nil, frame - activeEnd >= max(join, 1) {
                close(at: activeEnd + min(padding, (frame - activeEnd) / 2), .pause, into: &segments)
            }
            if start == nil {
                start = frame
                startReason = frame <= padding ? .startOfMemo : .pause
            }
            activeEnd = frame + 1
            while activeEnd - paddedStart > longest - padding { cut(into: &segments) }
        } else if start != nil, frame + 1 - activeEnd >= max(join, 2 * padding, 1) {
            close(at: activeEnd + padding, .pause, into: &segments)
        }
    }

    /// Closes what is open at the end of the memo.
    /// - Parameter samples: length of the memo.
    package mutating func finish(samples: Int, into segments: inout [Segment]) {
        guard start != nil else { return }
        let end = activeEnd + padding
        let duration = time.seconds(samples: samples)
        let total = TimeBase.frames(reaching: duration)
        close(at: min(end, total), end >= total ? .endOfMemo : .pause, duration: duration, into: &segments)
    }

    private var paddedStart: Int { max((start ?? 0) - padding, previousEnd) }

    private mutating func close(
        at end: Int, _ reason: Segment.Reason, duration: Double = .infinity, into segments: inout [Segment]
    ) {
        let first = paddedStart
        let (peak, rms) = history.levels(first..<max(end, first + 1))
        segments.append(
            Segment(
                span: TimeSpan(
                    start: TimeBase.seconds(frames: first), end: min(TimeBase.seconds(frames: end), duration)),
                startReason: startReason, endReason: reason, peak: peak, rms: rms))
        previousEnd = end
        start = nil
    }

    /// Splits a stretch that has become too long; what is left over goes on as the next one.
    private mutating func cut(into segments: inout [Segment]) {
        let first = paddedStart
        // A pause that was joined may have carried the end past what is allowed.
        let high = min(activeEnd - 1, first + longest)
        let (spot, reason) = bestCut(from: min(first + (activeEnd - first) / 3, high), to: high)
        close(at: spot, reason, into: &segments)
        start = spot
        startReason = reason
    }

    /// Where cutting does the least harm: in the middle of the longest gap in the activity; else where the level dips
    /// furthest; later spots win between equals, so that segments are long.
    private mutating func bestCut(from low: Int, to high: Int) -> (Int, Segment.Reason) {
        var longestGap = 0..<0
        var gapStart: Int?
        for frame in low...high {
            if history[frame].isActive {
                if let from = gapStart, frame - from >= longestGap.count { longestGap = from..<frame }
                gapStart = nil
            } else if gapStart == nil {
                gapStart = frame
            }
        }
        if let from = gapStart, high + 1 - from >= longestGap.count { longestGap = from..<high + 1 }
        if longestGap.count >= 2 { return ((longestGap.lowerBound + longestGap.upperBound) / 2, .dip) }

        levels.removeAll(keepingCapacity: true)
        for frame in low...high {
            var power: Float = 0
            for near in max(low, frame - Self.dipReach)...min(high, frame + Self.dipReach) {
                power += history[near].meanSquare
            }
            levels.append(flooredDecibels(power / Float(2 * Self.dipReach + 1)))
        }
        var lowest = 0
        for index in levels.indices.dropFirst(Self.dipReach).dropLast(Self.dipReach)
        where levels[index] <= levels[lowest] || lowest == 0 {
            lowest = index
        }
        let depth = levels.sorted()[levels.count / 2] - levels[lowest]
        return (low + lowest, depth >= Self.dipDepth ? .dip : .maximumLength)
    }
}
