// SyllableCounter: syllable nuclei: voiced peaks of intensity with a dip before them.

/// The middle of a syllable.
public struct SyllableNucleus: Sendable, Equatable {
    /// Seconds from the start of the memo.
    public var time: Double
    /// Level of the speech bands there, in dB; for comparing nuclei with each other, not with full scale.
    public var level: Double
}

/// De Jong & Wempe ("Praat script to detect syllable nuclei and measure speech rate automatically", Behavior Research
/// Methods 41, 2009): peaks of intensity, each at least 3 dB above the dip before and after it, and voiced. Here the
/// intensity is that of compressed band powers, and everything is relative to the speaker's recent loudest syllable,
/// so neither the gain nor the length of the memo matters.
struct SyllableCounter {
    /// Frames by which peaks are judged later than they come in: two means over three frames.
    private static let delay = 2
    /// dB between a peak and the dips around it.
    private static let dip: Float = 3
    private static let leastHarmonicity: Float = 0.2
    /// dB below the loudest recent syllable that still count; and how fast that fades, in dB per frame.
    private static let reach: Float = 10
    private static let fade: Float = 0.02
    /// dB above the room.
    private static let leastHeight: Float = 12
    /// A peak that lasts longer is settled all the same, in frames.
    private static let longest = 50

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

    mutating func push(_ new: FrameEvidence, into nuclei: inout [SyllableNucleus]) {
        evidence[count % Self.size] = new
        count += 1
        guard count > 2 * Self.delay else { return }
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
                    isRecent: level > loudest - Self.reach)
            } else if level < peak.level - Self.dip || frame - peak.frame > Self.longest {
                settle(into: &nuclei)
                isRising = false
                valley = level
            }
        } else if level < valley {
            valley = level
        } else if level > valley + Self.dip {
            isRising = true
            peak = Peak()
            walk(level: level, at: frame, into: &nuclei)
        }
    }

    private func settle(into nuclei: inout [SyllableNucleus]) {
        guard peak.harmonicity > Self.leastHarmonicity, peak.height > Self.leastHeight, peak.isRecent else { return }
        let time = (Double(peak.frame) + 0.5) * TimeBase.secondsPerFrame
        nuclei.append(SyllableNucleus(time: time, level: Double(peak.level)))
    }

    /// Two means over three frames in one: weights 1, 2, 3, 2, 1.
    private func smoothLevel(_ frame: Int) -> Float {
        let level = { (offset: Int) in evidence[(frame + offset) % Self.size].level }
        return (level(-2) + level(2) + 2 * (level(-1) + level(1)) + 3 * level(0)) / 9
    }

    private func smoothHarmonicity(_ frame: Int) -> Float {
        var sum: Float = 0
        for offset in -2...2 { sum += evidence[(frame + offset) % Self.size].harmonicity }
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
        for candidate in candidates {
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
