// SpectrumFrames: the newest samples under a Hann window, as a power spectrum.

import Foundation

/// A sliding window over the mono signal. Samples before the memo count as zeros, so the first frames see its start.
struct SpectrumFrames {
    /// Window and transform length in samples.
    let length: Int
    let sampleRate: Int
    private(set) var power: [Float]
    private let fft: RealFFT
    private let window: [Float]
    private var ring: [Float]
    private var next = 0

    /// - Parameter seconds: nominal window length; rounded to a length that FFTW likes, never zero-padded.
    init(sampleRate: Int, seconds: Double) {
        self.sampleRate = sampleRate
        length = RealFFT.fastLength(near: seconds * Double(sampleRate))
        fft = RealFFT(length: length)
        window = Self.hann(length)
        ring = [Float](repeating: 0, count: length)
        power = [Float](repeating: 0, count: fft.bins)
    }

    var bins: Int { fft.bins }
    /// Hz from bin to bin.
    var binWidth: Double { Double(sampleRate) / Double(length) }

    /// Appends samples, dropping the oldest.
    mutating func push(_ samples: [Float], count: Int) {
        precondition(count <= length && count <= samples.count)
        let head = min(count, length - next)
        for index in 0..<head { ring[next + index] = samples[index] }
        for index in head..<max(head, count) { ring[index - head] = samples[index] }
        next = (next + count) % length
    }

    /// Power spectrum of the newest `length` samples, scaled so that a full-scale sine has power 1 in its bin.
    mutating func transform() {
        fft.power(ofRing: ring, from: next, window: window, into: &power)
    }

    mutating func reset() {
        for index in ring.indices { ring[index] = 0 }
        next = 0
    }

    /// Periodic Hann window, scaled so that a full-scale sine on a bin gives |X|² = 1 (the sum of the weights is 2).
    static func hann(_ length: Int) -> [Float] {
        let scale = 4 / Double(length)
        return (0..<length).map { Float(scale * (0.5 - 0.5 * cos(2 * .pi * Double($0) / Double(length)))) }
    }
}
