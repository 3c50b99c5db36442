// SpectrumFrames: the newest samples under a Hann window, as a spectrum.

import Foundation

/// A sliding window over the mono signal. Samples before the memo count as zeros, so the first frames see its start.
package struct SpectrumFrames {
    /// Samples under the window.
    package let width: Int
    package let sampleRate: Int
    /// |X|² of each bin; a full-scale sine on a bin gives 1.
    package private(set) var power: [Float]
    private let fft: RealFFT
    /// Times the transforms where somebody wants to know.
    var meter: SpectraMeter?
    private let window: [Float]
    private var ring: SampleRing

    /// - Parameters:
    ///   - width: samples under the window.
    ///   - length: samples of the transform (`width`…); zeros make up the difference.
    package init(sampleRate: Int, width: Int, length: Int) {
        self.sampleRate = sampleRate
        self.width = width
        fft = RealFFT(length: length)
        window = Self.hann(width)
        ring = SampleRing(width: width)
        power = [Float](repeating: 0, count: fft.bins)
    }

    package var bins: Int { fft.bins }
    /// Hz from bin to bin.
    package var binWidth: Double { Double(sampleRate) / Double(fft.length) }
    /// Σ|X|² over the bins, times this, is the mean square under the window (Parseval; Hann's weights squared).
    package var meanSquarePerPower: Float {
        // |X|² was scaled by (2 / Σw)² with Σw = width / 2, and Σw² = 3 width / 8; each bin stands for two.
        Float(2 * Double(width * width) / 16 / (Double(fft.length) * Double(width) * 3 / 8))
    }

    /// Appends samples, dropping the oldest.
    package mutating func push(_ samples: [Float], count: Int) {
        ring.append(samples, count: min(count, width))
    }

    /// Computes `power` over the newest samples.
    package mutating func transform() {
        let begun = meter?.begin()
        fft.power(ofRing: ring.samples, from: ring.oldest, window: window, into: &power)
        if let begun { meter?.end(begun: begun) }
    }

    /// Computes |X| over the newest samples, as far as `magnitude` has room, instead of `power`.
    /// - Returns: Σ|X|² over the bins from `first` up.
    package mutating func transform(into magnitude: inout [Float], sumFrom first: Int) -> Float {
        let begun = meter?.begin()
        defer { if let begun { meter?.end(begun: begun) } }
        return fft.magnitudes(ofRing: ring.samples, from: ring.oldest, window: window, into: &magnitude, sumFrom: first)
    }

    /// Periodic Hann window, scaled so that a full-scale sine on a bin gives |X|² = 1 (the sum of the weights is 2).
    package static func hann(_ length: Int) -> [Float] {
        let scale = 4 / Double(length)
        return (0..<length).map { Float(scale * (0.5 - 0.5 * cos(2 * .pi * Double($0) / Double(length)))) }
    }
}
