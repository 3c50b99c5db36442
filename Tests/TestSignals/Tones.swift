// Tones: sines, sums of harmonics, clicks and bursts.

import Foundation

extension Signal {
    /// A sine that starts at phase `phase` (in turns).
    public static func sine(
        _ hertz: Double, amplitude: Double = 1, phase: Double = 0, seconds: Double, sampleRate: Int
    ) -> Signal {
        let count = Int((seconds * Double(sampleRate)).rounded())
        let samples = (0..<count).map { index in
            Float(amplitude * sin(2 * .pi * (hertz * Double(index) / Double(sampleRate) + phase)))
        }
        return Signal(samples, sampleRate: sampleRate)
    }

    /// Sines at multiples of a frequency, each of the same amplitude.
    public static func harmonics(
        of hertz: Double, _ numbers: [Int], amplitude: Double, seconds: Double, sampleRate: Int
    ) -> Signal {
        numbers.reduce(silence(seconds: seconds, sampleRate: sampleRate)) { sum, number in
            sum
                + sine(
                    hertz * Double(number), amplitude: amplitude, phase: 0.1 * Double(number), seconds: seconds,
                    sampleRate: sampleRate)
        }
    }

    /// Clicks: 2 ms of noise that dies away, each beginning at one of `times`.
    public static func clicks(
        at times: [Double], amplitude: Double = 0.5, seconds: Double, sampleRate: Int, seed: UInt64 = 1
    ) -> Signal {
        var result = silence(seconds: seconds, sampleRate: sampleRate)
        var generator = SeededGenerator(seed: seed)
        let length = max(4, sampleRate / 500)
        for time in times {
            let first = Int((time * Double(sampleRate)).rounded())
            for offset in 0..<length where first + offset < result.samples.count {
                let envelope = exp(-4 * Double(offset) / Double(length))
                result.samples[first + offset] += Float(amplitude * envelope * generator.nextSample())
            }
        }
        return result
    }
}
