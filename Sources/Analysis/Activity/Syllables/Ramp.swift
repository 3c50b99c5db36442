// Ramp: a threshold with a doubt around it.

/// From where to where a measure turns from no to yes.
struct Ramp {
    var from: Float
    var to: Float

    /// 0 for no, 1 for yes, in between for a doubt.
    func confidence(_ value: Float) -> Float {
        value <= from ? 0 : value >= to ? 1 : (value - from) / (to - from)
    }
}
