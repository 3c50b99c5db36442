// Signal: one channel of sound to test with, and how signals are put together.

import Foundation

/// Samples and their rate.
public struct Signal: Sendable, Equatable {
    public var samples: [Float]
    public let sampleRate: Int

    public init(_ samples: [Float], sampleRate: Int) {
        self.samples = samples
        self.sampleRate = sampleRate
    }

    public var seconds: Double { Double(samples.count) / Double(sampleRate) }

    /// Root mean square in dBFS.
    public var level: Double {
        let power = samples.reduce(0.0) { $0 + Double($1) * Double($1) } / Double(max(samples.count, 1))
        return 10 * log10(power)
    }

    /// Exact zeros.
    public static func silence(seconds: Double, sampleRate: Int) -> Signal {
        Signal([Float](repeating: 0, count: Int((seconds * Double(sampleRate)).rounded())), sampleRate: sampleRate)
    }

    /// The sum of two signals; the shorter one is followed by zeros.
    public static func + (a: Signal, b: Signal) -> Signal {
        precondition(a.sampleRate == b.sampleRate, "signals of two rates cannot be added")
        let (long, short) = a.samples.count >= b.samples.count ? (a, b) : (b, a)
        var sum = long
        for index in short.samples.indices { sum.samples[index] += short.samples[index] }
        return sum
    }

    /// One signal after the other.
    public func followed(by other: Signal) -> Signal {
        precondition(sampleRate == other.sampleRate, "signals of two rates cannot follow each other")
        return Signal(samples + other.samples, sampleRate: sampleRate)
    }

    public func amplified(decibels: Double) -> Signal {
        let gain = Float(pow(10, decibels / 20))
        return Signal(samples.map { $0 * gain }, sampleRate: sampleRate)
    }

    /// The signal with a root mean square of so many dBFS.
    public func levelled(_ decibels: Double) -> Signal { amplified(decibels: decibels - level) }

    public func prefix(seconds: Double) -> Signal {
        Signal(Array(samples.prefix(Int((seconds * Double(sampleRate)).rounded()))), sampleRate: sampleRate)
    }

    /// Zeros from one time to another.
    public func muted(from start: Double, to end: Double) -> Signal {
        var result = self
        let first = Int((start * Double(sampleRate)).rounded())
        let last = min(Int((end * Double(sampleRate)).rounded()), samples.count)
        for index in first..<max(first, last) { result.samples[index] = 0 }
        return result
    }

    /// Samples of several channels, frame by frame.
    public static func interleaved(_ channels: [Signal]) -> [Float] {
        let frames = channels.map(\.samples.count).min() ?? 0
        var result: [Float] = []
        result.reserveCapacity(frames * channels.count)
        for frame in 0..<frames {
            for channel in channels { result.append(channel.samples[frame]) }
        }
        return result
    }
}
