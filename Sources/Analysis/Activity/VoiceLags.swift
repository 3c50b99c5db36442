// VoiceLags: which bins of a spectrum tell a voice's pitch, and at which lags of their autocorrelation.

/// Bins from 60 Hz to 2 kHz, and lags of 2.5 to 15 ms (67 to 400 Hz).
struct VoiceLags {
    private static let lags = 0.0025...0.015
    private static let range = 60.0...2000.0

    let firstBin: Int
    let binCount: Int
    /// In steps of the autocorrelation.
    let range: ClosedRange<Int>
    /// Seconds from step to step.
    let step: Double

    /// - Parameters:
    ///   - binWidth: Hz from bin to bin.
    ///   - bins: how many there are.
    ///   - length: of the transform that makes the autocorrelation.
    init(binWidth: Double, bins: Int, length: Int) {
        firstBin = Int((Self.range.lowerBound / binWidth).rounded(.up))
        let last = min(Int(Self.range.upperBound / binWidth), length / 2 - 1, bins - 1)
        binCount = max(1, last - firstBin + 1)
        step = 1 / (binWidth * Double(length))
        let first = Int((Self.lags.lowerBound / step).rounded())
        range = first...min(Int((Self.lags.upperBound / step).rounded()), length / 2 - 1)
    }
}
