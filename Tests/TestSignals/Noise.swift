// Noise: white and pink, from a seed.

import Foundation

extension Signal {
    /// White noise with a root mean square of `level` dBFS.
    public static func whiteNoise(level: Double, seconds: Double, sampleRate: Int, seed: UInt64 = 1) -> Signal {
        var generator = SeededGenerator(seed: seed)
        let count = Int((seconds * Double(sampleRate)).rounded())
        // A uniform spread over ±1 has a mean square of 1/3.
        let gain = pow(10, level / 20) * 3.0.squareRoot()
        return Signal((0..<count).map { _ in Float(gain * generator.nextSample()) }, sampleRate: sampleRate)
    }

    /// Pink noise (Voss and McCartney: sixteen random values that change at halving rates).
    public static func pinkNoise(level: Double, seconds: Double, sampleRate: Int, seed: UInt64 = 1) -> Signal {
        var generator = SeededGenerator(seed: seed)
        let count = Int((seconds * Double(sampleRate)).rounded())
        var rows = (0..<16).map { _ in generator.nextSample() }
        var samples: [Float] = []
        samples.reserveCapacity(count)
        for index in 0..<count {
            let row = min((index + 1).trailingZeroBitCount, rows.count - 1)
            rows[row] = generator.nextSample()
            samples.append(Float(rows.reduce(generator.nextSample(), +)))
        }
        return Signal(samples, sampleRate: sampleRate).levelled(level)
    }
}
