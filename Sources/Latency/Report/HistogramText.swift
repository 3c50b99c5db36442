// HistogramText: a distribution as HdrHistogram itself writes it, for its plotters.
// Format: https://github.com/HdrHistogram/HdrHistogram, outputPercentileDistribution; https://hdrhistogram.github.io/HdrHistogram/plotFiles.html

extension Distribution {
    /// Values in milliseconds, the share of all that is not longer, how many these are, and one over the share that is.
    public var percentileText: String {
        var text = ""
        // The histogram counts microseconds.
        histogram.outputPercentileDistribution(to: &text, outputValueUnitScalingRatio: 1000)
        return text
    }
}
