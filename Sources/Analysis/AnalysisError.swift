// AnalysisError: a setting that analysis cannot work with.

/// What is wrong with a setting, and what to do. Sound never is an error: what is no sound in it counts as silence.
public struct AnalysisError: Error, Sendable, Equatable, CustomStringConvertible {
    public enum Setting: String, Sendable, CaseIterable {
        case sampleRate = "sample rate"
        case channels = "number of channels"
        case join = "longest pause that is joined"
        case padding
        case maximumLength = "maximum length of a segment"
        case bloomFramesPerSecond = "bloom rate"
        case samplesPerPixel = "number of samples per pixel"
    }

    public let setting: Setting
    public let problem: String
    public let advice: String

    public var description: String { "\(problem); \(advice)" }

    /// A number outside of a range, or none at all, is refused.
    static func check<Value: Comparable>(
        _ setting: Setting, _ value: Value, in range: ClosedRange<Value>
    ) throws(AnalysisError) {
        guard !range.contains(value) else { return }
        throw AnalysisError(
            setting: setting, problem: "a \(setting.rawValue) of \(value) is out of range",
            advice: "choose one between \(range.lowerBound) and \(range.upperBound)")
    }
}
