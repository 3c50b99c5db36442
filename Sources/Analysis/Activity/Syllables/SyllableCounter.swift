// SyllableCounter: candidates for syllable nuclei: voiced peaks of intensity with a dip before them.

/// De Jong & Wempe ("Praat script to detect syllable nuclei and measure speech rate automatically", Behavior Research
/// Methods 41, 2009): peaks of intensity, each with a dip before and after it, and voiced. Here the intensity is that of
/// compressed band powers, everything is relative to the speaker's recent loudest syllable, so neither the gain nor
/// the length of the memo matters, and the dip that separates two nuclei grows with the time since the last one: long
/// vowels waver.
struct SyllableCounter {
    /// Frames by which peaks are judged later than they come in: voicing may come so much after the peak, and is a mean over five.
    private static let delay = maximumVoicedWithin + 2
    private static let maximumVoicedWithin = 4
    /// Seconds after a nucleus from which on the next dip must be deeper, and for how long that grows.
    private static let dipGrowthFrom: Float = 0.15
    private static let dipGrowthFor: Float = 0.7
    /// dB per frame by which the loudest recent syllable fades.
    private static let fade: Float = 0.02
    /// A peak that lasts longer is settled all the same, in frames.
    private static let longest = 50
    /// Frames from a peak beyond which nothing belongs to it.
    private static let reach = 26

    /// What depends on how the evidence was measured.
    struct Limits {
        /// dB from the loudest recent syllable.
        var loudness: Ramp
        /// In dB.
        var minimumSNR: Float
        /// dB between a peak and the dips around it: at first, and more for every second after a while, up to a limit.
        var dip: Float
        var dipGrowth: Float
        /// dB between a peak and the shallower of its dips, once both are known.
        var depth: Ramp
        /// How periodic it is within so many frames of the peak: a syllable may be loudest at its consonant.
        var harmonicity: Ramp
        var voicedWithin: Int
        /// Weights of the levels around a frame in its smoothed level: of the frame itself, of those next to it, and so on.
        var smoothing: SIMD4<Float>

        /// Without doubts; a mean over five frames and one over three in one.
        static let rule = Limits(
            loudness: Ramp(from: -12, to: -12), minimumSNR: 8, dip: 1.5, dipGrowth: 3, depth: Ramp(from: 0, to: 0),
            harmonicity: Ramp(from: 0.2, to: 0.2), voicedWithin: 0, smoothing: SIMD4(3, 3, 2, 1) / 15)
        /// A window of 43 ms smooths by itself, so two means over three frames will do; and the SNR is that of all
        /// bands, not of the highest third.
        static let trained = Limits(
            loudness: Ramp(from: -16, to: -10), minimumSNR: 5, dip: 1, dipGrowth: 2, depth: Ramp(from: 1, to: 2),
            harmonicity: Ramp(from: 0.12, to: 0.36), voicedWithin: 4, smoothing: SIMD4(3, 2, 1, 0) / 9)
    }

    private struct Peak {
        var frame = 0
        var level: Float = -.infinity
        var confidence: Float = 0
    }

    private var evidence = Ring<FrameEvidence>(keeping: 2 * delay + 1, filledWith: FrameEvidence())
    /// Harmonicity of each frame, a mean over five; two frames late.
    private var voicing = Ring<Float>(keeping: 2 * delay + 1, filledWith: 0)
    private var isRising = true
    private var peak = Peak()
    private var valley: Float = .infinity
    private var valleyFrame = 0
    /// The dip before the peak that is under way.
    private var start = (level: Float.infinity, frame: 0)
    /// A peak whose later dip is not known yet.
    private var waiting: IntensityPeak?
    private var waitingFrame = 0
    private var loudest: Float = -.infinity
    private var lastFrame: Int?
    private let limits: Limits

    init(_ limits: Limits) { self.limits = limits }

    /// - Parameter peaks: gets those that are settled, in order.
    mutating func push(_ new: FrameEvidence, into peaks: inout [IntensityPeak]) {
        evidence.append(new)
        if evidence.count > 2 { voicing.append(smoothHarmonicity(voicing.count)) }
        // Before the memo there was silence; the first frames stand in for it.
        guard evidence.count > Self.delay else { return }
        let frame = evidence.count - 1 - Self.delay
        walk(level: smoothLevel(frame), at: frame, into: &peaks)
        if waiting != nil && frame - waitingFrame >= Self.reach { emit(into: &peaks) }
    }

    mutating func finish(into peaks: inout [IntensityPeak]) {
        for _ in 0..<Self.delay { push(FrameEvidence(), into: &peaks) }
        if isRising {
            settle()
            (valley, valleyFrame) = (-.infinity, evidence.count)
        }
        emit(into: &peaks)
    }

    /// Extremes alternate: a peak is one once the level has dipped after it, a dip once it has risen.
    private mutating func walk(level: Float, at frame: Int, into peaks: inout [IntensityPeak]) {
        loudest = max(loudest - Self.fade, level)
        if isRising {
            if level > peak.level {
                peak = Peak(frame: frame, level: level, confidence: confidence(level, at: frame))
            } else if level < peak.level - neededDip(frame) || frame - peak.frame > Self.longest {
                settle()
                isRising = false
                (valley, valleyFrame) = (level, frame)
            }
        } else if level < valley {
            (valley, valleyFrame) = (level, frame)
        } else if level > valley + neededDip(frame) {
            emit(into: &peaks)
            isRising = true
            (peak, start) = (Peak(), (valley, valleyFrame))
            walk(level: level, at: frame, into: &peaks)
        }
    }

    private func neededDip(_ frame: Int) -> Float {
        let since = lastFrame.map { Float(TimeBase.seconds(frames: frame - $0)) } ?? .infinity
        return limits.dip + limits.dipGrowth * min(max(0, since - Self.dipGrowthFrom), Self.dipGrowthFor)
    }

    /// As sure as its weakest evidence.
    private func confidence(_ level: Float, at frame: Int) -> Float {
        guard recent(frame).snr > limits.minimumSNR else { return 0 }
        return min(limits.harmonicity.confidence(voicing(around: frame)), limits.loudness.confidence(level - loudest))
    }

    private mutating func settle() {
        // Before the first peak there is no dip, only silence.
        let depth = start.level < .infinity ? limits.depth.confidence(peak.level - start.level) : 1
        let confidence = min(peak.confidence, depth)
        guard confidence > 0 else { return }
        waiting = IntensityPeak(
            candidate: NucleusCandidate(frame: peak.frame, level: peak.level),
            frames: max(start.frame, peak.frame - Self.reach)..<peak.frame + 1, confidence: confidence)
        waitingFrame = peak.frame
        lastFrame = peak.frame
    }

    private mutating func emit(into peaks: inout [IntensityPeak]) {
        guard var peak = waiting else { return }
        let end = min(max(valleyFrame, waitingFrame + 1), waitingFrame + Self.reach)
        peak.frames = peak.frames.lowerBound..<end
        peak.confidence = min(peak.confidence, limits.depth.confidence(peak.candidate.level - valley))
        if peak.confidence > 0 { peaks.append(peak) }
        waiting = nil
    }

    private func recent(_ frame: Int) -> FrameEvidence { evidence[max(frame, 0)] }

    private func smoothLevel(_ frame: Int) -> Float {
        let weights = limits.smoothing
        var sum = weights[0] * recent(frame).level
        for distance in 1...3 {
            sum += weights[distance] * (recent(frame - distance).level + recent(frame + distance).level)
        }
        return sum
    }

    private func smoothHarmonicity(_ frame: Int) -> Float {
        var sum: Float = 0
        for offset in -2...2 { sum += recent(frame + offset).harmonicity }
        return sum / 5
    }

    private func voicing(around frame: Int) -> Float {
        var highest: Float = 0
        for near in max(0, frame - limits.voicedWithin)...frame + limits.voicedWithin {
            highest = max(highest, voicing[near])
        }
        return highest
    }
}
