// SmallSort: puts a handful of values in order, for medians of what is around.

/// Sorts the first `count` values, smallest first, by insertion: for a few dozen nothing is faster, and it never allocates.
func sortFirst(_ count: Int, of values: inout [Float]) {
    precondition(count <= values.count)
    var values = values.mutableSpan
    var end = 1
    while end < count {
        let value = values[unchecked: end]
        var place = end
        while place > 0 && values[unchecked: place &- 1] > value {
            values[unchecked: place] = values[unchecked: place &- 1]
            place &-= 1
        }
        values[unchecked: place] = value
        end &+= 1
    }
}
