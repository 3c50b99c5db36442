// ActivityDetector: where somebody sounds above the room, by either of two detectors.

/// Which detector hears activity and syllables.
public enum ActivityMethod: String, Sendable, CaseIterable {
    /// A small net, trained on speech in rooms and noises; see `Training/`.
    case trained
    /// Height above the room and voicing, by rules; for comparison.
    case rule
}

/// The detector that was asked for.
struct ActivityDetector {
    private var trained: TrainedDetector?
    private var rule: RuleDetector?

    /// Frames by which an answer may come late.
    static func delayFrames(_ method: ActivityMethod) -> Int {
        method == .trained ? TrainedDetector.delayFrames : RuleDetector.delayFrames
    }

    init(_ method: ActivityMethod, spectrum: FrameSpectrum, keepsEvidence: Bool) {
        let track = keepsEvidence ? EvidenceTrack() : nil
        switch method {
        case .trained: trained = TrainedDetector(spectrum: spectrum, track: track)
        case .rule: rule = RuleDetector(time: spectrum.time, track: track)
        }
    }

    /// What was heard, if it was to be kept.
    var evidence: EvidenceTrack? { trained?.track ?? rule?.track }

    mutating func measureSpectra(by now: @escaping @Sendable () -> Int64) { rule?.measureSpectra(by: now) }
    var spectraNanoseconds: Int64 { rule?.spectraNanoseconds ?? 0 }

    /// Takes the mono samples of one frame, and its spectrum.
    /// - Parameters:
    ///   - answers: gets the activity of frames, in order and without gaps, as it becomes final.
    ///   - nuclei: gets candidate syllables, in order; those outside of activity are for the caller to drop.
    mutating func push(
        _ samples: [Float], count: Int, spectrum: FrameSpectrum, answers: inout [Bool],
        nuclei: inout [SyllableNucleus]
    ) {
        trained?.push(samples, count: count, spectrum: spectrum, answers: &answers, nuclei: &nuclei)
        rule?.push(samples, count: count, answers: &answers, nuclei: &nuclei)
    }

    /// Answers for all frames of the memo.
    /// - Parameters:
    ///   - frames: how many frames the memo has, the last one possibly short.
    ///   - spectrum: is pushed on with silence.
    mutating func finish(
        frames: Int, spectrum: inout FrameSpectrum, answers: inout [Bool], nuclei: inout [SyllableNucleus]
    ) {
        let silence = [Float](repeating: 0, count: spectrum.time.longestFrame)
        if trained != nil {
            for _ in 0..<TrainedDetector.silentFrames(behind: frames) {
                spectrum.push(silence, count: silence.count)
                trained?.push(
                    silence, count: silence.count, spectrum: spectrum, limit: frames, answers: &answers, nuclei: &nuclei
                )
            }
        }
        trained?.finish(frames: frames, answers: &answers, nuclei: &nuclei)
        rule?.finish(frames: frames, longestFrame: silence.count, answers: &answers, nuclei: &nuclei)
    }

    /// Answers for the frames that are not final yet, as if the memo ended now. It ends a copy: all parts are values, and what
    /// copies share, the transforms, holds nothing from one call to the next.
    func foreseen(frames: Int, spectrum: FrameSpectrum) -> [Bool] {
        var copy = self
        var spectrum = spectrum
        var answers: [Bool] = []
        var nuclei: [SyllableNucleus] = []
        copy.finish(frames: frames, spectrum: &spectrum, answers: &answers, nuclei: &nuclei)
        return answers
    }
}
