// EvidenceMeter: what each frame says for or against somebody sounding there, by its own spectra.

/// Spectra of 32 ms in, evidence out, `delay` frames later.
struct EvidenceMeter {
    static let delay = BandFloorParameters.rule.delay + windowFrames
    /// The window is centred on the frame it describes when the next frame has come.
    static let windowFrames = 1

    private static let windowSeconds = 0.032
    private static let bandCount = 24
    private static let range = 60.0...7800.0
    private static let vowels = 200.0...4000.0
    /// One band in this many counts for the SNR: what is loud in a third of the bands is no single tone.
    private static let highest = 3
    private static let maximumSNR: Float = 40
    /// Frames that wait for the floor, and a few more.
    private static let waiting = delay + 4

    private(set) var spectrum: SpectrumFrames
    private let bands: BandLayout
    private let vowelBands: Range<Int>
    private var floor = BandFloor<BandLevels>(.rule)
    private var harmonicity: Harmonicity
    private var bandPower: [Float]
    /// Magnitudes of the bins that harmonicity looks at, a row per frame, waiting for the floor.
    private var magnitudes: RowRing
    private var levels = Ring<Float>(keeping: waiting, filledWith: 0)
    private var sounds = Ring<Bool>(keeping: waiting, filledWith: false)
    private var sorted = [Float](repeating: 0, count: bandCount)
    /// Frames of zeros before the first sound; they have no evidence.
    private(set) var leadingSilence = 0

    init(time: TimeBase) {
        // No zeros are added: bins are 31 Hz apart at every rate, and so are the harmonics they show.
        let width = RealFFT.smoothLength(atLeast: Int(Self.windowSeconds * Double(time.sampleRate)))
        spectrum = SpectrumFrames(sampleRate: time.sampleRate, width: width, length: width)
        let layout = BandLayout(
            edges: BandLayout.melEdges(
                count: Self.bandCount, range: Self.range, limit: Double(time.sampleRate) / 2),
            binWidth: spectrum.binWidth, scale: nil)
        vowelBands = layout.bands(centredIn: Self.vowels)
        bands = layout
        harmonicity = Harmonicity(
            binWidth: spectrum.binWidth, bins: spectrum.bins, bandCentres: bands.centres)
        bandPower = [Float](repeating: 0, count: bands.count)
        magnitudes = RowRing(keeping: Self.waiting, width: harmonicity.lags.binCount)
    }

    mutating func measureSpectra(by now: @escaping @Sendable () -> Int64) { spectrum.meter = SpectraMeter(now: now) }

    /// Takes the samples of one frame. The first one only fills the window.
    mutating func push(_ samples: [Float], count: Int, isFirst: Bool) {
        spectrum.push(samples, count: count)
        if isFirst { return }
        spectrum.transform()
        bands.apply(spectrum.power, into: &bandPower)
        var loudest: Float = 0
        for power in bandPower { loudest = max(loudest, power) }
        if loudest <= 0 && !floor.hasSound {
            leadingSilence += 1
            return
        }
        var bandLevels = BandLevels(repeating: -.infinity)
        for band in 0..<bands.count { bandLevels[band] = flooredDecibels(bandPower[band]) }
        floor.push(bandLevels, loudest: loudest > 0 ? flooredDecibels(loudest) : -.infinity)
        let row = magnitudes.start(of: levels.count)
        for index in 0..<harmonicity.lags.binCount {
            magnitudes.values[row + index] =
                spectrum.power[harmonicity.lags.firstBin + index].squareRoot()
        }
        levels.append(speechLevel())
        sounds.append(loudest > 0)
    }

    /// The next frame's evidence; `nil` while it is not known.
    mutating func next(isLast: Bool) -> FrameEvidence? {
        let frame = floor.resolved
        guard let snr = floor.next(isLast: isLast)?.snr else { return nil }
        var evidence = FrameEvidence(level: levels[frame], hasSound: sounds[frame])
        evidence.snr = meanOfHighest(snr)
        if evidence.hasSound {
            evidence.harmonicity = harmonicity.measure(
                magnitudes.values, at: magnitudes.start(of: frame), gains: snr.wienerGain(of: .power))
        }
        return evidence
    }

    /// The mean of fourth roots lets every band speak, as hearing does; a mean of powers would follow the loudest.
    private func speechLevel() -> Float {
        var sum: Float = 0
        for band in vowelBands { sum += bandPower[band].squareRoot().squareRoot() }
        return 4 * flooredDecibels(sum / Float(max(vowelBands.count, 1)))
    }

    /// The mean of the third of the bands that is highest above the floor, each at most `maximumSNR`.
    private mutating func meanOfHighest(_ snr: BandLevels) -> Float {
        for band in 0..<bands.count {
            let new = min(max(snr[band], 0), Self.maximumSNR)
            var place = band
            while place > 0 && sorted[place - 1] < new {
                sorted[place] = sorted[place - 1]
                place -= 1
            }
            sorted[place] = new
        }
        let count = max(1, (bands.count + Self.highest / 2) / Self.highest)
        var sum: Float = 0
        for index in 0..<count { sum += sorted[index] }
        return sum / Float(count)
    }
}

extension FrameEvidence {
    private static let fullSNR: Float = 20

    /// Harmonicity counts in full only for what is well above the noise, where chance periodicity is rare.
    var voicing: Float { harmonicity * min(snr, Self.fullSNR) / Self.fullSNR }
}

extension BandFloorParameters {
    /// For frames of 10 ms: 200 ms ahead, 5 dB/s.
    static let rule = BandFloorParameters(
        smoothing: 2, lookAhead: 20, rise: 0.05, past: 80, dynamicRange: 57, peak: PeakFollower(fall: 0.01))
}
