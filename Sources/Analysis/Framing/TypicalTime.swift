// TypicalTime: how long much work takes, from samples of it, had nothing come between.

/// One wait for the processor, or one jump of a clock, may be longer than all of the work. So what counts is not the sum of the
/// samples but the median of each few: what is usual, and follows a processor that becomes slower.
package struct TypicalTime {
    private static let samplesPerMedian = 15

    /// Nanoseconds per unit of work of pieces, and how many units these are.
    private var rates: [Double] = []
    private var units = 0
    private var settled = 0.0

    package init() { rates.reserveCapacity(Self.samplesPerMedian) }

    /// Takes the time of a piece of work.
    /// - Parameter units: how much work the piece is, by any measure.
    package mutating func add(nanoseconds: Int64, units new: Int = 1) {
        guard new > 0 else { return }
        rates.append(Double(nanoseconds) / Double(new))
        units += new
        guard rates.count == Self.samplesPerMedian else { return }
        settled += waiting
        rates.removeAll(keepingCapacity: true)
        units = 0
    }

    /// Nanoseconds of all the work.
    package var nanoseconds: Double { settled + waiting }

    /// Of two, the shorter one: it is less likely to have been interrupted.
    private var waiting: Double {
        rates.isEmpty ? 0 : rates.sorted()[(rates.count - 1) / 2] * Double(units)
    }
}
