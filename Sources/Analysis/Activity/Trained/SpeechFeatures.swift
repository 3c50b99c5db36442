// SpeechFeatures: what the trained net is told about each step of 20 ms.

import Foundation

/// The numbers of one step, in the order that the net was trained with. None depends on the memo's gain.
///
/// 0…23: bands above the room, in units of 10 dB. 24, 25: level below the loudest of the last seconds, and of the memo. 26: the
/// loudest above the room. 27: level above the room. 28, 29: periodicity, plain and above the room. 30: octaves of its lag from
/// 6 ms. 31: mean rise of the bands since the step before.
enum StepFeatures {
    static let count = 32
    static let bandCount = 24
}

/// Spectra in, the features of steps out. At a rate that has no sound in a band, that band counts as room.
package struct SpeechFeatureMeter {
    package static let featureCount = StepFeatures.count
    /// Frames in a step.
    static let framesPerStep = 2
    static let secondsPerStep = Double(framesPerStep) * TimeBase.secondsPerFrame
    /// The window is centred on a step when one more step has come.
    static let windowSteps = 1
    /// Steps by which features come later than the sound.
    static let delay = BandFloorParameters.trained.delay + windowSteps

    private static let range = 60.0...7800.0
    private static let unit: Float = 10
    private static let bounds: ClosedRange<Float> = -0.5...4
    private static let rows = 32
    /// Where vowels are loud, in Hz.
    private static let vowels = 200.0...4000.0
    /// Weight of the slope's level in that of vowels: what blurs less has a say, too.
    private static let slopeShare: Float = 1.0 / 3
    /// dB of nothing at all.
    private static let quiet: Float = -280

    private let bands: BandLayout
    private var floor = BandFloor<BandLevels>(.trained)
    private var broadFloor = BandFloor<Float>(.trained)
    private var periodicity: Periodicity
    /// Sums over the frames of each step, a row per step, of the bins that periodicity looks at; they wait for the floor.
    private var magnitudes: [Float]
    private let vowelBands: Range<Int>
    /// The bands of a frame, and zeros where there are none.
    private var frameBands = [Float](repeating: 0, count: BandLevels.most)
    /// Their sums over the frames of the step that is under way.
    private var stepBands = BandLevels()
    /// 1 in lanes of bands that there are.
    private let present: BandLevels
    /// Level of vowels in each frame, in dB.
    private var vowelLevels = [Float](repeating: 0, count: rows * framesPerStep)
    private var sounds = [Bool](repeating: false, count: rows)
    private var before = BandLevels()
    private var recentPeak = PeakFollower.ofSteps(fallPerSecond: 2)
    private var longPeak = PeakFollower.ofSteps(fallPerSecond: 0.3)
    private var frames = 0
    private var pushed = 0
    /// Steps of zeros before the first sound; they have no features.
    private(set) var leadingSilence = 0

    package init(spectrum: FrameSpectrum) {
        let layout = BandLayout(
            edges: BandLayout.melEdges(
                count: StepFeatures.bandCount, range: Self.range, limit: Double(spectrum.time.sampleRate) / 2),
            binWidth: spectrum.binWidth, scale: nil)
        bands = layout
        vowelBands = layout.bands(centredIn: Self.vowels)
        var present = BandLevels()
        for band in 0..<layout.count { present[band] = 1 }
        self.present = present
        periodicity = Periodicity(
            binWidth: spectrum.binWidth, bins: spectrum.magnitude.count, bandCentres: layout.centres)
        magnitudes = [Float](repeating: 0, count: Self.rows * periodicity.lags.binCount)
    }

    /// Of the step whose features were given last: how far it is above the room, in dB; the periodicity, 0…1, of what is; and
    /// whether there was anything but zeros.
    private(set) var height: Float = 0
    private(set) var harmonicity: Float = 0
    private(set) var hasSound = false
    /// And of each of its frames, the level of vowels in dB.
    private(set) var vowelLevel = SIMD2<Float>()

    /// Takes a frame. The first step of frames only fills the window.
    /// - Parameter slopeLevel: as `SlopeLevel` gives it; only syllables need it.
    package mutating func push(_ spectrum: FrameSpectrum, slopeLevel: Float = 0) {
        frames += 1
        guard frames > Self.windowSteps * Self.framesPerStep else { return }
        let isSecond = frames.isMultiple(of: Self.framesPerStep)
        let row = pushed % Self.rows
        let voice = periodicity.lags.firstBin..<periodicity.lags.firstBin + periodicity.lags.binCount
        if isSecond {
            add(spectrum.magnitude, voice, to: &magnitudes, at: row * voice.count)
        } else {
            copy(spectrum.magnitude, voice, into: &magnitudes, at: row * voice.count)
        }
        bands.apply(spectrum.magnitude, into: &frameBands)
        stepBands = isSecond ? stepBands + BandLevels(frameBands) : BandLevels(frameBands)
        vowelLevels[row * Self.framesPerStep + (isSecond ? 1 : 0)] =
            (1 - Self.slopeShare) * Self.vowelLevel(frameBands, vowelBands) + Self.slopeShare * slopeLevel
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
        sounds[pushed % Self.rows] = largest > 0
        pushed += 1
    }

    /// Writes the features of the next step; false while they are not known.
    package mutating func next(isLast: Bool, into values: inout [Float]) -> Bool {
        let step = floor.resolved
        guard let bandRoom = floor.next(isLast: isLast), let broadRoom = broadFloor.next(isLast: isLast) else {
            return false
        }
        let row = step % Self.rows
        let heights = bandRoom.heights
        if step == 0 { before = bandRoom.levels }
        let rises = bandRoom.levels - before
        before = bandRoom.levels
        (heights * (1 / Self.unit)).clamped(Self.bounds.lowerBound, Self.bounds.upperBound).store(into: &values)
        for band in bands.count..<StepFeatures.bandCount { values[band] = 0 }
        let rise = ((rises * (1 / Self.unit)).clamped(0, Self.bounds.upperBound) * present).sum
        let (level, roomLevel) = (broadRoom.levels, broadRoom.floor)
        values[24] = max(level - recentPeak.value, -50) / Self.unit
        values[25] = max(level - longPeak.value, -50) / Self.unit
        values[26] = (longPeak.value - roomLevel) / Self.unit
        values[27] = min((level - roomLevel) / Self.unit, Self.bounds.upperBound)
        let periodic =
            sounds[row]
            ? periodicity.measure(
                magnitudes, at: row * periodicity.lags.binCount, gains: heights.shareAboveRoom(of: .magnitude))
            : Periodicity.Answer()
        values[28] = periodic.plain
        values[29] = periodic.aboveRoom
        height = level - roomLevel
        hasSound = sounds[row]
        for frame in 0..<Self.framesPerStep { vowelLevel[frame] = vowelLevels[row * Self.framesPerStep + frame] }
        harmonicity = periodic.aboveRoom
        values[30] = periodic.lagOctaves
        values[31] = rise / Float(max(bands.count, 1))
        return true
    }

    /// dB of twice a magnitude: the sum over a step.
    private static func level(_ sum: Float) -> Float { 2 * flooredDecibels(sum / 2) }
}

extension PeakFollower {
    /// For levels of steps. 4 dB a step lets it climb 60 dB within the look-ahead of the floor, so speech is met in full; a
    /// click, which fills three steps, moves it by 12 dB.
    static func ofSteps(fallPerSecond: Double) -> PeakFollower {
        PeakFollower(
            fall: Float(fallPerSecond * SpeechFeatureMeter.secondsPerStep), mostRise: 4, startBelow: 30)
    }
}

/// All features of a memo at once, for training and tests.
package enum SpeechFeatures {
    /// - Parameter samples: mono.
    /// - Returns: `StepFeatures.count` values per step of 20 ms; zeros for steps before the first sound.
    package static func ofWholeMemo(_ samples: [Float], sampleRate: Int) -> [Float] {
        let time = TimeBase(sampleRate: sampleRate)
        var spectrum = FrameSpectrum(time: time)
        var meter = SpeechFeatureMeter(spectrum: spectrum)
        let frames = samples.count * TimeBase.framesPerSecond / sampleRate
        let wanted = frames / SpeechFeatureMeter.framesPerStep * StepFeatures.count
        var result: [Float] = []
        result.reserveCapacity(wanted)
        var values = [Float](repeating: 0, count: StepFeatures.count)
        for frame in 0..<frames + SpeechFeatureMeter.framesPerStep * SpeechFeatureMeter.windowSteps {
            let range = time.sample(ofFrame: frame)..<time.sample(ofFrame: frame + 1)
            let inside = range.clamped(to: 0..<samples.count)
            let block = Array(samples[inside]) + [Float](repeating: 0, count: range.count - inside.count)
            spectrum.push(block, count: block.count)
            meter.push(spectrum)
            while meter.next(isLast: false, into: &values) { result.append(contentsOf: values) }
        }
        while meter.next(isLast: true, into: &values) { result.append(contentsOf: values) }
        result.insert(
            contentsOf: [Float](repeating: 0, count: meter.leadingSilence * StepFeatures.count), at: 0)
        return Array(result.prefix(wanted))
    }
}
