// SyllableCounter: syllable nuclei: voiced peaks of intensity with a dip before them.

/// The middle of a syllable.
public struct SyllableNucleus: Sendable, Equatable {
    /// Seconds from the start of the memo.
    public var time: Double
    /// Level of the speech bands there, in dB; for comparing nuclei with each other, not with full scale.
    public var level: Double
}

/// De Jong & Wempe ("Praat script to detect syllable nuclei and measure speech rate automatically", Behavior Research
/// Methods 41, 2009): peaks of intensity, each with a dip before and after it, and voiced. Here the intensity is that of
/// compressed band powers, everything is relative to the speaker's recent loudest syllable, so neither the gain nor
/// the length of the memo matters, and the dip that separates two nuclei grows with the time since the last one: long
/// vowels waver.
struct SyllableCounter {
    /// Frames by which peaks are judged later than they come in: a mean over five, then one over three.
    private static let delay = 3
    /// Seconds after a nucleus from which on the next dip must be deeper, and for how long that grows.
    private static let dipGrowthFrom: Float = 0.15
    private static let dipGrowthFor: Float = 0.7
    private static let leastHarmonicity: Float = 0.2
    /// dB per frame by which the loudest recent syllable fades.
    private static let fade: Float = 0.02
    /// A peak that lasts longer is settled all the same, in frames.
    private static let longest = 50

    /// What depends on how the evidence was measured.
    struct Limits {
        /// dB below the loudest recent syllable that still count.
        var reach: Float
        /// dB above the room.
        var leastHeight: Float
        /// dB between a peak and the dips around it: at first, and more for every second after a while, up to a limit.
        var dip: Float
        var dipGrowth: Float

        static let rule = Limits(reach: 12, leastHeight: 8, dip: 1.5, dipGrowth: 3)
        /// A window of 43 ms makes dips shallower, and the height is that of all bands, not of the highest third.
        static let trained = Limits(reach: 13, leastHeight: 5, dip: 1, dipGrowth: 2)
    }

    private struct Peak {
        var frame = 0
        var level: Float = -.infinity
        var harmonicity: Float = 0
        var height: Float = 0
        var isRecent = false
    }

    private static let size = 8
    private var evidence = [FrameEvidence](repeating: FrameEvidence(), count: size)
    private var count = 0
    private var isRising = true
    private var peak = Peak()
    private var valley: Float = .infinity
    private var loudest: Float = -.infinity
    private var lastFrame: Int?
    private let limits: Limits

    init(_ limits: Limits) { self.limits = limits }

    mutating func push(_ new: FrameEvidence, into nuclei: inout [SyllableNucleus]) {
        evidence[count % Self.size] = new
        count += 1
        // Before the memo there was silence; the first frames stand in for it.
        guard count > Self.delay else { return }
        let frame = count - 1 - Self.delay
        walk(level: smoothLevel(frame), at: frame, into: &nuclei)
    }

    mutating func finish(into nuclei: inout [SyllableNucleus]) {
        for _ in 0..<Self.delay { push(FrameEvidence(), into: &nuclei) }
        if isRising { settle(into: &nuclei) }
    }

    /// Extremes alternate: a peak is one once the level has dipped after it, a dip once it has risen.
    private mutating func walk(level: Float, at frame: Int, into nuclei: inout [SyllableNucleus]) {
        loudest = max(loudest - Self.fade, level)
        if isRising {
            if level > peak.level {
                let here = evidence[frame % Self.size]
                peak = Peak(
                    frame: frame, level: level, harmonicity: smoothHarmonicity(frame), height: here.height,
                    isRecent: level > loudest - limits.reach)
            } else if level < peak.level - neededDip(frame) || frame - peak.frame > Self.longest {
                settle(into: &nuclei)
                isRising = false
                valley = level
            }
        } else if level < valley {
            valley = level
        } else if level > valley + neededDip(frame) {
            isRising = true
            peak = Peak()
            walk(level: level, at: frame, into: &nuclei)
        }
    }

    private func neededDip(_ frame: Int) -> Float {
        let since = lastFrame.map { Float(frame - $0) / Float(TimeBase.framesPerSecond) } ?? .infinity
        return limits.dip + limits.dipGrowth * min(max(0, since - Self.dipGrowthFrom), Self.dipGrowthFor)
    }

    private mutating func settle(into nuclei: inout [SyllableNucleus]) {
        guard peak.harmonicity > Self.leastHarmonicity, peak.height > limits.leastHeight, peak.isRecent else { return }
        let time = (Double(peak.frame) + 0.5) * TimeBase.secondsPerFrame
        nuclei.append(SyllableNucleus(time: time, level: Double(peak.level)))
        lastFrame = peak.frame
    }

    private func recent(_ frame: Int) -> FrameEvidence { evidence[max(frame, 0) % Self.size] }

    /// A mean over five frames and one over three in one: weights 1, 2, 3, 3, 3, 2, 1.
    private func smoothLevel(_ frame: Int) -> Float {
        let level = { (distance: Int) in recent(frame - distance).level + recent(frame + distance).level }
        return (3 * (recent(frame).level + level(1)) + 2 * level(2) + level(3)) / 15
    }

    private func smoothHarmonicity(_ frame: Int) -> Float {
        var sum: Float = 0
        for offset in -2...2 { sum += recent(frame + offset).harmonicity }
        return sum / 5
    }
}

/// Lets nuclei pass that lie inside of activity, once that is known.
struct NucleusGate {
    private var ring = [Bool](repeating: false, count: 512)
    private var settled = 0

    mutating func push(isActive: Bool) {
        ring[settled % ring.count] = isActive
        settled += 1
    }

    func pass(_ candidates: inout [SyllableNucleus], to nuclei: inout [SyllableNucleus]) {
        var waiting = 0
        // By index: iterating over the array would hold a copy of it while it is changed.
        for index in candidates.indices {
            let candidate = candidates[index]
            let frame = Int(candidate.time * Double(TimeBase.framesPerSecond))
            if frame < settled {
                if ring[frame % ring.count] { nuclei.append(candidate) }
            } else {
                candidates[waiting] = candidate
                waiting += 1
            }
        }
        candidates.removeLast(candidates.count - waiting)
    }
}
