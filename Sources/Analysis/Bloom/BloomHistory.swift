// BloomHistory: the bloom of a whole memo, packed: a third of a megabyte per hour of talk, less where it rests.

/// Every frame of a memo of any length, or those of its beginning and its end only.
public struct BloomHistory: Sendable, Equatable {
    public let framesPerSecond: Int
    /// Units of a ten-thousandth.
    private var levels: PackedNumbers
    private var scales: PackedNumbers

    /// - Parameter framesPerSecond: within `BloomTrack.framesPerSecondRange`; anything else is a mistake of the program.
    public init(framesPerSecond: Int, keeping: PackedNumbers.Keeping = .all) {
        precondition(
            BloomTrack.framesPerSecondRange.contains(framesPerSecond), "a bloom has 1 to 240 frames per second")
        self.framesPerSecond = framesPerSecond
        levels = PackedNumbers(.straight, keeping: keeping)
        scales = PackedNumbers(.straight, keeping: keeping)
    }

    /// Frames heard so far.
    public var count: Int { levels.count }
    public var isEmpty: Bool { count == 0 }

    /// Loudness between the noise floor and a fixed ceiling, 0…1.
    public var level: some Sequence<Float> { levels.lazy.map(BloomUnit.value) }
    /// Scale of the button: 1.00 at rest to about 1.05.
    public var scale: some Sequence<Float> { scales.lazy.map(BloomUnit.value) }

    /// Frames as a track of its own, without rings. For frames that are remembered: all of them, or at least the first
    /// and the last 585.
    public func track(_ frames: Range<Int>) -> BloomTrack {
        var track = BloomTrack(framesPerSecond: framesPerSecond)
        let wanted = frames.clamped(to: 0..<count)
        track.level = levels.from(wanted.lowerBound).prefix(wanted.count).map(BloomUnit.value)
        track.scale = scales.from(wanted.lowerBound).prefix(wanted.count).map(BloomUnit.value)
        return track
    }

    /// All frames as a track, for memos that are not long.
    public var track: BloomTrack { track(0..<count) }

    /// Bytes that hold the frames.
    package var byteCount: Int { levels.byteCount + scales.byteCount }
}

extension BloomHistory: BloomFrames {
    package mutating func append(level: Int, scale: Int) {
        levels.append(level)
        scales.append(scale)
    }
}
