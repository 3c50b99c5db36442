// FrameSpectrum: the one spectrum per frame that onsets and speech are heard in.

/// Magnitudes under a Hann window of 43 ms that ends with the newest frame. One transform serves all detectors: it is the
/// dearest step of the analysis.
package struct FrameSpectrum {
    /// Half the window, in seconds: 2048 samples at 48 kHz, as most published onset detectors use.
    private static let halfWindow = 16.0 / 750
    /// Detectors look no higher, in Hz.
    static let highest = 11_000.0
    /// Below there is only rumble and offset, which must not count as loudness, in Hz.
    static let lowest = 30.0

    let time: TimeBase
    private(set) var frames: SpectrumFrames
    /// |X| from 0 Hz on, up to `highest`; a full-scale sine on a bin gives 1.
    private(set) var magnitude: [Float]
    /// Root mean square of what is under the window, above `lowest`.
    private(set) var rms: Float = 0
    /// From a frame's last sample back to its window's centre, in seconds.
    let centreOffset: Double
    /// The first frame whose window lies inside the memo.
    let firstWholeFrame: Int
    /// Hz from bin to bin before zeros are added: what the window can tell apart.
    let resolution: Double
    private let firstBin: Int
    private let meanSquarePerPower: Float

    init(time: TimeBase) {
        self.time = time
        let half = Int((Double(time.sampleRate) * Self.halfWindow).rounded())
        frames = SpectrumFrames(
            sampleRate: time.sampleRate, width: 2 * half, length: RealFFT.fastLength(atLeast: 2 * half))
        firstWholeFrame = (2 * half + time.sample(ofFrame: 1) - 1) / time.sample(ofFrame: 1) - 1
        centreOffset = time.seconds(samples: half)
        resolution = Double(time.sampleRate) / Double(2 * half)
        firstBin = max(1, Int((Self.lowest / frames.binWidth).rounded(.up)))
        meanSquarePerPower = frames.meanSquarePerPower
        magnitude = [Float](
            repeating: 0, count: min(frames.bins, Int((Self.highest / frames.binWidth).rounded(.up)) + 1))
    }

    var binWidth: Double { frames.binWidth }

    /// Takes the mono samples of one frame and looks at the newest 43 ms.
    mutating func push(_ samples: [Float], count: Int) {
        frames.push(samples, count: count)
        rms = (frames.transform(into: &magnitude, sumFrom: firstBin) * meanSquarePerPower).squareRoot()
    }

    mutating func measureSpectra(by now: @escaping @Sendable () -> Int64) { frames.meter = SpectraMeter(now: now) }
    var spectraNanoseconds: Int64 { frames.meter?.nanoseconds ?? 0 }
}
