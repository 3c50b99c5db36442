// SyllableVote: two ways to hear syllables, and what both of them say.

/// Peaks of voiced intensity (`SyllableCounter`) and the expected syllables of the trained net err in different places. A
/// peak is as much of a syllable as the more doubtful of the two says: the net must expect something at it and, between the
/// dips around it, half a syllable. A consonant's release and a waver of a long vowel are peaks, too, but with less between
/// their dips. Doubts add up: of two peaks that are half a syllable each, the second makes one.
package struct SyllableVote {
    /// Syllables that the net expects in a step near the peak.
    private static let support = Ramp(from: 0.03, to: 0.13)
    /// And from the dip before to the dip after.
    private static let sum = Ramp(from: 0.2, to: 0.6)
    /// Steps around a peak where support may lie.
    private static let reach = 3
    /// Steps after which nothing more is heard of a moment: a long vowel is settled as late as that.
    private static let patience = 14

    private var expected = Ring<Float>(keeping: 128, filledWith: 0)
    private var peaks: [IntensityPeak] = []
    /// Confidence in peaks that have not become a syllable yet, less those that were counted in full.
    private var owed: Float = 0

    package init() { peaks.reserveCapacity(32) }

    /// A peak of intensity, after the one before. It may come before the net's answers about it.
    package mutating func push(_ peak: IntensityPeak) { peaks.append(peak) }

    /// The net's answer about the next step.
    package mutating func push(expected value: Float, into nuclei: inout [NucleusCandidate]) {
        expected.append(value)
        settle(upTo: expected.count - 1 - Self.patience, into: &nuclei)
    }

    package mutating func finish(into nuclei: inout [NucleusCandidate]) { settle(upTo: .max, into: &nuclei) }

    private func step(of peak: IntensityPeak) -> Int { peak.candidate.frame / TimeBase.framesPerStep }

    private func confidence(in peak: IntensityPeak) -> Float {
        let middle = step(of: peak)
        let known = expected.kept
        var highest: Float = 0
        for near in (middle - Self.reach..<middle + Self.reach + 1).clamped(to: known) {
            highest = max(highest, expected[near])
        }
        var sum: Float = 0
        let framesPerStep = TimeBase.framesPerStep
        for frame in peak.frames where known.contains(frame / framesPerStep) {
            sum += expected[frame / framesPerStep]
        }
        return min(
            peak.confidence, Self.support.confidence(highest), Self.sum.confidence(sum / Float(framesPerStep)))
    }

    /// Gives out, in order, what lies up to a step.
    private mutating func settle(upTo limit: Int, into nuclei: inout [NucleusCandidate]) {
        while let peak = peaks.first, step(of: peak) <= limit {
            peaks.removeFirst()
            owed += confidence(in: peak)
            guard owed >= 0.5 else { continue }
            nuclei.append(peak.candidate)
            owed -= 1
        }
    }
}
