// NoiseFloorTracker: the noise floor, followed causally while the memo runs.

/// Minimum statistics (Martin, IEEE Trans. Speech Audio Process. 9(5), 2001) reduced to one broadband level: the floor
/// is the lowest smoothed level of the last three seconds, which any speaker's pauses reach.
package struct NoiseFloorTracker {
    /// The floor is assumed to be at most this high until half a second was heard: somebody who starts to talk at once
    /// would otherwise be taken for noise.
    package static let highestFirstGuess: Float = -45
    private static let pieces = 12
    private static let pieceSeconds = 0.25

    private static let hopsPerPiece = TimeBase.hops(pieceSeconds)
    /// The lowest level of each piece.
    private var minima = Ring<Float>(keeping: pieces, filledWith: .infinity)
    /// The lowest of them.
    private var lowest: Float = .infinity
    private var current: Float = .infinity
    private var hopsInPiece = 0

    package init() {}

    /// Takes the smoothed level of one hop in dBFS. Hops of digital silence are to be left out: they say nothing about
    /// noise.
    package mutating func push(level: Float) {
        current = min(current, level)
        hopsInPiece += 1
        guard hopsInPiece == Self.hopsPerPiece else { return }
        minima.append(current)
        lowest = .infinity
        for piece in minima.count - Self.pieces..<minima.count { lowest = min(lowest, minima[piece]) }
        current = .infinity
        hopsInPiece = 0
    }

    /// The floor in dBFS; +∞ before anything was heard.
    package var level: Float {
        let floor = min(current, lowest)
        return minima.count < 2 ? min(floor, Self.highestFirstGuess) : floor
    }
}
