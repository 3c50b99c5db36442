// OnsetDetector: frames in, onsets out.

/// Flux and picking together. An onset is reported at most `delay` seconds after it was heard.
struct OnsetDetector {
    /// Look-ahead of the gain and of the picker, and half a window, in seconds.
    static let delay = Double(SpectralFlux.delay + OnsetPicker.delay) * TimeBase.secondsPerFrame + 0.022

    private var flux: SpectralFlux
    private var picker: OnsetPicker

    init(time: TimeBase) {
        flux = SpectralFlux(time: time)
        picker = OnsetPicker(centreOffset: flux.centreOffset)
    }

    mutating func measureSpectra(by now: @escaping @Sendable () -> Int64) { flux.measureSpectra(by: now) }
    var spectraNanoseconds: Int64 { flux.spectrum.meter?.nanoseconds ?? 0 }

    /// Takes the mono samples of one frame.
    mutating func push(_ samples: [Float], count: Int, into onsets: inout [Onset]) {
        if let value = flux.push(samples, count: count) { picker.push(flux: value, into: &onsets) }
    }

    mutating func finish(into onsets: inout [Onset]) {
        for value in flux.remaining() { picker.push(flux: value, into: &onsets) }
        picker.finish(into: &onsets)
    }
}
