// Analyzer: one incremental pass: samples go in, measurements come out.

/// Pushes blocks through every measurement. Blocks may have any size: the results do not depend on it. After the
/// arrays of results have grown, a block costs no allocation.
///
/// Results appear in `onsets`, `activity`, `segments` and `bloom` as soon as they are final, and `finish()` gives all of
/// them. Samples that are NaN, infinite or beyond ±10⁶ count as silence, and are counted. Onsets are late by at most 0.23 s, activity by at most 0.98 s, bloom by 5 ms.
public struct Analyzer {
    private let time: TimeBase
    private let parameters: AnalysisParameters
    private var hops: HopAssembler
    private var meter: LevelMeter
    private var bloomGenerator: Bloom
    private var overviewBuilder = OverviewBuilder()
    private var dropouts: DropoutFinder
    private var hum: HumFinder
    private var spectrum: FrameSpectrum
    private var onsetDetector: OnsetDetector
    private var activityDetector: ActivityDetector
    private var intervals = IntervalBuilder()
    private var segmenter: Segmenter
    private var waveform: WaveformPairs?
    private var spectrogram: SpectrogramBuilder?
    /// The mean of the channels since `dropMix()`, where that was asked for.
    public private(set) var mix: [Float] = []

    private var frame: [Float]
    private var frameFilled = 0
    private var frameHops = 0
    private var frameCount = 0
    private var framePower: Float = 0
    private var framePeak: Float = 0
    private var answers: [Bool] = []
    private var candidates: [NucleusCandidate] = []
    private var gate = NucleusGate()
    private var active = ActiveLevel()
    private var notedNonFiniteSamples = 0
    private var hasEnded = false

    public private(set) var onsets: [Onset] = []
    public private(set) var activity: [TimeSpan] = []
    public private(set) var segments: [Segment] = []
    public private(set) var bloom: BloomHistory
    /// Syllable nuclei inside the activity that is final.
    public private(set) var nuclei: [SyllableNucleus] = []

    /// - Parameters:
    ///   - sampleRate: 1000…768000 Hz.
    ///   - channels: 1…1024; analysis runs on their mean, level figures on each.
    /// - Throws: where one of these, or a parameter, is out of range.
    public init(
        sampleRate: Int, channels: Int, parameters: AnalysisParameters = AnalysisParameters()
    ) throws(AnalysisError) {
        try AnalysisError.check(.sampleRate, sampleRate, in: TimeBase.supportedRates)
        try AnalysisError.check(.channels, channels, in: HopAssembler.channelRange)
        try parameters.validate()
        self.init(time: TimeBase(sampleRate: sampleRate), channels: channels, validated: parameters)
    }

    private init(time: TimeBase, channels: Int, validated parameters: AnalysisParameters) {
        self.time = time
        self.parameters = parameters
        hops = HopAssembler(time: time, channels: channels)
        meter = LevelMeter(channels: channels)
        bloom = BloomHistory(
            framesPerSecond: parameters.bloomFramesPerSecond, keeping: parameters.keepsBloom ? .all : .ends)
        bloomGenerator = Bloom(
            time: time, framesPerSecond: parameters.bloomFramesPerSecond,
            parameters: Bloom.Parameters(reduceMotion: parameters.reduceMotion))
        dropouts = DropoutFinder(time: time)
        hum = HumFinder(time: time)
        spectrum = FrameSpectrum(time: time)
        onsetDetector = OnsetDetector(spectrum: spectrum)
        activityDetector = ActivityDetector(
            parameters.activityMethod, spectrum: spectrum, keepsEvidence: parameters.keepsEvidence)
        segmenter = Segmenter(
            time: time, parameters: parameters.segments,
            delay: parameters.activityMethod.delayFrames)
        waveform = parameters.samplesPerPixel.map { WaveformPairs(samplesPerPixel: $0) }
        if parameters.keepsSpectrogram { spectrogram = SpectrogramBuilder(spectrum: spectrum) }
        frame = [Float](repeating: 0, count: time.longestFrame + 1)
        answers.reserveCapacity(256)
        candidates.reserveCapacity(64)
    }

    /// Takes a block. One that is smaller than it claims, or that comes after `finish()`, is a mistake of the program.
    /// - Parameters:
    ///   - samples: interleaved, full scale at ±1.
    ///   - frames: how many of them count, in samples per channel.
    public mutating func push(_ samples: [Float], frames: Int) {
        precondition(!hasEnded, "the memo has ended: nothing can follow")
        precondition(frames >= 0 && frames <= samples.count / hops.channels, "the block is smaller than it claims")
        var position = 0
        while position < frames {
            if hops.fill(from: samples, frames: frames, position: &position) {
                takeHop()
                hops.advance()
            }
        }
    }

    /// Counts samples that were NaN or infinite before they were pushed as zeros.
    /// - Parameter count: 0….
    public mutating func note(nonFiniteSamples count: Int) {
        precondition(count >= 0, "a count is not negative")
        notedNonFiniteSamples += count
    }

    /// Forgets the mix so far, which somebody has taken.
    public mutating func dropMix() { mix.removeAll(keepingCapacity: true) }

    /// Times Fourier transforms from now on.
    /// - Parameter now: nanoseconds on any clock; called for few of them.
    public mutating func measureSpectra(by now: @escaping @Sendable () -> Int64) {
        spectrum.measureSpectra(by: now)
        activityDetector.measureSpectra(by: now)
    }

    /// Time that Fourier transforms take, in nanoseconds, estimated from a sample of them; waits for the processor are not in it.
    public var spectraNanoseconds: Int64 {
        spectrum.spectraNanoseconds + activityDetector.spectraNanoseconds
    }

    /// Starts over, as if newly made.
    public mutating func reset() {
        self = Analyzer(time: time, channels: hops.channels, validated: parameters)
    }

    /// Sound taken so far, in seconds.
    public var seconds: Double { time.seconds(samples: hops.frames) }

    /// Level figures so far.
    public var levels: LevelSummary {
        var summary = meter.summary
        summary.nonFiniteSamples = notedNonFiniteSamples + hops.nonFiniteSamples
        return summary
    }

    public var overview: WaveformOverview { overviewBuilder.overview }

    /// Ends the memo: what was waiting for its look-ahead is decided with what there is. To be called once.
    public mutating func finish() -> Measurements {
        precondition(!hasEnded, "a memo ends once")
        hasEnded = true
        let samples = hops.frames
        let duration = time.seconds(samples: samples)
        if hops.filled > 0 {
            hops.close()
            takeHop()
        }
        if frameFilled > 0 { takeFrame() }
        finishSpectrogram()
        onsetDetector.finish(into: &onsets)
        onsets.removeAll { $0.time >= duration }
        activityDetector.finish(frames: frameCount, spectrum: &spectrum, answers: &answers, nuclei: &candidates)
        settleAnswers()
        intervals.finish(duration: duration, into: &activity)
        segmenter.finish(samples: samples, into: &segments)
        waveform?.finish()
        return Measurements(
            sampleRate: time.sampleRate, channels: hops.channels, frames: samples, levels: levels,
            activeLevel: active.level, overview: overview, bloom: bloom, hasRings: !parameters.reduceMotion,
            onsets: onsets, activity: activity,
            segments: segments, nuclei: nuclei, hum: hum.finding, dropouts: dropouts.found, waveform: waveform,
            evidence: activityDetector.evidence, spectrogram: spectrogram?.spectrogram)
    }

    private mutating func takeHop() {
        let count = hops.filled
        meter.push(hops)
        let power = meter.hopMeanSquare
        bloomGenerator.push(meanSquare: power, count: count, into: &bloom)
        let (low, high) = extremesOfMix(count)
        overviewBuilder.push(low: low, high: high)
        dropouts.push(hops.mono, count: count, meanSquare: power)
        hum.push(hops.mono, count: count)
        waveform?.push(hops.mono, count: count)
        if parameters.keepsMix { mix.append(contentsOf: hops.mono[..<count]) }
        copy(hops.mono, 0..<count, into: &frame, at: frameFilled)
        frameFilled += count
        framePower += power * Float(count)
        framePeak = max(framePeak, meter.hopPeak)
        frameHops += 1
        if frameHops == TimeBase.hopsPerFrame { takeFrame() }
    }

    /// Smallest and largest mono sample of the hop. One channel has been looked at already.
    private func extremesOfMix(_ count: Int) -> (low: Float, high: Float) {
        if hops.channels == 1 { return meter.hopExtremes }
        let moments = SampleMoments(hops.mono, count: count)
        return (moments.lowest, moments.highest)
    }

    private mutating func takeFrame() {
        let meanSquare = framePower / Float(frameFilled)
        segmenter.push(meanSquare: meanSquare, peak: framePeak)
        active.push(meanSquare: meanSquare)
        spectrum.push(frame, count: frameFilled)
        spectrogram?.push(spectrum)
        onsetDetector.push(spectrum, into: &onsets)
        activityDetector.push(
            frame, count: frameFilled, spectrum: spectrum, answers: &answers, nuclei: &candidates)
        frameCount += 1
        frameFilled = 0
        frameHops = 0
        framePower = 0
        framePeak = 0
        settleAnswers()
    }

    /// The last columns are centred on the end of the memo. Silence for them goes through a spectrum of their own.
    private mutating func finishSpectrogram() {
        guard let reach = spectrogram?.reach else { return }
        var tail = spectrum
        let silence = [Float](repeating: 0, count: time.longestFrame)
        for _ in 0..<reach {
            tail.push(silence, count: silence.count)
            spectrogram?.push(tail)
        }
    }

    /// Hands final activity on to what is built from it.
    private mutating func settleAnswers() {
        for isActive in answers {
            intervals.push(isActive: isActive, into: &activity)
            segmenter.push(isActive: isActive, into: &segments)
            active.settle(isActive: isActive)
            gate.push(isActive: isActive)
        }
        answers.removeAll(keepingCapacity: true)
        gate.pass(&candidates, to: &nuclei)
    }

    /// Frames whose activity is final.
    var settledFrames: Int { intervals.frame }

    /// Up to where activity is final, in seconds.
    public var settledSeconds: Double { TimeBase.seconds(frames: settledFrames) }

    /// The stretch of activity that is under way, as far as it is final.
    public var openActivity: TimeSpan? { intervals.openStart.map { TimeSpan(start: $0, end: settledSeconds) } }

    /// What the frames after those that are final would be if nothing followed.
    func provisionalActivity() -> [Bool] {
        hasEnded ? [] : activityDetector.provisional(frames: frameCount, spectrum: spectrum)
    }

    /// When rings start, in seconds, but for the first so many: with each stretch of activity, the open one included.
    /// - Parameter first: 0….
    public func rings(from first: Int = 0) -> [Double] {
        precondition(first >= 0, "rings are counted from 0")
        guard !parameters.reduceMotion else { return [] }
        let closed = activity.dropFirst(first).map(\.start)
        guard let open = intervals.openStart, first <= activity.count else { return closed }
        return closed + [open]
    }
}
