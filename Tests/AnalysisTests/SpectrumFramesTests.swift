// The Hann window and the sliding spectrum under it.

import Analysis
import Foundation
import TestSignals
import Testing

@Suite("Spectrum frames") struct SpectrumFramesTests {
    private func spectrum(_ samples: [Float], sampleRate: Int, width: Int, length: Int? = nil) -> SpectrumFrames {
        var frames = SpectrumFrames(
            sampleRate: sampleRate, width: width, length: length ?? RealFFT.smoothLength(atLeast: width))
        frames.push(samples, count: samples.count)
        frames.transform()
        return frames
    }

    @Test("Hann's weights sum to 2 and their squares to 6 / N", arguments: [16, 512, 1411, 2000])
    func hannSums(length: Int) {
        let window = SpectrumFrames.hann(length).map(Double.init)
        #expect(abs(window.reduce(0, +) - 2) < 1e-5)
        #expect(abs(window.reduce(0) { $0 + $1 * $1 } * Double(length) - 6) < 1e-4)
    }

    @Test("Hann's window is periodic: it starts at zero and mirrors itself")
    func hannShape() {
        let window = SpectrumFrames.hann(512)
        #expect(window[0] == 0)
        #expect(abs(window[256] - 4 / 512) < 1e-9)
        for index in 1..<512 { #expect(abs(window[index] - window[512 - index]) < 1e-9) }
    }

    @Test("a full-scale sine on a bin reads 1, and a quarter on both sides", arguments: [10, 40, 200])
    func sineOnABin(bin: Int) {
        let hertz = Double(bin) * 16_000 / 512
        let frames = spectrum(
            Signal.sine(hertz, phase: 0.13, seconds: 0.032, sampleRate: 16_000).samples, sampleRate: 16_000, width: 512)
        #expect(abs(frames.power[bin] - 1) < 1e-4)
        #expect(abs(frames.power[bin - 1] - 0.25) < 1e-4)
        #expect(abs(frames.power[bin + 1] - 0.25) < 1e-4)
        #expect(frames.power[bin + 2] < 1e-6)
    }

    @Test("a pure tone has one peak, at its frequency", arguments: [8_000, 11_025, 44_100, 192_000])
    func onePeak(sampleRate: Int) {
        let width = sampleRate / 25
        let frames = spectrum(
            Signal.sine(1000, seconds: 0.04, sampleRate: sampleRate).samples, sampleRate: sampleRate, width: width)
        let peak = frames.power.indices.max { frames.power[$0] < frames.power[$1] } ?? 0
        #expect(abs(Double(peak) * frames.binWidth - 1000) <= frames.binWidth / 2 + 0.01)
        let far = frames.power.indices.filter { abs(Double($0) * frames.binWidth - 1000) > 200 }
        #expect(far.allSatisfy { frames.power[$0] < 1e-3 })
    }

    /// The sum of powers from a bin on.
    private func sum(_ frames: SpectrumFrames, from first: Int) -> Float {
        var frames = frames
        var none: [Float] = []
        return frames.transform(into: &none, sumFrom: first)
    }

    @Test("the sum of the powers, scaled, is the mean square")
    func meanSquare() {
        let sine = spectrum(
            Signal.sine(1000, seconds: 0.032, sampleRate: 16_000).samples, sampleRate: 16_000, width: 512)
        #expect(abs(sum(sine, from: 0) * sine.meanSquarePerPower - 0.5) < 1e-4)
        let noise = spectrum(
            Signal.whiteNoise(level: -20, seconds: 1, sampleRate: 16_000).samples.suffix(8000).map { $0 },
            sampleRate: 16_000, width: 8000)
        #expect(abs(10 * log10(sum(noise, from: 0) * noise.meanSquarePerPower) + 20) < 0.5)
    }

    @Test("the sum of powers leaves out what lies below the first bin")
    func sumFrom() {
        let frames = spectrum(
            Signal.whiteNoise(level: -20, seconds: 0.032, sampleRate: 16_000).samples, sampleRate: 16_000, width: 512)
        for first in [0, 1, 7, 8, 9, 250, 256] {
            let expected = frames.power[first...].reduce(0.0) { $0 + Double($1) }
            #expect(abs(Double(sum(frames, from: first)) - expected) < 1e-6 + 1e-4 * expected)
        }
    }

    @Test("magnitudes are the square roots of powers", arguments: [1, 8, 13, 257])
    func magnitudes(count: Int) {
        var frames = spectrum(
            Signal.whiteNoise(level: -20, seconds: 0.032, sampleRate: 16_000).samples, sampleRate: 16_000, width: 512)
        var result = [Float](repeating: -1, count: count)
        _ = frames.transform(into: &result, sumFrom: 0)
        for bin in 0..<count {
            let root = frames.power[bin].squareRoot()
            #expect(abs(result[bin] - root) <= 3 * root.ulp)
        }
    }

    @Test("only the newest samples count, however they were pushed", arguments: [1, 37, 160, 499])
    func sliding(step: Int) {
        let samples = Signal.whiteNoise(level: -10, seconds: 0.2, sampleRate: 16_000).samples
        var frames = SpectrumFrames(sampleRate: 16_000, width: 500, length: 512)
        for start in stride(from: 0, to: samples.count, by: step) {
            let piece = Array(samples[start..<min(start + step, samples.count)])
            frames.push(piece, count: piece.count)
        }
        frames.transform()
        let newest = spectrum(samples.suffix(500).map { $0 }, sampleRate: 16_000, width: 500, length: 512)
        #expect(frames.power == newest.power)
    }
}
