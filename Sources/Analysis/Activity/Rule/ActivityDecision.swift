// ActivityDecision: evidence becomes a yes or no per frame.

/// A frame is active where something voiced is near and it is itself loud enough: above the noise, and not far below the
/// loudest sound around. Voicing is carried to both sides because words begin and end with unvoiced sounds.
struct ActivityDecision {
    /// Frames by which the decision comes later than its evidence.
    static let delay = snrAhead + snrReach

    private static let voicingBack = 15
    private static let voicingAhead = 12
    private static let snrReach = 3
    private static let snrBack = 40
    private static let snrAhead = 20
    /// Voicing and SNR (dB) that switch on, and that keep on.
    private static let onVoicing: Float = 0.25
    private static let offVoicing: Float = 0.20
    private static let onSNR: Float = 6
    private static let offSNR: Float = 4
    /// Of the highest SNR around: keeps reverberation and breath out of loud speech.
    private static let relativeSNR: Float = 0.30

    private static let reach = snrBack + snrAhead + snrReach + 2
    private var snrs = Ring<Float>(keeping: reach, filledWith: 0)
    private var voicings = Ring<Float>(keeping: reach, filledWith: 0)
    private var sounds = Ring<Bool>(keeping: reach, filledWith: false)
    /// The first two, as means over a few frames.
    private var smoothSNR = Ring<Float>(keeping: reach, filledWith: 0)
    private var smoothVoicing = Ring<Float>(keeping: reach, filledWith: 0)
    private var decided = 0
    private var isOn = false

    mutating func push(_ evidence: FrameEvidence) {
        snrs.append(evidence.snr)
        voicings.append(evidence.voicing)
        sounds.append(evidence.hasSound)
    }

    /// The next frame's decision; `nil` while it cannot be made.
    mutating func next(isLast: Bool) -> Bool? {
        prepare(isLast: isLast)
        let frame = decided
        guard frame < snrs.count,
            isLast
                || (smoothSNR.count > frame + Self.snrAhead && smoothVoicing.count > frame + Self.voicingAhead)
        else { return nil }
        decided += 1
        let voiced = largest(smoothVoicing, from: frame - Self.voicingBack, to: frame + Self.voicingAhead)
        let highest = largest(smoothSNR, from: frame - Self.snrBack, to: frame + Self.snrAhead)
        let (neededVoicing, neededSNR) =
            isOn ? (Self.offVoicing, Self.offSNR) : (Self.onVoicing, Self.onSNR)
        isOn =
            voiced > neededVoicing && smoothSNR[frame] > max(neededSNR, Self.relativeSNR * highest) && sounds[frame]
        return isOn
    }

    private mutating func prepare(isLast: Bool) {
        let count = snrs.count
        while smoothSNR.count < count && (isLast || smoothSNR.count + Self.snrReach < count) {
            smoothSNR.append(mean(snrs, around: smoothSNR.count, reach: Self.snrReach))
        }
        while smoothVoicing.count < count && (isLast || smoothVoicing.count + 1 < count) {
            smoothVoicing.append(mean(voicings, around: smoothVoicing.count, reach: 1))
        }
    }

    private func mean(_ values: Ring<Float>, around frame: Int, reach: Int) -> Float {
        let range = max(0, frame - reach)...min(values.count - 1, frame + reach)
        var sum: Float = 0
        for near in range { sum += values[near] }
        return sum / Float(range.count)
    }

    private func largest(_ values: Ring<Float>, from first: Int, to last: Int) -> Float {
        var result: Float = 0
        for near in max(0, first)...min(values.count - 1, last) { result = max(result, values[near]) }
        return result
    }
}
