// TranscriptionError: what can be wrong about engines and what they are given.

/// Why words cannot be had.
public struct TranscriptionError: Error, Sendable, Equatable, CustomStringConvertible {
    public var problem: String
    public var advice: String

    public init(problem: String, advice: String) {
        self.problem = problem
        self.advice = advice
    }

    static func rate(from: Int, to: Int) -> TranscriptionError {
        TranscriptionError(
            problem: "sound at \(from) Hz cannot be brought to \(to) Hz",
            advice: "choose rates between 1 and 768000 Hz")
    }

    public var description: String { "\(problem); \(advice)" }
}
