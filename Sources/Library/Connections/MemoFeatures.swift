// MemoFeatures: what memos are compared by, and how near counts as alike.

import Capture
import Pipeline

/// What is known of one memo that can be compared. A value that does not exist is `nil`.
public struct MemoFeatures: Sendable, Equatable {
    public var name: String
    /// Memos of one hash are one recording and are counted once.
    public var contentHash: String?
    /// Syllables per second while speaking.
    public var pace: Double?
    /// In percent of the talk.
    public var pausePercent: Double?
    /// In dBFS, while somebody speaks.
    public var level: Double?
    /// In dBFS.
    public var noiseFloor: Double?
    /// Local time of day in hours, 0..<24.
    public var hour: Double?
    /// Days since 1970, with the time of day as far as it is known.
    public var day: Double?

    public init(name: String, contentHash: String? = nil) {
        self.name = name
        self.contentHash = contentHash
    }
}

enum Feature: String, CaseIterable {
    case pace, pauses, level, noise, timeOfDay, date

    func value(of memo: MemoFeatures) -> Double? {
        let value: Double? =
            switch self {
            case .pace: memo.pace
            case .pauses: memo.pausePercent
            case .level: memo.level
            case .noise: memo.noiseFloor
            case .timeOfDay: memo.hour
            case .date: memo.day
            }
        return value.flatMap { $0.isFinite ? $0 : nil }
    }

    /// What is heard: memos are near each other in these.
    static let heard: [Feature] = [.pace, .pauses, .level, .noise]

    /// Memos whose values lie within this are alike; `nil` where being alike says nothing. About what a listener just
    /// notices: 5 % of a usual pace, a level difference of 1.5 dB.
    var tolerance: Double? {
        switch self {
        case .pace: 0.25
        case .pauses: 4
        case .level, .noise: 1.5
        case .timeOfDay: 0.75
        case .date: nil
        }
    }

    /// The length of the circle on which the values lie; `nil` for a line.
    var period: Double? { self == .timeOfDay ? 24 : nil }

    // MARK: In words

    var noun: String {
        switch self {
        case .pace: "pace"
        case .pauses: "share of pauses"
        case .level: "level"
        case .noise: "noise floor"
        case .timeOfDay: "time of day"
        case .date: "date"
        }
    }

    /// What the unit is called in names of figures.
    var unitName: String {
        switch self {
        case .pace: "SyllablesPerSecond"
        case .pauses: "Percent"
        case .level, .noise: "DBFS"
        case .timeOfDay: "Hour"
        case .date: "Day"
        }
    }

    /// The unit of a difference.
    var toleranceName: String {
        switch self {
        case .level, .noise: "toleranceDB"
        case .timeOfDay: "toleranceHours"
        default: "tolerance\(unitName)"
        }
    }

    /// `between 4.1 and 4.3 syllables a second`.
    func range(_ low: Double, _ high: Double) -> String {
        let (first, last) = (text(low), text(high))
        let unit =
            switch self {
            case .pace: " syllables a second"
            case .pauses: " %"
            case .level, .noise: " dBFS"
            case .timeOfDay, .date: ""
            }
        if first == last { return "at \(first)\(unit)" }
        return "between \(first) and \(last)\(unit)"
    }

    private func text(_ value: Double) -> String {
        switch self {
        case .timeOfDay:
            let minutes = Int((value * 60).rounded(.down)) % 1440
            return "\(Numbers.padded(minutes / 60)):\(Numbers.padded(minutes % 60))"
        case .pace: return Numbers.said(value, 2)
        default: return Numbers.said(value, 1)
        }
    }
}
