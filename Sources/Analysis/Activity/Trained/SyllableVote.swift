// SyllableVote: two ways to hear syllables, and what both of them say.

/// Peaks of voiced intensity (`SyllableCounter`) and the expected syllables of the trained net err in different places. A peak
/// that the net thinks impossible is dropped; a syllable that the net is sure of is added where there is no peak.
struct SyllableVote {
    /// Expected syllables per step, around a peak of intensity, that let it stand.
    private static let support: Float = 0.08
    /// And that make a syllable without one.
    private static let sure: Float = 0.2
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
    private var heard: [SyllableNucleus] = []
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
    mutating func hear(_ nucleus: SyllableNucleus) { heard.append(nucleus) }

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

    private func stands(_ nucleus: SyllableNucleus) -> Bool {
        let middle = step(of: nucleus)
        let around = max(0, middle - Self.reach, count - Self.size)..<min(count, middle + Self.reach + 1)
        return around.contains { expected[$0 % Self.size] >= Self.support }
    }

    /// Gives out, in order, what lies up to a step.
    private mutating func settle(upTo limit: Int, into nuclei: inout [SyllableNucleus]) {
        while true {
            let nextHeard = heard.first.map { step(of: $0) } ?? .max
            let nextPeak = peaks.first.map { step(of: $0) } ?? .max
            guard min(nextHeard, nextPeak) <= limit, min(nextHeard, nextPeak) < .max else { return }
            if nextHeard <= nextPeak {
                let nucleus = heard.removeFirst()
                guard stands(nucleus) else { continue }
                nuclei.append(nucleus)
                lastHeard = nextHeard
            } else {
                let nucleus = peaks.removeFirst()
                let isHeard =
                    nextPeak - lastHeard <= Self.apart
                    || heard.contains { step(of: $0) - nextPeak <= Self.apart && stands($0) }
                if !isHeard { nuclei.append(nucleus) }
            }
        }
    }
}
