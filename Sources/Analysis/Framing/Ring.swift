// Ring: delay lines: the newest of an endless stream, each found by its number.

/// The newest values. A value's number says how many came before it; so a look ahead, a look back and a delay are additions, and
/// where the values lie is this file's business alone. Numbers before the first value find what the ring was filled with.
package struct Ring<Element> {
    private var values: [Element]
    /// One less than the capacity, a power of two: a mask takes a tenth of the time of a division.
    private let mask: Int
    /// Values so far: the number of the next one.
    package private(set) var count = 0

    /// - Parameters:
    ///   - length: how many of the newest values are needed; a few more may stay.
    ///   - filler: what stands where nothing came yet.
    package init(keeping length: Int, filledWith filler: Element) {
        let capacity = ringCapacity(atLeast: length)
        values = [Element](repeating: filler, count: capacity)
        mask = capacity - 1
    }

    @inline(__always)
    package mutating func append(_ value: Element) {
        values[count & mask] = value
        count += 1
    }

    /// A value that is still kept.
    @inline(__always)
    package subscript(number: Int) -> Element {
        get { values[number & mask] }
        set { values[number & mask] = newValue }
    }

    /// Numbers of the values that are there.
    package var kept: Range<Int> { max(0, count - values.count)..<count }
}

extension Ring: Sendable where Element: Sendable {}

/// The newest rows of numbers, as many to each row. Vector code writes and reads them in place.
package struct RowRing: Sendable {
    /// All rows; the one with a number begins at `start(of:)`.
    package var values: [Float]
    package let width: Int
    /// How many of the newest rows stay.
    package let rows: Int

    /// - Parameters:
    ///   - rows: how many of the newest rows are needed; a few more may stay.
    ///   - width: numbers in a row.
    package init(keeping rows: Int, width: Int) {
        self.rows = ringCapacity(atLeast: rows)
        self.width = width
        values = [Float](repeating: 0, count: self.rows * width)
    }

    /// Where the row with a number begins. Rows before the first one hold zeros.
    @inline(__always)
    package func start(of number: Int) -> Int { (number & (rows - 1)) * width }
}

/// The newest samples, exactly as many as a window is wide.
package struct SampleRing: Sendable {
    /// From `oldest` to the end, then from the beginning.
    package private(set) var samples: [Float]
    package private(set) var oldest = 0

    package init(width: Int) { samples = [Float](repeating: 0, count: width) }

    /// Appends at most as many samples as the ring has.
    package mutating func append(_ new: [Float], count: Int) {
        let head = min(count, samples.count - oldest)
        copy(new, 0..<head, into: &samples, at: oldest)
        if count > head { copy(new, head..<count, into: &samples, at: 0) }
        oldest += count
        if oldest >= samples.count { oldest -= samples.count }
    }
}

/// The smallest power of two that is no less than a length.
private func ringCapacity(atLeast length: Int) -> Int {
    precondition(length > 0, "a ring keeps at least one value")
    return 1 << (Int.bitWidth - (length - 1).leadingZeroBitCount)
}
