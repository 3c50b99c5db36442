// SyllableVote: two ways to hear syllables, and what both of them say.

/// Peaks of voiced intensity (`SyllableCounter`) and the expected syllables of the trained net err in different places. A peak
/// stands if the net expects something at it and, between the dips around it, at least a third of a syllable: a consonant's
/// release and a waver of a long vowel have peaks, too, but less between their dips. A syllable that the net is sure of is
/// added where there is no peak.
struct SyllableVote {
    /// Expected syllables per step, around a peak of intensity, that let it stand.
    private static let support: Float = 0.06
    /// And from the dip before it to the dip after it, in all.
    private static let share: Float = 0.3
    /// Per step, what makes a syllable without a peak.
    private static let sure: Float = 0.25
    /// Dip of expected syllables that parts two of its peaks.
    private static let dip: Float = 0.06
    /// Steps around a peak of intensity where support may lie, and within which it stands for the net's syllable.
    private static let reach = 3
    private static let apart = 6
    /// Steps after which nothing more is heard of a moment: a long vowel is settled as late as that.
    private static let patience = 14

    private static let size = 128
    private var expected = [Float](repeating: 0, count: size)
    private var count = 0
    private var heard: [IntensityPeak] = []
    private var peaks: [SyllableNucleus] = []
    private var isRising = true
    private var highest: Float = 0
    private var highestStep = 0
    private var highestLevel = 0.0
    private var lowest: Float = 0
    private var lastHeard = -Self.size

    init() {
        heard.reserveCapacity(32)
        peaks.reserveCapacity(32)
    }

    /// A peak of intensity, at or after the one before. It may come before the net's answers about it.
    mutating func hear(_ peak: IntensityPeak) { heard.append(peak) }

    /// The net's answer about the next step.
    /// - Parameter level: of that step, in dB.
    mutating func push(expected value: Float, level: Double, into nuclei: inout [SyllableNucleus]) {
        let step = count
        expected[step % Self.size] = value
        count += 1
        if isRising {
            if value > highest {
                (highest, highestStep, highestLevel) = (value, step, level)
            } else if value < highest - Self.dip {
                closePeak()
                (isRising, lowest) = (false, value)
            }
        } else if value < lowest {
            lowest = value
        } else if value > lowest + Self.dip {
            isRising = true
            (highest, highestStep, highestLevel) = (value, step, level)
        }
        settle(upTo: step - Self.patience, into: &nuclei)
    }

    mutating func finish(into nuclei: inout [SyllableNucleus]) {
        if isRising { closePeak() }
        settle(upTo: .max, into: &nuclei)
    }

    private mutating func closePeak() {
        guard highest >= Self.sure else { return }
        peaks.append(
            SyllableNucleus(time: (Double(highestStep) + 0.5) * SpeechFeatureMeter.secondsPerStep, level: highestLevel))
    }

    private func step(of nucleus: SyllableNucleus) -> Int { Int(nucleus.time / SpeechFeatureMeter.secondsPerStep) }

    private func stands(_ peak: IntensityPeak) -> Bool {
        let middle = step(of: peak.nucleus)
        let around = known(middle - Self.reach..<middle + Self.reach + 1)
        guard around.contains(where: { expected[$0 % Self.size] >= Self.support }) else { return false }
        var sum: Float = 0
        let frames = SpeechFeatureMeter.framesPerStep
        for frame in peak.frames where frame / frames < count { sum += expected[frame / frames % Self.size] }
        return sum >= Self.share * Float(frames)
    }

    private func known(_ steps: Range<Int>) -> Range<Int> { steps.clamped(to: max(0, count - Self.size)..<count) }

    /// Gives out, in order, what lies up to a step.
    private mutating func settle(upTo limit: Int, into nuclei: inout [SyllableNucleus]) {
        while true {
            let nextHeard = heard.first.map { step(of: $0.nucleus) } ?? .max
            let nextPeak = peaks.first.map { step(of: $0) } ?? .max
            guard min(nextHeard, nextPeak) <= limit, min(nextHeard, nextPeak) < .max else { return }
            if nextHeard <= nextPeak {
                let peak = heard.removeFirst()
                guard stands(peak) else { continue }
                nuclei.append(peak.nucleus)
                lastHeard = nextHeard
            } else {
                let nucleus = peaks.removeFirst()
                let isHeard =
                    nextPeak - lastHeard <= Self.apart
                    || heard.contains { step(of: $0.nucleus) - nextPeak <= Self.apart && stands($0) }
                if !isHeard { nuclei.append(nucleus) }
            }
        }
    }
}
