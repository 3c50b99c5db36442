// The real transform against closed forms.

import Analysis
import Foundation
import TestSignals
import Testing

@Suite("The real FFT") struct RealFFTTests {
    private func power(_ samples: [Float], length: Int? = nil, start: Int = 0) -> [Float] {
        let fft = RealFFT(length: length ?? samples.count)
        var power = [Float](repeating: 0, count: fft.bins)
        fft.power(ofRing: samples, from: start, window: [Float](repeating: 1, count: samples.count), into: &power)
        return power
    }

    private func noise(_ count: Int, seed: UInt64) -> [Float] {
        Signal.whiteNoise(level: -10, seconds: Double(count) / 1000, sampleRate: 1000, seed: seed).samples
    }

    @Test("a sine on a bin has all its power there", arguments: [1, 3, 64, 127])
    func sineOnABin(bin: Int) {
        let length = 256
        let sine = (0..<length).map { Float(sin(2 * .pi * Double(bin * $0) / Double(length))) }
        let power = power(sine)
        for (index, value) in power.enumerated() {
            let expected: Float = index == bin ? Float(length * length) / 4 : 0
            #expect(abs(value - expected) < 0.01, "bin \(index)")
        }
    }

    @Test("an impulse has the same power in every bin", arguments: [0, 1, 100, 239])
    func impulse(place: Int) {
        var samples = [Float](repeating: 0, count: 240)
        samples[place] = 1
        for value in power(samples) { #expect(abs(value - 1) < 1e-5) }
    }

    @Test("a constant has its power in bin 0")
    func constant() {
        let power = power([Float](repeating: 0.5, count: 120))
        #expect(abs(power[0] - 3600) < 1e-2)
        #expect(power.dropFirst().allSatisfy { $0 < 1e-6 })
    }

    @Test("Parseval's theorem holds", arguments: [8, 120, 512, 2000, 2048])
    func parseval(length: Int) {
        let samples = noise(length, seed: UInt64(length))
        let power = power(samples)
        let energy = samples.reduce(0.0) { $0 + Double($1) * Double($1) }
        var sum = Double(power[0]) + Double(power[length / 2])
        for bin in 1..<length / 2 { sum += 2 * Double(power[bin]) }
        #expect(abs(sum / Double(length) / energy - 1) < 1e-5)
    }

    @Test("the transform is linear")
    func linear() {
        // Powers of sum and difference obey the parallelogram law only if the transform behind them is linear.
        let (a, b) = (noise(480, seed: 1), noise(480, seed: 2))
        let sums = power(zip(a, b).map { $0 + $1 })
        let differences = power(zip(a, b).map { $0 - $1 })
        let (first, second) = (power(a), power(b))
        for bin in sums.indices {
            let left = sums[bin] + differences[bin]
            let right = 2 * (first[bin] + second[bin])
            #expect(abs(left - right) < 1e-4 * max(right, 1))
        }
    }

    @Test("twice the amplitude is four times the power, to the last bit")
    func scaling() {
        let samples = noise(512, seed: 5)
        #expect(power(samples.map { 2 * $0 }) == power(samples).map { 4 * $0 })
    }

    @Test("a ring gives the same spectrum wherever it starts", arguments: [1, 17, 119])
    func ring(start: Int) {
        let samples = noise(120, seed: 9)
        let turned = Array(samples[(120 - start)...] + samples[..<(120 - start)])
        #expect(power(turned, start: start) == power(samples))
    }

    @Test(
        "powers and magnitudes are those of the sum that defines them",
        arguments: Array(stride(from: 2, through: 50, by: 2)))
    func definition(length: Int) {
        let samples = noise(length, seed: UInt64(length))
        let expected = (0...length / 2).map { bin -> Double in
            let angles = samples.indices.map { 2 * Double.pi * Double(bin * $0) / Double(length) }
            let real = zip(samples, angles).reduce(0.0) { $0 + Double($1.0) * cos($1.1) }
            let imaginary = zip(samples, angles).reduce(0.0) { $0 + Double($1.0) * sin($1.1) }
            return real * real + imaginary * imaginary
        }
        let scale = expected.max() ?? 0
        for (value, wanted) in zip(power(samples), expected) { #expect(abs(Double(value) - wanted) < 1e-5 * scale) }
        let fft = RealFFT(length: length)
        for (wantedBins, first) in [
            (fft.bins, 0), (fft.bins, fft.bins), (fft.bins / 2 + 1, 1), (1, fft.bins / 2), (0, 3),
        ]
        where first <= fft.bins {
            var magnitude = [Float](repeating: -1, count: wantedBins)
            let sum = fft.magnitudes(
                ofRing: samples, from: 0, window: [Float](repeating: 1, count: length), into: &magnitude, sumFrom: first
            )
            #expect(abs(Double(sum) - expected[first...].reduce(0, +)) < 1e-5 * scale * Double(fft.bins))
            for (value, wanted) in zip(magnitude, expected) {
                #expect(abs(Double(value) - wanted.squareRoot()) < 1e-5 * scale.squareRoot())
            }
        }
    }

    @Test("a faint tone is seen though its mirror image in the transform is loud")
    func mirrorImage() {
        // Bins k and length / 2 − k come out of the same two numbers.
        let length = 768
        let samples = (0..<length).map { index in
            let turn = 2 * Double.pi * Double(index) / Double(length)
            return Float(cos(20 * turn) + 1e-5 * cos(364 * turn))
        }
        let power = power(samples)
        #expect(abs(power[364] / power[20] / 1e-10 - 1) < 0.05)
        #expect(power[363] < power[364] / 30)
    }

    @Test("zeros behind the samples change nothing but the number of bins")
    func padding() {
        let samples = noise(60, seed: 3)
        let short = power(samples)
        let long = power(samples, length: 120)
        for bin in short.indices { #expect(abs(long[2 * bin] - short[bin]) < 1e-4) }
    }

    @Test("the transforms of two even sequences are their cosine sums, time after time")
    func even() {
        let pair = EvenTransformPair(length: 64, count: 32)
        var first = [Float](repeating: 0, count: 32)
        var second = first
        (first[0], first[5], second[0], second[31]) = (1, 0.5, -2, 0.25)
        var (firstResult, secondResult) = ([Float](repeating: 0, count: 33), [Float](repeating: 0, count: 33))
        for _ in 0..<2 {
            pair.transform(first, second, into: &firstResult, &secondResult)
            for index in 0...32 {
                let angle = 2 * Double.pi * Double(index) / 64
                #expect(abs(Double(firstResult[index]) - (1 + cos(5 * angle))) < 1e-5)
                #expect(abs(Double(secondResult[index]) - (-2 + 0.5 * cos(31 * angle))) < 1e-5)
            }
        }
    }

    @Test("a smooth length is the smallest one that will do")
    func smoothLengths() {
        #expect(RealFFT.smoothLength(atLeast: 1) == 8)
        #expect(RealFFT.smoothLength(atLeast: 512) == 512)
        #expect(RealFFT.smoothLength(atLeast: 513) == 540)
        #expect(RealFFT.smoothLength(atLeast: 1411) == 1440)
        for wanted in stride(from: 8, through: 30_000, by: 371) {
            var rest = RealFFT.smoothLength(atLeast: wanted)
            #expect(rest >= wanted && rest % 4 == 0)
            for factor in [2, 3, 5] { while rest % factor == 0 { rest /= factor } }
            #expect(rest == 1)
        }
    }

    @Test("a fast length is a power of two or three halves of one, and no larger than need be")
    func fastLengths() {
        for (wanted, length) in [(7, 8), (9, 12), (512, 512), (513, 768), (768, 768), (769, 1024), (8192, 8192)] {
            #expect(RealFFT.fastLength(atLeast: wanted) == length)
        }
        for wanted in 7...5000 {
            let length = RealFFT.fastLength(atLeast: wanted)
            #expect(length >= wanted && length % 4 == 0 && length * 2 <= wanted * 3)
        }
    }

    @Test("transforms on many threads at once give what one gives alone")
    func threads() async {
        let samples = noise(2048, seed: 4)
        let alone = power(samples)
        await withTaskGroup(of: [Float].self) { group in
            for _ in 0..<32 { group.addTask { power(samples) } }
            for await result in group { #expect(result == alone) }
        }
    }
}
