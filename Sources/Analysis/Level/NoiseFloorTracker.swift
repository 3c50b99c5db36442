// NoiseFloorTracker: the level of the room, followed causally while the memo runs.

/// Minimum statistics (Martin, IEEE Trans. Speech Audio Process. 9(5), 2001) reduced to one broadband level: the floor
/// is the lowest smoothed level of the last three seconds, which any speaker's pauses reach.
package struct NoiseFloorTracker {
    /// A room is assumed to be at most this loud until half a second was heard: somebody who starts to talk at once
    /// would otherwise be taken for the room.
    package static let loudestFirstGuess: Float = -45
    private static let pieces = 12
    private static let pieceSeconds = 0.25

    private static let hopsPerPiece = TimeBase.hops(pieceSeconds)
    private var minima = [Float](repeating: .infinity, count: pieces)
    /// The lowest of them.
    private var lowest: Float = .infinity
    private var current: Float = .infinity
    private var hopsInPiece = 0
    private var next = 0
    private var heardPieces = 0

    package init() {}

    /// Takes the smoothed level of one hop in dBFS. Hops of digital silence are to be left out: they say nothing about
    /// the room.
    package mutating func push(level: Float) {
        current = min(current, level)
        hopsInPiece += 1
        guard hopsInPiece == Self.hopsPerPiece else { return }
        minima[next] = current
        lowest = minima.min() ?? .infinity
        next = (next + 1) % Self.pieces
        current = .infinity
        hopsInPiece = 0
        heardPieces = min(heardPieces + 1, Self.pieces)
    }

    /// The floor in dBFS; +∞ before anything was heard.
    package var level: Float {
        let floor = min(current, lowest)
        return heardPieces < 2 ? min(floor, Self.loudestFirstGuess) : floor
    }
}
