// TrainedDetector: where somebody speaks, by a small trained net.

import Foundation

/// Features, net, decision and shaping in a row. Every frame gets one final answer, at most `delayFrames` later.
struct TrainedDetector {
    /// Frames by which an answer may come late: 0.32 s for the features, 0.36 s for the net, 0.04 s for the decision, and
    /// 0.22 s for shaping.
    static let delayFrames =
        (SpeechFeatureMeter.delay + 1 + SpeechNet.delay + SpeechDecision.delay) * TimeBase.framesPerStep
        + IntervalShaping.Limits.trained.delay

    private var meter: SpeechFeatureMeter
    private var preEmphasis = PreEmphasisLevel()
    private var net: SpeechNet
    private var decision = SpeechDecision()
    private var shaping = IntervalShaping(.trained)
    private var counter = SyllableCounter(.trained)
    private var vote = SyllableVote()
    /// Peaks of intensity on their way to the vote.
    private var peaks: [IntensityPeak] = []
    private var features = [Float](repeating: 0, count: SpeechFeature.count)
    private var lastAnswers: [SpeechNet.Answer] = []
    private var silentSteps = 0
    private var emittedFrames = 0
    private(set) var track: EvidenceTrack?

    /// - Parameter track: gets what was heard, if it is to be kept.
    init(spectrum: FrameSpectrum, track: EvidenceTrack?) {
        self.track = track
        meter = SpeechFeatureMeter(spectrum: spectrum)
        net = SpeechNet(weights: .shipped)
    }

    /// Takes the mono samples of one frame, and its spectrum.
    /// - Parameters:
    ///   - limit: frames of the memo, where silence behind it is pushed.
    ///   - answers: gets the activity of frames, in order and without gaps, as it becomes final.
    ///   - nuclei: gets candidate syllables, in order; those outside of activity are for the caller to drop.
    mutating func push(
        _ samples: [Float], count: Int, spectrum: FrameSpectrum, limit: Int = .max, answers: inout [Bool],
        nuclei: inout [NucleusCandidate]
    ) {
        meter.push(spectrum, preEmphasisLevel: preEmphasis.push(samples, count: count))
        drain(isLast: false, limit: limit, answers: &answers, nuclei: &nuclei)
    }

    /// Frames of silence that `finish` must see behind a memo: they centre the window on its last step.
    static func silentFrames(behind frames: Int) -> Int {
        frames % TimeBase.framesPerStep + TimeBase.framesPerStep * SpeechFeatureMeter.windowSteps
    }

    /// Answers for all frames of the memo.
    /// - Parameter frames: how many frames the memo has, the last one possibly short.
    mutating func finish(frames: Int, answers: inout [Bool], nuclei: inout [NucleusCandidate]) {
        drain(isLast: true, limit: frames, answers: &answers, nuclei: &nuclei)
        lastAnswers.removeAll(keepingCapacity: true)
        net.finish(into: &lastAnswers)
        counter.finish(into: &peaks)
        passPeaks()
        for answer in lastAnswers {
            take(answer, into: &nuclei)
            decide(isLast: false, limit: frames, answers: &answers)
        }
        let before = nuclei.count
        vote.finish(into: &nuclei)
        shift(&nuclei, from: before)
        decide(isLast: true, limit: frames, answers: &answers)
        while emittedFrames < frames { emit(false, limit: frames, to: &answers) }
        shaping.finish(into: &answers)
    }

    private mutating func drain(
        isLast: Bool, limit: Int, answers: inout [Bool], nuclei: inout [NucleusCandidate]
    ) {
        while silentSteps < meter.leadingSilence {
            track?.append(snr: 0, harmonicity: 0)
            track?.append(probability: 0)
            emit(false, limit: limit, to: &answers)
            silentSteps += 1
        }
        while meter.next(isLast: isLast, into: &features) {
            track?.append(snr: meter.snr, harmonicity: meter.harmonicity)
            countPeaks()
            guard let answer = net.push(features) else { continue }
            take(answer, into: &nuclei)
            decide(isLast: false, limit: limit, answers: &answers)
        }
    }

    private mutating func take(_ answer: SpeechNet.Answer, into nuclei: inout [NucleusCandidate]) {
        decision.push(logit: answer.logit)
        // The net knows nothing of the silence before the sound; times of the vote begin with the sound, too.
        let before = nuclei.count
        vote.push(expected: expf(min(answer.logSyllables, 0)), into: &nuclei)
        shift(&nuclei, from: before)
    }

    /// Counts peaks of intensity. What the meter says goes in one by one: handing over the meter would copy it.
    private mutating func countPeaks() {
        for frame in 0..<TimeBase.framesPerStep {
            counter.push(
                FrameEvidence(
                    snr: meter.snr, harmonicity: meter.harmonicity, level: meter.vowelLevel[frame],
                    hasSound: meter.hasSound), into: &peaks)
        }
        passPeaks()
    }

    private mutating func passPeaks() {
        for index in peaks.indices { vote.push(peaks[index]) }
        peaks.removeAll(keepingCapacity: true)
    }

    private func shift(_ nuclei: inout [NucleusCandidate], from first: Int) {
        for index in first..<nuclei.count { nuclei[index].frame += silentSteps * TimeBase.framesPerStep }
    }

    private mutating func decide(isLast: Bool, limit: Int, answers: inout [Bool]) {
        while let isOn = decision.next(isLast: isLast) {
            track?.append(probability: 1 / (1 + expf(-decision.smoothed)))
            emit(isOn, limit: limit, to: &answers)
        }
    }

    /// A step's answer is that of its frames, as far as the memo has them.
    private mutating func emit(_ isOn: Bool, limit: Int, to answers: inout [Bool]) {
        for _ in 0..<TimeBase.framesPerStep where emittedFrames < limit {
            shaping.push(isOn, into: &answers)
            emittedFrames += 1
        }
    }
}
