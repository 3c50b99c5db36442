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

    private static let size = 128
    private var expected = [Float](repeating: 0, count: size)
    private var count = 0
    private var heard: [IntensityPeak] = []
    /// Shares of peaks that have not become a syllable yet, less those that were counted in full.
    private var owed: Float = 0

    package init() { heard.reserveCapacity(32) }

    /// A peak of intensity, after the one before. It may come before the net's answers about it.
    package mutating func hear(_ peak: IntensityPeak) { heard.append(peak) }

    /// The net's answer about the next step.
    package mutating func push(expected value: Float, into nuclei: inout [SyllableNucleus]) {
        expected[count % Self.size] = value
        count += 1
        settle(upTo: count - 1 - Self.patience, into: &nuclei)
    }

    package mutating func finish(into nuclei: inout [SyllableNucleus]) { settle(upTo: .max, into: &nuclei) }

    private func step(of nucleus: SyllableNucleus) -> Int { Int(nucleus.time / SpeechFeatureMeter.secondsPerStep) }

    private func share(of peak: IntensityPeak) -> Float {
        let middle = step(of: peak.nucleus)
        let known = max(0, count - Self.size)..<count
        var most: Float = 0
        for near in (middle - Self.reach..<middle + Self.reach + 1).clamped(to: known) {
            most = max(most, expected[near % Self.size])
        }
        var sum: Float = 0
        let framesPerStep = SpeechFeatureMeter.framesPerStep
        for frame in peak.frames where known.contains(frame / framesPerStep) {
            sum += expected[frame / framesPerStep % Self.size]
        }
        return min(peak.share, Self.support.share(most), Self.sum.share(sum / Float(framesPerStep)))
    }

    /// Gives out, in order, what lies up to a step.
    private mutating func settle(upTo limit: Int, into nuclei: inout [SyllableNucleus]) {
        while let peak = heard.first, step(of: peak.nucleus) <= limit {
            heard.removeFirst()
            owed += share(of: peak)
            guard owed >= 0.5 else { continue }
            nuclei.append(peak.nucleus)
            owed -= 1
        }
    }
}
