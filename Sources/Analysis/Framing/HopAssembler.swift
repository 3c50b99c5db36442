// HopAssembler: blocks of any size become hops of 5 ms of sound, so that nothing behind it sees block boundaries, or NaN.

/// Cuts interleaved blocks along the time base and mixes each hop to mono.
struct HopAssembler {
    let channels: Int
    private let time: TimeBase
    /// The hop that is being filled, as the mean of the channels.
    private(set) var mono: [Float]
    /// The same, interleaved: `longestHop × channels` values; nothing where there is one channel.
    private var several: [Float]
    /// Frames of the current hop that are filled.
    private(set) var filled = 0
    private var hop = 0
    private var wanted: Int
    private var polarity = StereoPolarity()
    /// Of the samples of the hop that was filled last, all channels together.
    private(set) var moments = SampleMoments.silence
    /// Samples so far that were NaN, infinite or beyond any sound, and became zeros.
    private(set) var nonFiniteSamples = 0
    /// Frames taken so far, whole hops and the rest.
    private(set) var frames = 0

    static let channelRange = 1...1024

    init(time: TimeBase, channels: Int) {
        precondition(Self.channelRange.contains(channels), "a memo has 1 to 1024 channels")
        self.time = time
        self.channels = channels
        several = [Float](repeating: 0, count: channels == 1 ? 0 : time.longestHop * channels)
        mono = [Float](repeating: 0, count: time.longestHop)
        wanted = time.sample(ofHop: 1)
    }

    /// The hop that is being filled, interleaved.
    var interleaved: [Float] { _read { if channels == 1 { yield mono } else { yield several } } }

    /// Moves frames from a block, starting at `position`, into the hop. Returns whether the hop is full.
    mutating func fill(from block: [Float], frames blockFrames: Int, position: inout Int) -> Bool {
        let count = min(wanted - filled, blockFrames - position)
        let source = position * channels..<(position + count) * channels
        if channels == 1 {
            copy(block, source, into: &mono, at: filled)
        } else {
            copy(block, source, into: &several, at: filled * channels)
        }
        filled += count
        position += count
        frames += count
        guard filled == wanted else { return false }
        close()
        return true
    }

    /// Starts the next hop.
    mutating func advance() {
        hop += 1
        wanted = time.sample(ofHop: hop + 1) - time.sample(ofHop: hop)
        filled = 0
    }

    /// Forgets what is there of a hop that will not be filled.
    mutating func discard() {
        frames -= filled
        filled = 0
    }

    /// Ends a hop: a full one, or what is there of the last one.
    mutating func close() {
        measure()
        // The common hop is all sound: its moments say so, and no sample needs a look of its own.
        if !moments.areOfSound {
            let count = filled * channels
            nonFiniteSamples += channels == 1 ? Self.silence(&mono, count: count) : Self.silence(&several, count: count)
            measure()
        }
        mix()
    }

    private mutating func measure() {
        moments =
            channels == 1
            ? SampleMoments(mono, count: filled) : SampleMoments(several, count: filled * channels)
    }

    /// Makes zeros of what is no sound, and says how many.
    private static func silence(_ samples: inout [Float], count: Int) -> Int {
        var found = 0
        for index in 0..<count where !(abs(samples[index]) <= SampleMoments.loudest) {
            samples[index] = 0
            found += 1
        }
        return found
    }

    private mutating func mix() {
        if channels == 1 { return }
        if channels == 2 && polarity.isInverted(several, frames: filled) {
            for frame in 0..<filled { mono[frame] = (several[2 * frame] - several[2 * frame + 1]) / 2 }
            return
        }
        let scale = 1 / Float(channels)
        for frame in 0..<filled {
            var sum: Float = 0
            for channel in 0..<channels { sum += several[frame * channels + channel] }
            mono[frame] = sum * scale
        }
    }
}

/// Notices stereo whose channels are each other's negative, as a miswired cable or a careless app leaves it: their mean
/// would be silence.
private struct StereoPolarity {
    /// Correlation of the channels, −1…1, at which the second one is turned over and turned back.
    private static let inverted: Float = -0.9
    private static let upright: Float = -0.5
    /// Of the running correlation: about half a second.
    private static let smoothingCoefficient: Float = 0.01

    private var product: Float = 0
    private var power: Float = 0
    private var isTurned = false

    mutating func isInverted(_ interleaved: [Float], frames: Int) -> Bool {
        var hopProduct: Float = 0
        var hopPower: Float = 0
        for frame in 0..<frames {
            let (left, right) = (interleaved[2 * frame], interleaved[2 * frame + 1])
            hopProduct += left * right
            hopPower += (left * left + right * right) / 2
        }
        let weight = power == 0 ? 1 : Self.smoothingCoefficient
        product += (hopProduct - product) * weight
        power += (hopPower - power) * weight
        isTurned = product < (isTurned ? Self.upright : Self.inverted) * power
        return isTurned
    }
}
