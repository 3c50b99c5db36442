// Resampler: what passes, what is stopped, and that pieces make no difference.

import Foundation
import Testing
import Transcription

@Suite struct ResamplerTests {
    private func resample(_ samples: [Float], from: Int, to: Int, pieces: Int = 4096) throws -> [Float] {
        var resampler = try Resampler(from: from, to: to)
        var output: [Float] = []
        for start in stride(from: 0, to: samples.count, by: pieces) {
            let piece = Array(samples[start..<min(start + pieces, samples.count)])
            resampler.push(piece, count: piece.count, into: &output)
        }
        resampler.finish(into: &output)
        return output
    }

    private func sine(_ frequency: Double, rate: Int, seconds: Double, phase: Double = 0) -> [Float] {
        (0..<Int(seconds * Double(rate))).map { index in
            Float(0.5 * sin(2 * .pi * frequency * Double(index) / Double(rate) + phase))
        }
    }

    /// dB of the middle half against a sine of amplitude 0.5.
    private func level(_ samples: [Float]) -> Double {
        let middle = samples[samples.count / 4..<samples.count * 3 / 4]
        let power = middle.reduce(0) { $0 + Double($1) * Double($1) } / Double(middle.count)
        return 10 * log10(max(power, 1e-20) / 0.125)
    }

    @Test(arguments: [48_000, 44_100, 32_000, 22_050, 96_000])
    func `what would fold back is stopped by 80 dB and more`(rate: Int) throws {
        for frequency in stride(from: 8100.0, to: Double(rate) / 2 - 100, by: 531) {
            let output = try resample(sine(frequency, rate: rate, seconds: 0.5), from: rate, to: 16_000)
            #expect(level(output) < -80, "\(frequency) Hz")
        }
    }

    @Test(arguments: [48_000, 44_100, 8000, 22_050, 96_000])
    func `what belongs to both rates passes unchanged, in its place`(rate: Int) throws {
        let highest = 0.9 * Double(min(rate, 16_000)) / 2
        for frequency in stride(from: 60.0, to: highest, by: 499) {
            let output = try resample(sine(frequency, rate: rate, seconds: 1), from: rate, to: 16_000)
            let wanted = sine(frequency, rate: 16_000, seconds: 1)
            #expect(abs(output.count - wanted.count) <= 1)
            let middle = output.count / 4..<output.count * 3 / 4
            let error = middle.map { abs(output[$0] - wanted[$0]) }.max() ?? 1
            #expect(error < 5e-4, "\(frequency) Hz")
        }
    }

    @Test func `pieces of any size give the same samples`() throws {
        let sound = sine(440, rate: 44_100, seconds: 0.7)
        let whole = try resample(sound, from: 44_100, to: 16_000, pieces: sound.count)
        for size in [1, 7, 441, 10_007] {
            #expect(try resample(sound, from: 44_100, to: 16_000, pieces: size) == whole)
        }
    }

    @Test func `the same rate changes nothing`() throws {
        let sound = sine(1234, rate: 16_000, seconds: 0.1)
        #expect(try resample(sound, from: 16_000, to: 16_000, pieces: 100) == sound)
    }

    @Test(arguments: [(0, 16_000), (16_000, 0), (-1, 8000), (16_000, 1_000_000)])
    func `impossible rates are refused`(from: Int, to: Int) {
        #expect(throws: TranscriptionError.self) { _ = try Resampler(from: from, to: to) }
    }

    @Test func `nothing in, nothing out`() throws { #expect(try resample([], from: 48_000, to: 16_000).isEmpty) }
}
