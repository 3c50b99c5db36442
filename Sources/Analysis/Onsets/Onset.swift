// Onset: the instant where an event begins.

/// An onset of a memo.
public struct Onset: Sendable, Equatable {
    /// Seconds from the start of the memo.
    public var time: Double
    /// How much louder the spectrum became there than it usually does around, in dB averaged over all bands; it does
    /// not depend on the recording's gain.
    public var strength: Double

    public init(time: Double, strength: Double) {
        self.time = time
        self.strength = strength
    }
}
