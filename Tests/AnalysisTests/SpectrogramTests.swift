// The spectrogram: where its columns lie, and that none is missing.

import Analysis
import Foundation
import TestSignals
import Testing

@Suite("The spectrogram") struct SpectrogramTests {
    private func spectrogram(of samples: [Float], sampleRate: Int = 16_000) throws -> Spectrogram {
        var parameters = AnalysisParameters()
        parameters.keepsSpectrogram = true
        var analyzer = makeAnalyzer(sampleRate: sampleRate, channels: 1, parameters: parameters)
        analyzer.push(samples, frames: samples.count)
        return try #require(analyzer.finish().spectrogram)
    }

    @Test("it has a column for each frame of a memo, however short", arguments: [80, 160, 400, 560, 1600, 16_000])
    func columns(count: Int) throws {
        let picture = try spectrogram(of: (0..<count).map { 0.1 * Float(sin(Double($0) * 0.3)) })
        #expect(picture.columns == (count + 159) / 160)
        #expect(picture.levels.contains { $0 > -60 })
    }

    @Test("however long the memo is, its columns cover it", arguments: [10.0, 10.5, 25, 45])
    func long(seconds: Double) throws {
        let noise = Signal.whiteNoise(level: -30, seconds: seconds, sampleRate: 8000).samples
        let picture = try spectrogram(of: noise, sampleRate: 8000)
        #expect(picture.columns <= 1024)
        #expect(abs(Double(picture.columns) * picture.secondsPerColumn - seconds) <= picture.secondsPerColumn)
    }

    @Test("a tone is in its band and at its time, at the end as well", arguments: [8000, 16_000, 44_100, 48_000])
    func tone(sampleRate: Int) throws {
        var samples = [Float](repeating: 0, count: sampleRate)
        let last = sampleRate * 9 / 10..<sampleRate
        for index in last { samples[index] = 0.5 * Float(sin(2 * .pi * 1000 * Double(index) / Double(sampleRate))) }
        let picture = try spectrogram(of: samples, sampleRate: sampleRate)
        let bands = picture.frequencies.count
        func loudest(_ column: Int) -> (band: Int, level: Float) {
            let levels = picture.levels[column * bands..<(column + 1) * bands]
            let band = levels.indices.max { levels[$0] < levels[$1] } ?? 0
            return (band - column * bands, levels[band])
        }
        #expect(abs(picture.frequencies[loudest(95).band] - 1000) < 120)
        #expect(loudest(80).level < -100 && loudest(95).level > -20)
        #expect(loudest(picture.columns - 1).level > -20)
    }
}
