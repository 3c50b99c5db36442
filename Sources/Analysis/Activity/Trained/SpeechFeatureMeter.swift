// SpeechFeatureMeter: spectra become what the trained net is told about each step of 20 ms.

import Foundation

/// Spectra in, the features of steps out. At a rate that has no sound in a band, that band counts as noise.
package struct SpeechFeatureMeter {
    /// The window is centred on a step when one more step has come.
    static let windowSteps = 1
    /// Steps by which features come later than the sound.
    static let delay = BandFloorParameters.trained.delay + windowSteps

    private static let range = 60.0...7800.0
    private static let unit: Float = 10
    private static let bounds: ClosedRange<Float> = -0.5...4
    /// Steps that wait for the floor, and a few more.
    private static let waiting = delay + 4
    /// Where vowels are loud, in Hz.
    private static let vowels = 200.0...4000.0
    /// Weight of the level after pre-emphasis in that of vowels: what blurs less has a say, too.
    private static let preEmphasisWeight: Float = 1.0 / 3
    /// dB of nothing at all.
    private static let quiet: Float = -280

    private let bands: BandLayout
    private var floor = BandFloor<BandLevels>(.trained)
    private var broadFloor = BandFloor<Float>(.trained)
    private var periodicity: Periodicity
    /// Sums over the frames of each step, a row per step, of the bins that periodicity looks at; they wait for the floor.
    private var magnitudes: RowRing
    private let vowelBands: Range<Int>
    /// The bands of a frame, and zeros where there are none.
    private var frameBands = [Float](repeating: 0, count: BandLevels.capacity)
    /// Their sums over the frames of the step that is under way.
    private var stepBands = BandLevels()
    /// 1 in lanes of bands that there are.
    private let present: BandLevels
    /// Level of vowels in each frame, in dB.
    private var vowelLevels = Ring<Float>(keeping: waiting * TimeBase.framesPerStep, filledWith: 0)
    private var sounds = Ring<Bool>(keeping: waiting, filledWith: false)
    private var before = BandLevels()
    private var recentPeak = PeakFollower.ofSteps(fallPerSecond: 2)
    private var longPeak = PeakFollower.ofSteps(fallPerSecond: 0.3)
    private var frames = 0
    /// Steps of zeros before the first sound; they have no features.
    private(set) var leadingSilence = 0

    package init(spectrum: FrameSpectrum) {
        let layout = BandLayout(
            edges: BandLayout.melEdges(
                count: SpeechFeature.bandSNR.count, range: Self.range, limit: Double(spectrum.time.sampleRate) / 2),
            binWidth: spectrum.binWidth, scale: nil)
        bands = layout
        vowelBands = layout.bands(centredIn: Self.vowels)
        var present = BandLevels()
        for band in 0..<layout.count { present[band] = 1 }
        self.present = present
        periodicity = Periodicity(
            binWidth: spectrum.binWidth, bins: spectrum.magnitude.count, bandCentres: layout.centres)
        magnitudes = RowRing(keeping: Self.waiting, width: periodicity.lags.binCount)
    }

    /// Of the step whose features were given last: its SNR in dB; the periodicity, 0…1, of what is above the noise; and whether
    /// there was anything but zeros.
    private(set) var snr: Float = 0
    private(set) var harmonicity: Float = 0
    private(set) var hasSound = false
    /// And of each of its frames, the level of vowels in dB.
    private(set) var vowelLevel = SIMD2<Float>()

    /// Takes a frame. The first step of frames only fills the window.
    /// - Parameter preEmphasisLevel: as `PreEmphasisLevel` gives it; only syllables need it.
    package mutating func push(_ spectrum: FrameSpectrum, preEmphasisLevel: Float = 0) {
        frames += 1
        guard frames > Self.windowSteps * TimeBase.framesPerStep else { return }
        let isSecond = frames.isMultiple(of: TimeBase.framesPerStep)
        let row = magnitudes.start(of: sounds.count)
        let voice = periodicity.lags.firstBin..<periodicity.lags.firstBin + periodicity.lags.binCount
        if isSecond {
            add(spectrum.magnitude, voice, to: &magnitudes.values, at: row)
        } else {
            copy(spectrum.magnitude, voice, into: &magnitudes.values, at: row)
        }
        bands.apply(spectrum.magnitude, into: &frameBands)
        stepBands = isSecond ? stepBands + BandLevels(frameBands) : BandLevels(frameBands)
        vowelLevels[sounds.count * TimeBase.framesPerStep + (isSecond ? 1 : 0)] =
            (1 - Self.preEmphasisWeight) * Self.vowelLevel(frameBands, vowelBands)
            + Self.preEmphasisWeight * preEmphasisLevel
        if isSecond { takeStep() }
    }

    /// The mean of fourth roots of power lets every bin speak, as hearing does; a mean of powers would follow the loudest.
    private static func vowelLevel(_ magnitude: [Float], _ bins: Range<Int>) -> Float {
        precondition(bins.upperBound <= magnitude.count)
        let magnitude = magnitude.span
        var sums = SIMD4<Float>()
        var bin = bins.lowerBound
        while bin &+ 4 <= bins.upperBound {
            sums += squareRoot(quad(magnitude, bin))
            bin &+= 4
        }
        var sum = sums.sum()
        while bin < bins.upperBound {
            sum += magnitude[unchecked: bin].squareRoot()
            bin &+= 1
        }
        return 4 * flooredDecibels(sum / Float(max(bins.count, 1)))
    }

    private mutating func takeStep() {
        let largest = stepBands.largest
        if largest <= 0 && longPeak.value == -.infinity {
            leadingSilence += 1
            return
        }
        // dB of twice a magnitude: the sum over a step.
        floor.push(
            stepBands.map { flooredDecibels($0 * 0.5) * 2 },
            loudest: largest > 0 ? Self.level(largest) : Self.quiet)
        let level = Self.level(stepBands.sum / Float(max(bands.count, 1)))
        recentPeak.follow(level)
        longPeak.follow(level)
        broadFloor.push(level, loudest: level)
        sounds.append(largest > 0)
    }

    /// Writes the features of the next step; false while they are not known.
    package mutating func next(isLast: Bool, into values: inout [Float]) -> Bool {
        let step = floor.resolved
        guard let bandNoise = floor.next(isLast: isLast), let broadNoise = broadFloor.next(isLast: isLast) else {
            return false
        }
        let bandSNR = bandNoise.snr
        if step == 0 { before = bandNoise.levels }
        let rises = bandNoise.levels - before
        before = bandNoise.levels
        (bandSNR * (1 / Self.unit)).clamped(Self.bounds.lowerBound, Self.bounds.upperBound).store(into: &values)
        for band in bands.count..<SpeechFeature.bandSNR.upperBound { values[band] = 0 }
        let rise = ((rises * (1 / Self.unit)).clamped(0, Self.bounds.upperBound) * present).sum
        let (level, noise) = (broadNoise.levels, broadNoise.floor)
        values[SpeechFeature.levelBelowRecentPeak] = max(level - recentPeak.value, -50) / Self.unit
        values[SpeechFeature.levelBelowLongPeak] = max(level - longPeak.value, -50) / Self.unit
        values[SpeechFeature.peakSNR] = (longPeak.value - noise) / Self.unit
        values[SpeechFeature.snr] = min((level - noise) / Self.unit, Self.bounds.upperBound)
        let periodic =
            sounds[step]
            ? periodicity.measure(
                magnitudes.values, at: magnitudes.start(of: step), gains: bandSNR.wienerGain(of: .magnitude))
            : Periodicity.Answer()
        values[SpeechFeature.periodicity] = periodic.plain
        values[SpeechFeature.periodicityAboveNoise] = periodic.aboveNoise
        snr = level - noise
        hasSound = sounds[step]
        for frame in 0..<TimeBase.framesPerStep {
            vowelLevel[frame] = vowelLevels[step * TimeBase.framesPerStep + frame]
        }
        harmonicity = periodic.aboveNoise
        values[SpeechFeature.lagOctaves] = periodic.lagOctaves
        values[SpeechFeature.bandRise] = rise / Float(max(bands.count, 1))
        return true
    }

    /// dB of twice a magnitude: the sum over a step.
    private static func level(_ sum: Float) -> Float { 2 * flooredDecibels(sum / 2) }
}

extension BandFloorParameters {
    /// For steps of 20 ms: 280 ms ahead, 5 dB/s. The net sees for itself that the noise became louder.
    static let trained = BandFloorParameters(
        smoothing: 1, lookAhead: 14, rise: 0.1, past: 0, dynamicRange: 50, peak: .ofSteps(fallPerSecond: 0.3))
}

extension PeakFollower {
    /// For levels of steps. 4 dB a step lets it climb 60 dB within the look-ahead of the floor, so speech is met in full; a
    /// click, which fills three steps, moves it by 12 dB.
    static func ofSteps(fallPerSecond: Double) -> PeakFollower {
        PeakFollower(
            fall: Float(fallPerSecond * TimeBase.secondsPerStep), maximumRise: 4, startBelow: 30)
    }
}
