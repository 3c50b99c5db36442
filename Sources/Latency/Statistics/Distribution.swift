// Distribution: many figures: raw, and as a histogram of three digits.
// HdrHistogram: Gil Tene, http://hdrhistogram.org

import Histogram

/// Durations, or processing times for each second of sound.
public struct Distribution: Sendable {
    /// What the histogram counts in.
    public enum Unit: Double, Sendable {
        case microseconds = 1e6
        /// For a share of real time, which is far below a millionth in memos that were read sparsely.
        case billionths = 1e9
    }

    /// Where the histogram ends; what is longer is known from the raw values alone.
    public static let longest = 3600.0

    /// In the order in which they were recorded, in seconds.
    public private(set) var values: [Double] = []
    /// In its unit. What is shorter or longer than it can hold counts as that.
    public private(set) var histogram: Histogram<UInt32>
    public private(set) var min: Double?
    public private(set) var max: Double?
    /// Those that are longer than the histogram reaches.
    public private(set) var beyond: [Double] = []
    private let unit: Unit

    public init(unit: Unit = .microseconds) {
        self.unit = unit
        histogram = Histogram(
            lowestDiscernibleValue: 1, highestTrackableValue: UInt64(Self.longest * unit.rawValue),
            numberOfSignificantValueDigits: .three)
    }

    public init(_ values: some Sequence<Double>, unit: Unit = .microseconds) {
        self.init(unit: unit)
        for value in values { record(value) }
    }

    public mutating func record(_ seconds: Double) {
        guard seconds.isFinite else { return }
        values.append(seconds)
        min = Swift.min(min ?? seconds, seconds)
        max = Swift.max(max ?? seconds, seconds)
        if seconds > Self.longest { beyond.append(seconds) }
        histogram.record(Self.counted(Swift.min(seconds, Self.longest) * unit.rawValue))
    }

    /// Rounded up, so that a percentile is never shorter than what it stands for; but 0.0011 s are 1100 µs, although their
    /// product is a little more.
    private static func counted(_ units: Double) -> UInt64 {
        let nearest = units.rounded()
        let isWhole = abs(units - nearest) <= 2 * nearest.ulp
        return UInt64(Swift.max(1, isWhole ? nearest : units.rounded(.up)))
    }

    public var count: Int { values.count }

    /// The time that a share (0…1) of all stayed under, to three digits, and never less than it was; exact beyond the
    /// histogram's end. `nil` where nothing was recorded.
    public func percentile(_ share: Double) -> Double? {
        guard count > 0, share < 1, let longest = max else { return max }
        let rank = Bootstrap.rank(share, of: count)
        let held = count - beyond.count
        if rank > held { return beyond.sorted()[rank - held - 1] }
        // Between two ranks, where no rounding reaches the next one. The histogram answers with the longest of the values
        // that it does not tell apart.
        let value = histogram.valueAtPercentile((Double(rank) - 0.5) / Double(count) * 100)
        return Swift.min(Double(value) / unit.rawValue, longest)
    }

    public var mean: Double? { values.isEmpty ? nil : values.reduce(0, +) / Double(values.count) }

    /// How many were not longer than this.
    public func count(within seconds: Double) -> Int { values.count { $0 <= seconds } }

    /// Which share (0…1) was not longer than this; `nil` where nothing was recorded.
    public func share(within seconds: Double) -> Double? {
        count > 0 ? Double(count(within: seconds)) / Double(count) : nil
    }
}
