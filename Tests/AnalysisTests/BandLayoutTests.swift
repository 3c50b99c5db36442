// Bands: their weights, their edges, and that they are the same at every sample rate.

import Analysis
import Foundation
import Testing

@Suite("Band layout") struct BandLayoutTests {
    private func sums(_ layout: BandLayout, _ spectrum: (Int) -> Float) -> [Float] {
        var result = [Float](repeating: -1, count: layout.count)
        layout.apply((0..<layout.binsNeeded).map(spectrum), into: &result)
        return result
    }

    @Test("the weights of each band sum to 1", arguments: [8_000, 16_000, 44_100, 192_000])
    func weightsSumToOne(sampleRate: Int) {
        let edges = BandLayout.melEdges(count: 24, range: 60...7800, limit: Double(sampleRate) / 2)
        let layout = BandLayout(edges: edges, binWidth: Double(sampleRate) / 1024, scale: nil)
        #expect(layout.count > 10)
        for sum in sums(layout, { _ in 1 }) { #expect(abs(sum - 1) < 1e-5) }
    }

    @Test("a band is a triangle between its neighbours' peaks")
    func triangle() {
        let layout = BandLayout(edges: [100, 200, 400], binWidth: 10, scale: 1)
        #expect(layout.count == 1 && layout.centres == [200] && layout.binsNeeded == 40)
        func weight(_ bin: Int) -> Float { sums(layout) { $0 == bin ? 1 : 0 }[0] }
        #expect(weight(10) == 0)
        #expect(abs(weight(15) - 0.5) < 1e-6)
        #expect(abs(weight(20) - 1) < 1e-6)
        #expect(abs(weight(30) - 0.5) < 1e-6)
        #expect(abs(weight(39) - 0.05) < 1e-6)
    }

    @Test("neighbouring triangles share every bin out in full")
    func partition() {
        let edges = stride(from: 100.0, through: 1000, by: 100).map { $0 }
        let layout = BandLayout(edges: edges, binWidth: 10, scale: 1)
        for bin in 20...90 { #expect(abs(sums(layout) { $0 == bin ? 1 : 0 }.reduce(0, +) - 1) < 1e-5) }
    }

    @Test("sums equal the plain sums of weights times bins")
    func plainSums() {
        let layout = BandLayout(edges: [0, 70, 210, 640], binWidth: 10, scale: 2)
        let result = sums(layout) { Float($0) }
        for (band, (low, peak, high)) in [(0.0, 70.0, 210.0), (70, 210, 640)].enumerated() {
            var expected = 0.0
            for bin in 0..<64 {
                let hertz = Double(bin) * 10
                let weight = min((hertz - low) / (peak - low), (high - hertz) / (high - peak))
                expected += max(0, weight) * 2 * Double(bin)
            }
            #expect(abs(Double(result[band]) - expected) < 1e-3 * expected)
        }
    }

    @Test("results are written from the offset on and nowhere else")
    func offset() {
        let layout = BandLayout(edges: [100, 200, 300, 400], binWidth: 10, scale: nil)
        var result = [Float](repeating: -1, count: 5)
        layout.apply([Float](repeating: 1, count: layout.binsNeeded), into: &result, at: 2)
        #expect(result[0] == -1 && result[1] == -1 && result[4] == -1)
        #expect(abs(result[2] - 1) < 1e-6 && abs(result[3] - 1) < 1e-6)
    }

    @Test("logarithmic edges rise and lie on the grid")
    func snapped() {
        let grid = 23.4375
        let edges = BandLayout.logarithmicEdges(perOctave: 24, range: 30...11_000, grid: grid)
        for edge in edges { #expect((edge / grid).rounded() * grid == edge && edge > 0 && edge <= 11_000) }
        for (low, high) in zip(edges, edges.dropFirst()) { #expect(low < high) }
        // High up, where the grid is finer than the bands, there are 24 to the octave.
        #expect(edges.count { $0 > 4000 && $0 <= 8000 } == 24)
    }

    @Test("mel edges that fit are the same at every sample rate")
    func melRateIndependence() throws {
        let all = BandLayout.melEdges(count: 24, range: 60...7800, limit: 96_000)
        try #require(all.count == 26)
        #expect(abs(all[0] - 60) < 1e-6 && abs(all[25] - 7800) < 1e-6)
        for limit in [4000.0, 5512.5, 8000, 22_050] {
            let edges = BandLayout.melEdges(count: 24, range: 60...7800, limit: limit)
            #expect(edges == Array(all.prefix(edges.count)))
            #expect(edges.last ?? 0 <= limit)
        }
    }

    @Test("bands have the same peaks at two sample rates, and give a noise-like spectrum the same level")
    func rateIndependence() {
        let edges = BandLayout.melEdges(count: 24, range: 60...7800, limit: 8000)
        let coarse = BandLayout(edges: edges, binWidth: 31.25, scale: nil)
        let fine = BandLayout(edges: edges, binWidth: 15.625, scale: nil)
        #expect(coarse.centres == fine.centres)
        let slope = (sums(coarse) { 1 / Float($0 + 100) }, sums(fine) { 1 / (Float($0) / 2 + 100) })
        for (a, b) in zip(slope.0, slope.1) { #expect(abs(a / b - 1) < 0.02) }
    }

    @Test("bands too narrow for any bin are left out")
    func narrow() {
        let layout = BandLayout(edges: [101, 104, 107, 300, 500], binWidth: 10, scale: nil)
        #expect(layout.centres == [107, 300])
        for sum in sums(layout, { _ in 1 }) { #expect(abs(sum - 1) < 1e-5) }
    }
}
