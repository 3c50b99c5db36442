// ActivityDetector: where somebody sounds above the noise, by either of two detectors.

/// Which detector hears activity and syllables.
public enum ActivityMethod: String, Sendable, CaseIterable, Codable {
    /// A small net, trained on speech in rooms and noises; see `Training/`.
    case trained
    /// SNR and voicing, by rules; for comparison.
    case rule

    /// Frames by which an answer may come late.
    var delayFrames: Int {
        switch self {
        case .trained: TrainedDetector.delayFrames
        case .rule: RuleDetector.delayFrames
        }
    }
}

/// The detector that was asked for.
enum ActivityDetector {
    case trained(Boxed<TrainedDetector>)
    case rule(Boxed<RuleDetector>)

    init(_ method: ActivityMethod, spectrum: FrameSpectrum, keepsEvidence: Bool) {
        let track = keepsEvidence ? EvidenceTrack() : nil
        switch method {
        case .trained: self = .trained(Boxed(TrainedDetector(spectrum: spectrum, track: track)))
        case .rule: self = .rule(Boxed(RuleDetector(time: spectrum.time, track: track)))
        }
    }

    /// What was heard, if it was to be kept.
    var evidence: EvidenceTrack? {
        switch self {
        case .trained(let detector): detector.value.track
        case .rule(let detector): detector.value.track
        }
    }

    /// The trained one shares the spectrum of its caller.
    mutating func measureSpectra(by now: @escaping @Sendable () -> Int64) {
        guard case .rule(var detector) = self else { return }
        detector.value.measureSpectra(by: now)
        self = .rule(detector)
    }

    var spectraNanoseconds: Int64 {
        guard case .rule(let detector) = self else { return 0 }
        return detector.value.spectraNanoseconds
    }

    // A case is taken out before it is changed, and put back: a second owner would make it be copied.

    /// Takes the mono samples of one frame, and its spectrum.
    /// - Parameters:
    ///   - answers: gets the activity of frames, in order and without gaps, as it becomes final.
    ///   - nuclei: gets candidate syllables, in order; those outside of activity are for the caller to drop.
    mutating func push(
        _ samples: [Float], count: Int, spectrum: FrameSpectrum, answers: inout [Bool],
        nuclei: inout [NucleusCandidate]
    ) {
        switch consume self {
        case .trained(var detector):
            detector.value.push(samples, count: count, spectrum: spectrum, answers: &answers, nuclei: &nuclei)
            self = .trained(detector)
        case .rule(var detector):
            detector.value.push(samples, count: count, answers: &answers, nuclei: &nuclei)
            self = .rule(detector)
        }
    }

    /// Answers for all frames of the memo.
    /// - Parameters:
    ///   - frames: how many frames the memo has, the last one possibly short.
    ///   - spectrum: is pushed on with silence.
    mutating func finish(
        frames: Int, spectrum: inout FrameSpectrum, answers: inout [Bool], nuclei: inout [NucleusCandidate]
    ) {
        let silence = [Float](repeating: 0, count: spectrum.time.longestFrame)
        switch consume self {
        case .trained(var detector):
            for _ in 0..<TrainedDetector.silentFrames(behind: frames) {
                spectrum.push(silence, count: silence.count)
                detector.value.push(
                    silence, count: silence.count, spectrum: spectrum, limit: frames, answers: &answers, nuclei: &nuclei
                )
            }
            detector.value.finish(frames: frames, answers: &answers, nuclei: &nuclei)
            self = .trained(detector)
        case .rule(var detector):
            detector.value.finish(frames: frames, longestFrame: silence.count, answers: &answers, nuclei: &nuclei)
            self = .rule(detector)
        }
    }

    /// Answers for the frames that are not final yet, as if the memo ended now. It ends a copy: all parts are values, and what
    /// copies share, the transforms, holds nothing from one call to the next.
    func provisional(frames: Int, spectrum: FrameSpectrum) -> [Bool] {
        var copy = self
        var spectrum = spectrum
        var answers: [Bool] = []
        var nuclei: [NucleusCandidate] = []
        copy.finish(frames: frames, spectrum: &spectrum, answers: &answers, nuclei: &nuclei)
        return answers
    }
}
