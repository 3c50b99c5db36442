// PeakFollower: the loudest of late, which a click does not make.

/// Follows a level in dB upwards and falls slowly. With a limit to its rise, what is over in a moment moves it by no more than
/// that moment allows: a click must not make quiet speech behind it look like nothing.
struct PeakFollower {
    /// dB by which it falls from one level to the next.
    let fall: Float
    /// dB by which it rises at most; and how far below the first level it begins.
    let maximumRise: Float
    let startBelow: Float
    private(set) var value: Float = -.infinity

    /// One that rises at once.
    init(fall: Float) { (self.fall, maximumRise, startBelow) = (fall, .infinity, 0) }

    init(fall: Float, maximumRise: Float, startBelow: Float) {
        (self.fall, self.maximumRise, self.startBelow) = (fall, maximumRise, startBelow)
    }

    mutating func follow(_ level: Float) {
        let before = value == -.infinity ? level - startBelow : value
        value = max(before - fall, min(level, before + maximumRise))
    }
}
