// SpectralFlux: how much the spectrum rises from frame to frame, whatever the gain.

import Foundation

/// SuperFlux (Böck & Widmer, "Maximum Filter Vibrato Suppression for Onset Detection", DAFx 2013) with a causal gain:
/// bands are compressed relative to a reference level that follows the loudest of the recent past and the next 100 ms,
/// so scaling the memo scales both and changes nothing.
struct SpectralFlux {
    /// Frames by which the flux comes later than its spectrum.
    static let delay = 10

    /// Half the window, in seconds: 2048 samples at 48 kHz, as most published detectors use.
    private static let halfWindow = 16.0 / 750
    private static let bandsPerOctave = 24
    private static let range = 30.0...11_000.0
    /// What is above this share of half the sample rate was shaped by the recorder's filter.
    private static let usableShare = 0.98
    /// Compression: log(1 + 50 · band / reference).
    private static let compression: Float = 50
    /// A band is compared with the largest value 20 to 40 ms before, in itself and its neighbours (vibrato).
    private static let lags = 2...4
    /// dB per second by which the reference falls, and how far below the loudest frame so far it may.
    private static let fallPerSecond = 3.0
    private static let deepestFall = 30.0
    /// Bands whose ratios are multiplied before one logarithm is taken; four ratios stay far within Float.
    private static let bandsPerLogarithm = 4

    private static let decadesPerOctave: Float = 0.301_030

    /// From a frame's last sample back to its centre, in seconds.
    let centreOffset: Double
    private(set) var spectrum: SpectrumFrames
    private let bands: BandLayout
    private let firstBin: Int
    private let meanSquarePerPower: Float
    private let fallPerFrame = Float(pow(10, -fallPerSecond / 20 / Double(TimeBase.framesPerSecond)))
    private let deepest = Float(pow(10, -deepestFall / 20))
    /// The first frame whose window lies inside the memo.
    private let firstWholeFrame: Int
    private var magnitude: [Float]
    private var reference: Float = 0
    private var loudest: Float = 0
    /// Band values of the last frames, one row each.
    private var history: [Float]
    private let rows = delay + lags.upperBound + 1
    /// Largest of the past per band, with one place of margin on both sides that spares a test.
    private var past: [Float]
    private var frames = 0

    init(time: TimeBase) {
        let half = Int((Double(time.sampleRate) * Self.halfWindow).rounded())
        spectrum = SpectrumFrames(
            sampleRate: time.sampleRate, width: 2 * half, length: RealFFT.fastLength(atLeast: 2 * half))
        firstWholeFrame = (2 * half + time.sample(ofFrame: 1) - 1) / time.sample(ofFrame: 1) - 1
        centreOffset = time.seconds(samples: half)
        let top = min(Self.range.upperBound, Self.usableShare * Double(time.sampleRate) / 2)
        let grid = Double(time.sampleRate) / Double(2 * half)
        bands = BandLayout(
            edges: BandLayout.logarithmicEdges(
                perOctave: Self.bandsPerOctave, range: Self.range.lowerBound...top, grid: grid),
            binWidth: spectrum.binWidth, scale: spectrum.binWidth / grid)
        // Below the lowest band there is only rumble and offset: it must not count as loudness.
        firstBin = max(1, Int((Self.range.lowerBound / spectrum.binWidth).rounded(.up)))
        meanSquarePerPower = spectrum.meanSquarePerPower
        magnitude = [Float](repeating: 0, count: bands.binsNeeded)
        history = [Float](repeating: 0, count: rows * bands.count)
        past = [Float](repeating: 0, count: bands.count + 2)
    }

    mutating func measureSpectra(by now: @escaping @Sendable () -> Int64) { spectrum.meter = SpectraMeter(now: now) }

    /// Takes the samples of one frame. Returns the flux of the frame `delay` frames ago, once there is one.
    mutating func push(_ samples: [Float], count: Int) -> Float? {
        spectrum.push(samples, count: count)
        spectrum.transform()
        follow()
        bands.apply(magnitude, into: &history, at: frames % rows * bands.count)
        frames += 1
        return frames > Self.delay ? flux(of: frames - 1 - Self.delay) : nil
    }

    /// Flux of the frames that are still waiting at the end of the memo.
    mutating func remaining() -> [Float] {
        (max(0, frames - Self.delay)..<frames).map { flux(of: $0) }
    }

    /// Magnitudes, and the level that bands are measured against.
    private mutating func follow() {
        spectrum.magnitudes(into: &magnitude, count: bands.binsNeeded)
        let rms = (spectrum.sumOfPower(from: firstBin) * meanSquarePerPower).squareRoot()
        loudest = max(loudest, rms)
        reference = max(reference * fallPerFrame, rms, loudest * deepest)
    }

    /// Mean over the bands of the rise of log(1 + 50 · band / reference), in powers of ten.
    private mutating func flux(of frame: Int) -> Float {
        guard reference > 0 else { return 0 }
        let count = bands.count
        for index in past.indices { past[index] = 0 }
        for lag in Self.lags {
            // What was before the memo sounded like the room does a moment later: that a recording begins is no onset.
            // The same stands in for frames whose window began before it.
            let later = min(frame + Self.delay, frames - 1) - (lag - Self.lags.lowerBound)
            let earlier = frame - lag >= firstWholeFrame ? frame - lag : max(0, later)
            let row = earlier % rows * count
            for band in 0..<count { past[band + 1] = max(past[band + 1], history[row + band]) }
        }
        let now = frame % rows * count
        var sum: Float = 0
        var product: Float = 1
        for band in 0..<count {
            let before = max(past[band], past[band + 1], past[band + 2])
            let ratio =
                (reference + Self.compression * history[now + band]) / (reference + Self.compression * before)
            product *= max(ratio, 1)
            if (band + 1) % Self.bandsPerLogarithm == 0 {
                sum += log2f(product)
                product = 1
            }
        }
        return (sum + log2f(product)) * Self.decadesPerOctave / Float(max(count, 1))
    }
}
