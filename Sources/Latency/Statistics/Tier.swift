// Tier: how an answer feels, by the time it takes; from the interaction design of the app.

/// The tiers of response.
public enum Tier: String, Sendable, CaseIterable {
    case immediate, quick, acceptable, patient, extended

    /// Where it ends, in seconds; the last one does not.
    public var end: Double? {
        switch self {
        case .immediate: 0.1
        case .quick: 0.3
        case .acceptable: 1
        case .patient: 3
        case .extended: nil
        }
    }

    /// `0–100 ms` and so on.
    public var range: String {
        switch self {
        case .immediate: "0–100 ms"
        case .quick: "100–300 ms"
        case .acceptable: "300–1000 ms"
        case .patient: "1–3 s"
        case .extended: "over 3 s"
        }
    }

    /// A duration on an edge still belongs to the faster tier, as a stage that takes all of its budget is within it.
    public init(of seconds: Double) {
        self = Self.allCases.first { seconds <= $0.end ?? .infinity } ?? .extended
    }
}

/// Memos by how long they are.
public enum LengthClass: String, Sendable, CaseIterable {
    case under10s = "under 10 s"
    case under1min = "10 s to 1 min"
    case under10min = "1 to 10 min"
    case under1h = "10 min to 1 h"
    case longer = "over 1 h"

    public init(of seconds: Double) {
        self =
            seconds < 10
            ? .under10s
            : seconds < 60
                ? .under1min
                : seconds < 600
                    ? .under10min
                    : seconds < 3600 ? .under1h : .longer
    }
}
