// Distribution: many durations: raw, and as a histogram of three digits.
// HdrHistogram: Gil Tene, http://hdrhistogram.org

import Histogram

/// Durations from a microsecond to an hour; what is shorter or longer counts as that.
public struct Distribution: Sendable {
    public static let shortest = 1e-6
    public static let longest = 3600.0

    /// In the order in which they were recorded, in seconds.
    public private(set) var values: [Double] = []
    /// In microseconds.
    public private(set) var histogram: Histogram<UInt32>

    public init() {
        histogram = Histogram(
            lowestDiscernibleValue: 1, highestTrackableValue: UInt64(Self.longest * 1e6),
            numberOfSignificantValueDigits: .three)
    }

    public init(_ values: some Sequence<Double>) {
        self.init()
        for value in values { record(value) }
    }

    public mutating func record(_ seconds: Double) {
        guard seconds.isFinite else { return }
        values.append(seconds)
        let clamped = min(max(seconds, Self.shortest), Self.longest)
        histogram.record(UInt64((clamped * 1e6).rounded()))
    }

    public var count: Int { values.count }

    /// The time that a share (0…1) of all stayed under, to three digits; `nil` where nothing was recorded.
    public func percentile(_ share: Double) -> Double? {
        guard count > 0 else { return nil }
        guard share < 1, let longest = max else { return max }
        // The histogram answers with the longest of the values that it does not tell apart.
        return min(Double(histogram.valueAtPercentile(share * 100)) / 1e6, longest)
    }

    public var min: Double? { values.min() }
    public var max: Double? { values.max() }
    public var mean: Double? { values.isEmpty ? nil : values.reduce(0, +) / Double(values.count) }

    /// How many were not longer than this.
    public func count(within seconds: Double) -> Int { values.count { $0 <= seconds } }

    /// Which share (0…1) was not longer than this; `nil` where nothing was recorded.
    public func share(within seconds: Double) -> Double? {
        count > 0 ? Double(count(within: seconds)) / Double(count) : nil
    }

    private func min(_ one: Double, _ other: Double) -> Double { one < other ? one : other }
    private func max(_ one: Double, _ other: Double) -> Double { one > other ? one : other }
}
