// Salvage: what had to be put right so that a recording could be read.

/// What was wrong with a recording that was read all the same.
public struct Salvage: Sendable, Equatable {
    /// A stable word: `truncated`, `unknownLength`, `wrongLength`, `damagedHeader`, `damaged`, `headerAsSound`,
    /// `tooLong`.
    public var kind: String
    /// One sentence for a person.
    public var detail: String
    /// Seconds of sound that could be read, `nil` while nobody knows.
    public var secondsRecovered: Double?

    public init(kind: String, detail: String, secondsRecovered: Double? = nil) {
        self.kind = kind
        self.detail = detail
        self.secondsRecovered = secondsRecovered
    }
}

extension Salvage {
    static func truncated(frames: Int64, of declared: Int64, sampleRate: Int) -> Salvage {
        Salvage(
            kind: "truncated",
            detail: "the memo ends early: \(seconds(frames, sampleRate: sampleRate)) of "
                + "\(seconds(declared, sampleRate: sampleRate)) were there",
            secondsRecovered: Double(frames) / Double(sampleRate))
    }

    package static let unknownLength = Salvage(
        kind: "unknownLength", detail: "the header does not say how long the memo is; read to the end")

    /// A header that counts fewer frames than it has bytes for.
    static func wrongCount(_ counted: Int64, sampleRate: Int) -> Salvage {
        Salvage(
            kind: "wrongLength",
            detail: "the header counts \(seconds(counted, sampleRate: max(1, sampleRate))) only; read to the end")
    }

    /// A number of frames as a person says it: `12.3 s`.
    static func seconds(_ frames: Int64, sampleRate: Int) -> String {
        // A header can claim more than any number with decimals.
        let tenths = (min(Double(frames) / Double(sampleRate), 1e12) * 10).rounded()
        return "\(Numbers.fixed(tenths / 10, 1)) s"
    }
}
