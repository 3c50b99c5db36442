// SpectralFlux: how much the spectrum rises from frame to frame, whatever the gain.

import Foundation

/// SuperFlux (Böck & Widmer, "Maximum Filter Vibrato Suppression for Onset Detection", DAFx 2013) with a causal gain:
/// bands are compressed relative to a reference level that follows the loudest of the recent past and the next 100 ms,
/// so scaling the memo scales both and changes nothing.
struct SpectralFlux {
    /// Frames by which the flux comes later than its spectrum.
    static let delay = 10

    private static let bandsPerOctave = 24
    /// What is above this fraction of half the sample rate was shaped by the recorder's filter.
    private static let usableFraction = 0.98
    /// Compression: log(1 + 50 · band / reference).
    private static let compression: Float = 50
    /// A band is compared with the largest value 20 to 40 ms before, in itself and its neighbours (vibrato).
    private static let lags = SIMD3(2, 3, 4)
    /// dB per second by which the reference falls, and how far below the loudest frame so far it may.
    private static let fallPerSecond = 3.0
    private static let deepestFall = 30.0
    /// Ratios that are multiplied before a logarithm is taken; four stay far within Float.
    private static let ratiosPerLogarithm = 4
    private static let decadesPerOctave: Float = 0.301_030

    private let bands: BandLayout
    private let fallPerFrame = Float(pow(10, -fallPerSecond / 20 / Double(TimeBase.framesPerSecond)))
    private let deepest = Float(pow(10, -deepestFall / 20))
    /// The first frame whose window lies inside the memo.
    private let firstWholeFrame: Int
    private var reference: Float = 0
    private var loudest: Float = 0
    /// Band values of the last frames, one row each: a whole number of fours; the last may be zeros.
    private var history: RowRing
    /// Largest of the past per band, with margins on both sides that spare tests.
    private var past: [Float]
    private var frames = 0

    init(spectrum: FrameSpectrum) {
        firstWholeFrame = spectrum.firstWholeFrame
        let top = min(FrameSpectrum.highest, Self.usableFraction * Double(spectrum.time.sampleRate) / 2)
        bands = BandLayout(
            edges: BandLayout.logarithmicEdges(
                perOctave: Self.bandsPerOctave, range: FrameSpectrum.lowest...top, grid: spectrum.resolution),
            binWidth: spectrum.binWidth, scale: spectrum.binWidth / spectrum.resolution)
        history = RowRing(keeping: Self.delay + Self.lags.z + 1, width: (bands.count + 3) / 4 * 4)
        past = [Float](repeating: 0, count: history.width + 4)
    }

    /// Takes a frame. Returns the flux of the frame `delay` frames ago, once there is one.
    mutating func push(_ spectrum: FrameSpectrum) -> Float? {
        loudest = max(loudest, spectrum.rms)
        reference = max(reference * fallPerFrame, spectrum.rms, loudest * deepest)
        bands.apply(spectrum.magnitude, into: &history.values, at: history.start(of: frames))
        frames += 1
        return frames > Self.delay ? flux(of: frames - 1 - Self.delay) : nil
    }

    /// Flux of the frames that are still waiting at the end of the memo.
    mutating func remaining() -> [Float] {
        (max(0, frames - Self.delay)..<frames).map { flux(of: $0) }
    }

    /// Mean over the bands of the rise of log(1 + 50 · band / reference), in powers of ten.
    private mutating func flux(of frame: Int) -> Float {
        guard reference > 0, bands.count > 0 else { return 0 }
        findPast(of: frame)
        let (now, width) = (history.start(of: frame), history.width)
        let history = history.values.span
        let past = past.span
        let reference = SIMD4<Float>(repeating: reference)
        var sums = SIMD4<Float>()
        var products = SIMD4<Float>(repeating: 1)
        var waiting = 0
        var band = 0
        while band < width {
            let before = higher(higher(quad(past, band), quad(past, band &+ 1)), quad(past, band &+ 2))
            let ratio =
                (reference + Self.compression * quad(history, now &+ band)) / (reference + Self.compression * before)
            products *= higher(ratio, SIMD4(repeating: 1))
            waiting &+= 1
            if waiting == Self.ratiosPerLogarithm {
                sums += log2(products)
                products = SIMD4(repeating: 1)
                waiting = 0
            }
            band &+= 4
        }
        return (sums + log2(products)).sum() * Self.decadesPerOctave / Float(bands.count)
    }

    /// Writes the largest of the past. What was before the memo sounded like the noise floor a moment later: that a recording
    /// begins is no onset. The same stands in for frames whose window began before it.
    private mutating func findPast(of frame: Int) {
        var starts = SIMD3<Int>()
        for index in 0..<Self.lags.scalarCount {
            let lag = Self.lags[index]
            let later = min(frame + Self.delay, frames - 1) - (lag - Self.lags.x)
            starts[index] = history.start(of: frame - lag >= firstWholeFrame ? frame - lag : max(0, later))
        }
        Self.largest(of: history.values, at: starts, count: history.width, into: &past)
    }

    /// The largest of three rows, one place further on.
    private static func largest(of history: [Float], at starts: SIMD3<Int>, count: Int, into past: inout [Float]) {
        let history = history.span
        var past = past.mutableSpan
        var band = 0
        while band < count {
            let newer = higher(quad(history, starts.x &+ band), quad(history, starts.y &+ band))
            store(higher(newer, quad(history, starts.z &+ band)), into: &past, band &+ 1)
            band &+= 4
        }
    }
}
