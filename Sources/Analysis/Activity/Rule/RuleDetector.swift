// RuleDetector: where somebody, or something, is sounding above the noise floor, by rules written by hand.

/// Evidence, decision and shaping in a row. Every frame gets one final answer, at most `delayFrames` later.
struct RuleDetector {
    /// Frames by which an answer may come late: 22 for the floor, 23 for the decision, 39 for shaping, and the window.
    static let delayFrames = EvidenceMeter.delay + ActivityDecision.delay + IntervalShaping.Limits.rule.delay

    private var meter: EvidenceMeter
    private var decision = ActivityDecision()
    private var shaping = IntervalShaping(.rule)
    private var syllables = SyllableCounter(.rule)
    /// Peaks of intensity that are settled.
    private var peaks: [IntensityPeak] = []
    private var pushed = 0
    private var silenceGiven = 0

    /// What was heard, if it is to be kept, and the first frame of a step that waits for its second.
    private(set) var track: EvidenceTrack?
    private var firstOfStep: FrameEvidence?

    init(time: TimeBase, track: EvidenceTrack?) {
        meter = EvidenceMeter(time: time)
        self.track = track
    }

    mutating func measureSpectra(by now: @escaping @Sendable () -> Int64) { meter.measureSpectra(by: now) }
    var spectraNanoseconds: Int64 { meter.spectrum.meter?.nanoseconds ?? 0 }

    /// Takes the mono samples of one frame.
    /// - Parameters:
    ///   - answers: gets the activity of frames, in order and without gaps, as it becomes final.
    ///   - nuclei: gets candidate syllables, in order; those outside of activity are for the caller to drop.
    mutating func push(
        _ samples: [Float], count: Int, answers: inout [Bool], nuclei: inout [NucleusCandidate]
    ) {
        meter.push(samples, count: count, isFirst: pushed == 0)
        pushed += 1
        drain(isLast: false, answers: &answers, nuclei: &nuclei)
    }

    /// Answers for all frames of the memo.
    /// - Parameter frames: how many frames the memo has, the last one possibly short.
    mutating func finish(
        frames: Int, longestFrame: Int, answers: inout [Bool], nuclei: inout [NucleusCandidate]
    ) {
        // One frame of silence behind the memo centres the window on its last frame.
        let silence = [Float](repeating: 0, count: longestFrame)
        while pushed < frames + EvidenceMeter.windowFrames {
            meter.push(silence, count: longestFrame, isFirst: pushed == 0)
            pushed += 1
        }
        drain(isLast: true, answers: &answers, nuclei: &nuclei)
        shaping.finish(into: &answers)
        syllables.finish(into: &peaks)
        passPeaks(to: &nuclei)
    }

    private mutating func drain(isLast: Bool, answers: inout [Bool], nuclei: inout [NucleusCandidate]) {
        while silenceGiven < meter.leadingSilence {
            shaping.push(false, into: &answers)
            syllables.push(FrameEvidence(), into: &peaks)
            keep(FrameEvidence())
            silenceGiven += 1
        }
        while let evidence = meter.next(isLast: isLast) {
            decision.push(evidence)
            syllables.push(evidence, into: &peaks)
            keep(evidence)
        }
        passPeaks(to: &nuclei)
        while let isOn = decision.next(isLast: isLast) { shaping.push(isOn, into: &answers) }
    }

    /// By rules, every peak is a syllable.
    private mutating func passPeaks(to nuclei: inout [NucleusCandidate]) {
        for index in peaks.indices { nuclei.append(peaks[index].candidate) }
        peaks.removeAll(keepingCapacity: true)
    }

    private mutating func keep(_ evidence: FrameEvidence) {
        guard track != nil else { return }
        guard let first = firstOfStep else {
            firstOfStep = evidence
            return
        }
        track?.append(
            snr: (first.snr + evidence.snr) / 2, harmonicity: (first.harmonicity + evidence.harmonicity) / 2)
        firstOfStep = nil
    }
}
