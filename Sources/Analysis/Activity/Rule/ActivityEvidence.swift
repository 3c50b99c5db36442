// ActivityEvidence: what each frame says for or against somebody sounding there.

/// Evidence of one frame.
struct FrameEvidence: Equatable {
    /// Mean of the third of the bands that is highest above the floor, each at most 40, in dB.
    var height: Float = 0
    /// 0…1.
    var harmonicity: Float = 0
    /// Intensity of the bands that carry vowels, in dB; for counting syllables.
    var level: Float = -140
    /// Whether there was anything but zeros.
    var hasSound = false

    /// Harmonicity counts in full only for what is well above the room, where chance periodicity is rare.
    var voicing: Float { harmonicity * min(height, Self.fullHeight) / Self.fullHeight }

    private static let fullHeight: Float = 20
}

/// Spectra of 32 ms in, evidence out, `delay` frames later.
struct EvidenceMeter {
    static let delay = BandFloorParameters.rule.delay + windowFrames
    /// The window is centred on the frame it describes when the next frame has come.
    static let windowFrames = 1

    private static let windowSeconds = 0.032
    private static let bandCount = 24
    private static let range = 60.0...7800.0
    private static let vowels = 200.0...4000.0
    /// One band in this many counts for the height: what is loud in a third of the bands is no single tone.
    private static let highest = 3
    private static let mostHeight: Float = 40
    private static let rows = 64

    private(set) var spectrum: SpectrumFrames
    private let bands: BandLayout
    private let vowelBands: Range<Int>
    private var floor = BandFloor<BandLevels>(.rule)
    private var harmonicity: Harmonicity
    private var bandPower: [Float]
    /// Magnitudes of the bins that harmonicity looks at, a row per frame, waiting for the floor.
    private var magnitudes: [Float]
    private var levels = [Float](repeating: 0, count: rows)
    private var sounds = [Bool](repeating: false, count: rows)
    private var sorted = [Float](repeating: 0, count: bandCount)
    private var pushed = 0
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
        magnitudes = [Float](repeating: 0, count: Self.rows * harmonicity.lags.binCount)
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
        var rows = BandLevels(repeating: -.infinity)
        for band in 0..<bands.count { rows[band] = flooredDecibels(bandPower[band]) }
        floor.push(rows, loudest: loudest > 0 ? flooredDecibels(loudest) : -.infinity)
        let row = pushed % Self.rows
        for index in 0..<harmonicity.lags.binCount {
            magnitudes[row * harmonicity.lags.binCount + index] =
                spectrum.power[harmonicity.lags.firstBin + index].squareRoot()
        }
        levels[row] = speechLevel()
        sounds[row] = loudest > 0
        pushed += 1
    }

    /// The next frame's evidence; `nil` while it is not known.
    mutating func next(isLast: Bool) -> FrameEvidence? {
        let row = floor.resolved % Self.rows
        guard let heights = floor.next(isLast: isLast)?.heights else { return nil }
        var evidence = FrameEvidence(level: levels[row], hasSound: sounds[row])
        evidence.height = meanOfHighest(heights)
        if evidence.hasSound {
            evidence.harmonicity = harmonicity.measure(
                magnitudes, at: row * harmonicity.lags.binCount,
                gains: heights.shareAboveRoom(of: .power))
        }
        return evidence
    }

    /// The mean of fourth roots lets every band speak, as hearing does; a mean of powers would follow the loudest.
    private func speechLevel() -> Float {
        var sum: Float = 0
        for band in vowelBands { sum += bandPower[band].squareRoot().squareRoot() }
        return 4 * flooredDecibels(sum / Float(max(vowelBands.count, 1)))
    }

    private mutating func meanOfHighest(_ heights: BandLevels) -> Float {
        for band in 0..<bands.count {
            let new = min(max(heights[band], 0), Self.mostHeight)
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
