// EvidenceTrack: what spoke for and against speech, step by step, for a person who asks why.

import Foundation

/// What a detector heard in a stretch of a memo.
public struct StretchEvidence: Sendable, Equatable {
    /// Mean level above the room, in dB.
    public var heightAboveRoom: Double
    /// Mean periodicity at the pitches of a voice of what stands above the room, 0…1.
    public var harmonicity: Double
    /// How far the level swings at the pace of syllables, in dB RMS: about 1 for steady noise, 5 and more for speech.
    public var modulation: Double
    /// Mean probability that somebody speaks, 0…1; `nil` with the rules, which know none.
    public var probability: Double?
}

/// The evidence of a whole memo, three bytes per 20 ms. Kept only when asked for.
public struct EvidenceTrack: Sendable, Equatable {
    public static let secondsPerStep = SpeechFeatureMeter.secondsPerStep
    /// dB that one unit of a stored height is worth.
    private static let heightUnit: Float = 0.25
    /// Steps of the two means whose difference is the swing: 60 ms and half a second.
    private static let shortMean = 1
    private static let longMean = 12

    private var heights: [UInt8] = []
    private var harmonicities: [UInt8] = []
    private var probabilities: [UInt8] = []

    public var count: Int { heights.count }

    package init() {}

    package mutating func append(height: Float, harmonicity: Float) {
        heights.append(Self.byte(height / Self.heightUnit))
        harmonicities.append(Self.byte(harmonicity * 255))
    }

    mutating func append(probability: Float) { probabilities.append(Self.byte(probability * 255)) }

    private static func byte(_ value: Float) -> UInt8 { UInt8(min(max(value.rounded(), 0), 255)) }

    /// Probability that somebody speaks in a step, 0…1; `nil` with the rules.
    public func probability(_ step: Int) -> Double? {
        probabilities.indices.contains(step) ? Double(probabilities[step]) / 255 : nil
    }

    /// - Returns: `nil` for a stretch without a whole step.
    public func evidence(of span: TimeSpan) -> StretchEvidence? {
        let first = Int((span.start / Self.secondsPerStep).rounded())
        let steps = (first..<max(first, Int((span.end / Self.secondsPerStep).rounded()))).clamped(to: heights.indices)
        guard !steps.isEmpty else { return nil }
        let inside = steps.clamped(to: probabilities.indices)
        return StretchEvidence(
            heightAboveRoom: mean(heights, steps) * Double(Self.heightUnit),
            harmonicity: mean(harmonicities, steps) / 255,
            modulation: swing(steps) * Double(Self.heightUnit),
            probability: inside.isEmpty ? nil : mean(probabilities, inside) / 255)
    }

    private func mean(_ values: [UInt8], _ range: Range<Int>) -> Double {
        Double(values[range].reduce(0) { $0 + Int($1) }) / Double(range.count)
    }

    /// Root mean square of how far a mean over 60 ms lies from one over half a second.
    private func swing(_ steps: Range<Int>) -> Double {
        func around(_ step: Int, _ reach: Int) -> Double {
            mean(heights, (step - reach..<step + reach + 1).clamped(to: heights.indices))
        }
        let sum = steps.reduce(0.0) { sum, step in
            let difference = around(step, Self.shortMean) - around(step, Self.longMean)
            return sum + difference * difference
        }
        return (sum / Double(steps.count)).squareRoot()
    }
}
