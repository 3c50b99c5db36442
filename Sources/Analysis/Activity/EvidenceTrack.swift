// EvidenceTrack: what spoke for and against speech, step by step, for a person who asks why.

import Foundation

/// What a detector heard in a stretch of a memo.
public struct StretchEvidence: Sendable, Equatable {
    /// Mean level above the noise floor, in dB.
    public var snr: Double
    /// Mean periodicity at the pitches of a voice of what stands above the noise floor, 0…1.
    public var harmonicity: Double
    /// How far the level swings at the pace of syllables, in dB RMS: about 1 for steady noise, 5 and more for speech.
    public var modulation: Double
    /// Mean probability that somebody speaks, 0…1; `nil` with the rules, which know none.
    public var probability: Double?
}

/// The evidence of a whole memo, three bytes per 20 ms. Kept only when asked for.
public struct EvidenceTrack: Sendable, Equatable {
    public static let secondsPerStep = TimeBase.secondsPerStep
    /// dB that one unit of a stored SNR is worth.
    private static let snrUnit: Float = 0.25
    /// Steps of the two means whose difference is the swing: 60 ms and half a second.
    private static let shortMean = 1
    private static let longMean = 12

    private var snrs: [UInt8] = []
    private var harmonicities: [UInt8] = []
    private var probabilities: [UInt8] = []

    public var count: Int { snrs.count }

    package init() {}

    package mutating func append(snr: Float, harmonicity: Float) {
        snrs.append(Self.byte(snr / Self.snrUnit))
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
        guard let first = TimeBase.steps(span.start), let end = TimeBase.steps(span.end) else { return nil }
        let steps = (first..<max(first, end)).clamped(to: snrs.indices)
        guard !steps.isEmpty else { return nil }
        let inside = steps.clamped(to: probabilities.indices)
        return StretchEvidence(
            snr: mean(snrs, steps) * Double(Self.snrUnit),
            harmonicity: mean(harmonicities, steps) / 255,
            modulation: swing(steps) * Double(Self.snrUnit),
            probability: inside.isEmpty ? nil : mean(probabilities, inside) / 255)
    }

    private func mean(_ values: [UInt8], _ range: Range<Int>) -> Double {
        Double(values[range].reduce(0) { $0 + Int($1) }) / Double(range.count)
    }

    /// Root mean square of how far a mean over 60 ms lies from one over half a second.
    private func swing(_ steps: Range<Int>) -> Double {
        func around(_ step: Int, _ reach: Int) -> Double {
            mean(snrs, (step - reach..<step + reach + 1).clamped(to: snrs.indices))
        }
        let sum = steps.reduce(0.0) { sum, step in
            let difference = around(step, Self.shortMean) - around(step, Self.longMean)
            return sum + difference * difference
        }
        return (sum / Double(steps.count)).squareRoot()
    }
}
