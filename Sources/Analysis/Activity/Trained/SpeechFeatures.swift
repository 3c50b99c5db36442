// SpeechFeatures: all features of a memo at once, for training and tests.

package enum SpeechFeatures {
    /// - Parameter samples: mono.
    /// - Returns: `SpeechFeature.count` values per step of 20 ms; zeros for steps before the first sound.
    package static func ofWholeMemo(_ samples: [Float], sampleRate: Int) -> [Float] {
        let time = TimeBase(sampleRate: sampleRate)
        var spectrum = FrameSpectrum(time: time)
        var meter = SpeechFeatureMeter(spectrum: spectrum)
        let frames = samples.count * TimeBase.framesPerSecond / sampleRate
        let wanted = frames / TimeBase.framesPerStep * SpeechFeature.count
        var result: [Float] = []
        result.reserveCapacity(wanted)
        var values = [Float](repeating: 0, count: SpeechFeature.count)
        for frame in 0..<frames + TimeBase.framesPerStep * SpeechFeatureMeter.windowSteps {
            let range = time.sample(ofFrame: frame)..<time.sample(ofFrame: frame + 1)
            let inside = range.clamped(to: 0..<samples.count)
            let block = Array(samples[inside]) + [Float](repeating: 0, count: range.count - inside.count)
            spectrum.push(block, count: block.count)
            meter.push(spectrum)
            while meter.next(isLast: false, into: &values) { result.append(contentsOf: values) }
        }
        while meter.next(isLast: true, into: &values) { result.append(contentsOf: values) }
        result.insert(
            contentsOf: [Float](repeating: 0, count: meter.leadingSilence * SpeechFeature.count), at: 0)
        return Array(result.prefix(wanted))
    }
}
