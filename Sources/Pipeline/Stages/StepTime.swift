// StepTime: where the time inside a memo went.

/// The steps of the work on a memo, in their order. Reading, spectra and features take turns, block by block.
public enum Step: String, Sendable, CaseIterable {
    /// Header, tags, and the start of a helper where one is needed.
    case open
    /// The first look around in a long memo.
    case look
    /// Samples from the file or the helper.
    case read
    /// Fourier transforms.
    case spectra
    /// Everything else that is measured block by block.
    case features
    /// What is decided when the memo has ended: segments, syllables, levels.
    case segments
    case insights
    /// The hash of the file's bytes.
    case hash
    /// The result document and further files; in a batch only.
    case write
}

/// How long one step took, all its turns together.
public struct StepTime: Sendable, Equatable {
    public var step: Step
    public var seconds: Double

    public init(_ step: Step, _ seconds: Double) { (self.step, self.seconds) = (step, seconds) }
}
