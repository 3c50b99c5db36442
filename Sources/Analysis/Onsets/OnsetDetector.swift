// OnsetDetector: frames in, onsets out.

/// Flux and picking together. An onset is reported at most `delay` seconds after it was heard.
struct OnsetDetector {
    /// Look-ahead of the gain and of the picker, and half a window, in seconds.
    static let delay = TimeBase.seconds(frames: SpectralFlux.delay + OnsetPicker.delay) + 0.022

    private var flux: SpectralFlux
    private var picker: OnsetPicker

    init(spectrum: FrameSpectrum) {
        flux = SpectralFlux(spectrum: spectrum)
        picker = OnsetPicker(centreOffset: spectrum.centreOffset)
    }

    /// Takes a frame.
    mutating func push(_ spectrum: FrameSpectrum, into onsets: inout [Onset]) {
        if let value = flux.push(spectrum) { picker.push(flux: value, into: &onsets) }
    }

    mutating func finish(into onsets: inout [Onset]) {
        for value in flux.remaining() { picker.push(flux: value, into: &onsets) }
        picker.finish(into: &onsets)
    }
}
