// SyllableNucleus: the middle of a syllable, as it is told, and as a frame that may yet become one.

/// The middle of a syllable.
public struct SyllableNucleus: Sendable, Equatable {
    /// Seconds from the start of the memo.
    public var time: Double
    /// Level of the speech bands there, in dB; for comparing nuclei with each other, not with full scale.
    public var level: Double
}

/// A nucleus whose activity is not known yet.
package struct NucleusCandidate: Equatable {
    var frame: Int
    /// Level of the speech bands there, in dB.
    var level: Float

    package init(frame: Int, level: Float) { (self.frame, self.level) = (frame, level) }

    /// In the middle of the frame.
    var nucleus: SyllableNucleus {
        SyllableNucleus(time: TimeBase.seconds(frames: Double(frame) + 0.5), level: Double(level))
    }
}

/// A peak of intensity, and what belongs to it.
package struct IntensityPeak: Equatable {
    var candidate: NucleusCandidate
    /// From the dip before it to the dip after it, neither far away.
    var frames: Range<Int>
    /// How much it looks like a syllable, 0…1.
    var confidence: Float

    package init(candidate: NucleusCandidate, frames: Range<Int>, confidence: Float) {
        (self.candidate, self.frames, self.confidence) = (candidate, frames, confidence)
    }
}
