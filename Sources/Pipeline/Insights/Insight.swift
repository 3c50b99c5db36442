// Insight: one card: something worth knowing about a memo, with the measurement that says so.

import Analysis

/// A card. Insights come from measurements only: no feelings are guessed and no words invented.
public struct Insight: Sendable, Equatable {
    public enum Kind: String, Sendable, CaseIterable {
        case pace, pauses, emphasis, dynamics, chapters, recordingQuality, trim
    }

    /// How loudly a card may announce itself.
    public enum Importance: String, Sendable, CaseIterable {
        case minor, significant
        /// Reserved for what several memos say together; no single measurement is a breakthrough.
        case breakthrough
    }

    /// Stable within a memo: the kind, and what of it (`recordingQuality-clipping`, `emphasis-2`).
    public var id: String
    public var kind: Kind
    public var importance: Importance
    /// A few words.
    public var title: String
    /// One sentence.
    public var detail: String
    public var span: TimeSpan
    public var evidence: [Evidence]
    public var cue: Cue { Cue(importance: importance) }

    public init(
        id: String, kind: Kind, importance: Importance, title: String, detail: String, span: TimeSpan,
        evidence: [Evidence]
    ) {
        self.id = id
        self.kind = kind
        self.importance = importance
        self.title = title
        self.detail = detail
        self.span = span
        self.evidence = evidence
    }

    /// - Parameter name: what tells it from others of its kind.
    init(
        _ kind: Kind, _ name: String?, _ importance: Importance, title: String, detail: String, span: TimeSpan,
        evidence: [Evidence]
    ) {
        self.init(
            id: name.map { "\(kind.rawValue)-\($0)" } ?? kind.rawValue, kind: kind, importance: importance,
            title: title, detail: detail, span: span, evidence: evidence)
    }
}

/// One measured number behind an insight, with its unit in its name.
public struct Evidence: Sendable, Equatable {
    public enum Value: Sendable, Equatable {
        case count(Int)
        /// Written with three decimals.
        case number(Double?)
        case numbers([Double])
        case word(String)
    }

    public var name: String
    public var value: Value

    public init(_ name: String, _ value: Value) {
        self.name = name
        self.value = value
    }
}

/// What an app plays when a card appears.
public struct Cue: Sendable, Equatable {
    public var haptic: String
    /// Name of the sound without its file extension; minor cards are silent.
    public var sound: String?

    public init(importance: Insight.Importance) {
        switch importance {
        case .minor: (haptic, sound) = ("subtle", nil)
        case .significant: (haptic, sound) = ("insightDiscovered", "insight_chime")
        case .breakthrough: (haptic, sound) = ("breakthrough", "insight_chime")
        }
    }
}
